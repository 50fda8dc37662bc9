/**
 * Rules of a contest as fields; the same where it is made and where it is changed. Where it is made they are folded
 * behind a line that says how they stand: a first contest needs none of them. The fields for marks are fetched once the
 * rules are opened.
 */
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ContestRules } from '@/api/contestRules'
import { retryUntilLoaded } from '@/lib/retryUntilLoaded'
import { CheckField } from '@/ui/Field'
import { Skeleton } from '@/ui/Skeleton'
import { isOn, RULE_CHOICES, rulesInWords } from '../ruleChoices'
import type { MarkErrors } from './MarksFields'

const MarksFields = lazy(() =>
  retryUntilLoaded(() => import('./MarksFields')).then((file) => ({ default: file.MarksFields })),
)

type RulesFieldsProps = {
  rules: ContestRules
  onChange: (part: Partial<ContestRules>) => void
  errors?: MarkErrors
  folded?: boolean
  /** Somebody takes part. */
  frozen?: boolean
}

export function RulesFields({ rules, onChange, errors = {}, folded = false, frozen = false }: RulesFieldsProps) {
  const [open, setOpen] = useState(!folded)
  // What is wrong is not hidden, but may be folded again.
  const isWrong = Boolean(errors.right || errors.wrong || errors.partial)
  const [wasWrong, setWasWrong] = useState(false)
  if (isWrong !== wasWrong) {
    setWasWrong(isWrong)
    if (isWrong) setOpen(true)
  }
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} className="group">
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
        {open ? (
          <Suspense fallback={<Skeleton className="mt-2 h-22.5 rounded-control" />}>
            <MarksFields rules={rules} onChange={onChange} errors={errors} frozen={frozen} />
          </Suspense>
        ) : null}
      </div>
    </details>
  )
}
