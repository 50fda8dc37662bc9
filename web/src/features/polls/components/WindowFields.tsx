/** Time window fields: from when to when, in the institute's zone. Below stands what that means: how long, how soon. */
import { useSite } from '@/api/session'
import { formatRelative, formatSpan, localTimes, zoneNote } from '@/lib/time'
import { useNow } from '@/lib/useNow'
import { TextField } from '@/ui/Field'
import { type Errors, fieldOf, momentIn } from '../model'

type WindowFieldsProps = {
  start: string
  end: string
  errors: Errors
  onStart: (start: string) => void
  onEnd: (end: string) => void
}

// A browser's date field has a width of its own and would push its neighbour away.
const NARROW = 'min-w-0 grid-cols-[minmax(0,1fr)]'
const MINUTE = 60_000

export function WindowFields({ start, end, errors, onStart, onEnd }: WindowFieldsProps) {
  const { timeZone } = useSite()
  const now = useNow()
  const [startsAt, endsAt] = [momentIn(start, timeZone), momentIn(end, timeZone)]
  const length = startsAt !== null && endsAt !== null ? endsAt - startsAt : 0
  // Whole minutes: a form is not a countdown.
  const soon = startsAt === null ? 0 : Math.round((startsAt - now) / MINUTE) * MINUTE
  return (
    <div className="grid gap-2">
      <div className="grid gap-x-3 gap-y-5 sm:grid-cols-2">
        <TextField
          label="Start time"
          type="datetime-local"
          required
          min={fieldOf(now, timeZone)}
          value={start}
          error={errors.start}
          title={startsAt === null ? undefined : localTimes(startsAt)}
          className={NARROW}
          onChange={(event) => onStart(event.target.value)}
        />
        <TextField
          label="End time"
          type="datetime-local"
          required
          min={start || fieldOf(now, timeZone)}
          value={end}
          error={errors.end}
          title={endsAt === null ? undefined : localTimes(endsAt)}
          className={NARROW}
          onChange={(event) => onEnd(event.target.value)}
        />
      </div>
      <p className="min-h-5 text-muted text-sm">
        {length > 0 ? (
          <span className="num">
            <span className="font-semibold text-ink">Open for {formatSpan(length)}</span>
            {soon > 0 ? `, starts ${formatRelative(now + soon, now)}` : ', starts at once'}.{' '}
          </span>
        ) : null}
        {zoneNote(timeZone, start, end)}
      </p>
    </div>
  )
}
