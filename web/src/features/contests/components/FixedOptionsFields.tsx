/** Fields that say which options of a question keep their places; folded behind a line that says how it stands. */
import { ChevronDown } from 'lucide-react'
import { fixedPlaces } from '@/lib/fixedPlaces'
import { Button } from '@/ui/Button'
import { CheckField } from '@/ui/Field'
import { BY_WORDS, BY_WORDS_AGAIN, FIXED_ALL, FIXED_HINT, FIXED_OPTIONS, fixedLine, staysLabel } from '../fixedMessages'
import { LETTERS, type OfFixed, withPlace } from '../model'

type FixedOptionsFieldsProps = { options: readonly string[]; onChange: (part: OfFixed) => void } & OfFixed

export function FixedOptionsFields({ options, fixed, onChange }: FixedOptionsFieldsProps) {
  const letters = LETTERS.slice(0, options.length)
  const byWords = fixedPlaces(options.map((option) => option.trim())).flatMap((stays, at) => (stays ? [at] : []))
  // While they are empty, none says anything.
  const recognised = options.some((option) => option.trim() === '') ? [] : byWords
  const stay = fixed ?? recognised
  const all = options.map((_, at) => at)
  return (
    <details className="group">
      <summary className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control [&::-webkit-details-marker]:hidden">
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-muted transition-transform duration-150 group-open:rotate-180"
        />
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <span className="font-medium">{FIXED_OPTIONS}</span>
          <span className="text-muted text-sm group-open:hidden">
            {fixedLine(stay.length === options.length ? 'all' : stay.map((at) => LETTERS[at] ?? ''))}
          </span>
        </span>
      </summary>
      <fieldset aria-label={FIXED_OPTIONS} className="grid min-w-0 gap-1 pb-2">
        <p className="text-muted text-sm">{FIXED_HINT}</p>
        <CheckField
          label={FIXED_ALL}
          checked={stay.length === options.length}
          onChange={(event) => onChange({ fixed: event.target.checked ? all : [] })}
        />
        <div className="flex flex-wrap gap-x-6">
          {letters.map((letter, at) => (
            <CheckField
              key={letter}
              label={staysLabel(letter)}
              checked={stay.includes(at)}
              onChange={(event) => onChange({ fixed: withPlace(stay, at, event.target.checked) })}
            />
          ))}
        </div>
        {fixed ? (
          <Button size="sm" variant="ghost" className="justify-self-start" onClick={() => onChange({ fixed: null })}>
            {BY_WORDS_AGAIN}
          </Button>
        ) : recognised.length > 0 ? (
          <p className="text-muted text-sm">{BY_WORDS}</p>
        ) : null}
      </fieldset>
    </details>
  )
}
