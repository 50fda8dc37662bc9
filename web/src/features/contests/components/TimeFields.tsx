/**
 * Time of each person as a field, folded behind a line that says how it stands; the same where a contest is made and where it is changed. A
 * first contest needs none of it: everybody has the time of the contest.
 */
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { ContestRules } from '@/api/contestRules'
import { TextField } from '@/ui/Field'
import { MINUTES, MINUTES_FROZEN, MINUTES_HINT, minutesIn, TIME, timeLine } from '../timeMessages'

type TimeFieldsProps = {
  minutes: ContestRules['minutes']
  onChange: (part: Pick<ContestRules, 'minutes'>) => void
  error?: string
  /** Somebody takes part. */
  frozen?: boolean
}

export function TimeFields({ minutes, onChange, error, frozen = false }: TimeFieldsProps) {
  const [open, setOpen] = useState(false)
  // As it is typed; what is no number is wrong, and stays to be mended.
  const [typed, setTyped] = useState(() => (minutes === null ? '' : String(minutes)))
  const [wasWrong, setWasWrong] = useState(false)
  if (Boolean(error) !== wasWrong) {
    setWasWrong(Boolean(error))
    if (error) setOpen(true)
  }
  // Taken away from outside, as after the contest was made.
  const shown = Object.is(minutesIn(typed), minutes) ? typed : minutes === null ? '' : String(minutes)
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} className="group">
      <summary className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control [&::-webkit-details-marker]:hidden">
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-muted transition-transform duration-150 group-open:rotate-180"
        />
        <span className="shrink-0 font-medium">{TIME}</span>
        <span className="min-w-0 text-muted text-sm group-open:hidden">{timeLine(minutes)}</span>
      </summary>
      <TextField
        label={MINUTES}
        hint={frozen ? MINUTES_FROZEN : MINUTES_HINT}
        error={error}
        inputMode="numeric"
        maxLength={4}
        className="num max-w-80 pb-2"
        disabled={frozen}
        value={shown === 'NaN' ? typed : shown}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange({ minutes: minutesIn(event.target.value) })
        }}
      />
    </details>
  )
}
