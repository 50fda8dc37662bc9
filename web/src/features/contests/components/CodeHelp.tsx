/** Help on code and maths in a text, folded away: it opens by itself once a sign of either is typed. */
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { CODE_AND_MATHS, CODE_HINT } from '../messages'

export function CodeHelp({ text }: { text: string }) {
  const [open, setOpen] = useState(false)
  return (
    <details
      open={open || /[`$]/.test(text)}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group -mt-1.5 text-muted text-sm"
    >
      <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-2 rounded-control [&::-webkit-details-marker]:hidden">
        <ChevronDown
          aria-hidden="true"
          className="size-4 shrink-0 transition-transform duration-150 group-open:rotate-180"
        />
        {CODE_AND_MATHS}
      </summary>
      <p className="max-w-[68ch]">{CODE_HINT}</p>
    </details>
  )
}
