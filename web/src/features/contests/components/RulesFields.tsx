/**
 * Rules of a contest as checkboxes; the same where it is made and where it is changed. Where it is made they are folded
 * behind a line that says how they stand: a first contest needs none of them.
 */
import { ChevronDown } from 'lucide-react'
import type { ContestRules } from '@/api/contestRules'
import { CheckField } from '@/ui/Field'
import { isOn, RULE_CHOICES, rulesInWords } from '../ruleChoices'

type RulesFieldsProps = {
  rules: ContestRules
  onChange: (part: Partial<ContestRules>) => void
  folded?: boolean
  /** Somebody takes part. */
  frozen?: boolean
}

export function RulesFields({ rules, onChange, folded = false, frozen = false }: RulesFieldsProps) {
  return (
    <details open={!folded} className="group">
      <summary className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control [&::-webkit-details-marker]:hidden">
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-muted transition-transform duration-150 group-open:rotate-180"
        />
        <span className="shrink-0 font-medium">Rules</span>
        <span className="min-w-0 text-muted text-sm group-open:hidden">{rulesInWords(rules)}</span>
      </summary>
      <div className="grid gap-y-2 pb-2">
        {RULE_CHOICES.map((choice) => (
          <CheckField
            key={choice.name}
            name={choice.name}
            label={choice.label}
            hint={(frozen && choice.frozenHint) || choice.hint}
            disabled={frozen && choice.frozenHint !== undefined}
            checked={isOn(rules, choice)}
            onChange={(event) => onChange({ [choice.name]: event.target.checked ? choice.on : choice.off })}
          />
        ))}
      </div>
    </details>
  )
}
