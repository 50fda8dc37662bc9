/** Kinds of question to generate, behind a fold: hardly anybody wants another than one right option of four. */
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { CheckField } from '@/ui/Field'
import { KIND_WORDS, KINDS_HINT, KINDS_WANTED } from '../messages'
import { DRAFT_KINDS, type DraftKind, kindsOf } from '../questionGeneration'

type GenerationKindsProps = { kinds: readonly DraftKind[]; onChange: (kinds: readonly DraftKind[]) => void }

export function GenerationKinds({ kinds, onChange }: GenerationKindsProps) {
  const [open, setOpen] = useState(false)
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} className="group">
      <summary className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control [&::-webkit-details-marker]:hidden">
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-muted transition-transform duration-150 group-open:rotate-180"
        />
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <span className="font-medium">{KINDS_WANTED}</span>
          <span className="text-muted text-sm group-open:hidden">
            {kinds.map((kind) => KIND_WORDS[kind]).join('; ')}
          </span>
        </span>
      </summary>
      <fieldset aria-label={KINDS_WANTED} className="mt-1 grid min-w-0 gap-x-4 pb-2 sm:grid-cols-2">
        {DRAFT_KINDS.map((kind) => (
          <CheckField
            key={kind}
            label={KIND_WORDS[kind]}
            checked={kinds.includes(kind)}
            onChange={(event) =>
              onChange(kindsOf(event.target.checked ? [...kinds, kind] : kinds.filter((each) => each !== kind)))
            }
          />
        ))}
        <p className="text-muted text-sm sm:col-span-2">{KINDS_HINT}</p>
      </fieldset>
    </details>
  )
}
