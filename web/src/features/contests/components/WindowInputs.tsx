/**
 * Time window inputs: start and end as dates and times in the institute's zone. Below stands what they mean – how long,
 * how soon, whether that is too soon – and, for a device in another zone, the same moments there.
 */
import { useSite } from '@/api/session'
import { formatRelative, formatSpan, localTimes, zoneNote } from '@/lib/time'
import { useNow } from '@/lib/useNow'
import { Alert } from '@/ui/Alert'
import { TextField } from '@/ui/Field'
import { SHORT_NOTICE } from '../messages'
import { type Errors, momentsOf, NOTICE, type WindowFields } from '../model'

// A browser's date field has a width of its own and would push its neighbour away.
const NARROW = 'min-w-0 grid-cols-[minmax(0,1fr)]'

type WindowInputsProps = {
  fields: WindowFields
  errors: Errors<WindowFields>
  /** The contest has started: a start in the past is no hurry but a fact. */
  running?: boolean
  onChange: (change: Partial<WindowFields>) => void
}

export function WindowInputs({ fields, errors, running = false, onChange }: WindowInputsProps) {
  const { timeZone } = useSite()
  const { startsAt, endsAt } = momentsOf(fields, timeZone)
  return (
    <div className="grid gap-5">
      <Row legend="Start" title={startsAt ? localTimes(startsAt) : undefined}>
        <TextField
          label="Start date"
          type="date"
          required
          value={fields.startDate}
          error={errors.startDate}
          className={NARROW}
          onChange={(event) => onChange({ startDate: event.target.value })}
        />
        <TextField
          label="Start time"
          type="time"
          required
          value={fields.startTime}
          error={errors.startTime}
          className={NARROW}
          onChange={(event) => onChange({ startTime: event.target.value })}
        />
      </Row>
      <Row legend="End" title={endsAt ? localTimes(endsAt) : undefined}>
        <TextField
          label="End date"
          type="date"
          required
          value={fields.endDate}
          error={errors.endDate}
          className={NARROW}
          onChange={(event) => onChange({ endDate: event.target.value })}
        />
        <TextField
          label="End time"
          type="time"
          required
          value={fields.endTime}
          error={errors.endTime}
          className={NARROW}
          onChange={(event) => onChange({ endTime: event.target.value })}
        />
      </Row>
      <Meaning
        startsAt={startsAt}
        endsAt={endsAt}
        running={running}
        zoned={zoneNote(timeZone, `${fields.startDate}T${fields.startTime}`, `${fields.endDate}T${fields.endTime}`)}
      />
    </div>
  )
}

function Row({ legend, title, children }: { legend: string; title?: string; children: React.ReactNode }) {
  return (
    <fieldset
      title={title}
      className="grid min-w-0 gap-3 min-[22rem]:grid-cols-2 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
    >
      <legend className="sr-only">{legend}</legend>
      {children}
    </fieldset>
  )
}

type MeaningProps = { startsAt: string | null; endsAt: string | null; running: boolean; zoned: string }

function Meaning({ startsAt, endsAt, running, zoned }: MeaningProps) {
  const now = useNow()
  const length = startsAt && endsAt ? Date.parse(endsAt) - Date.parse(startsAt) : 0
  const starts = startsAt ? Date.parse(startsAt) : now
  // Whole minutes: a form is not a countdown.
  const soon = Math.round((starts - now) / 60_000) * 60_000
  const left = endsAt ? Date.parse(endsAt) - now : 0
  const startsInPast = soon < 0 && left > 0
  const early = !running && length > 0 && left > 0 && startsAt !== null && starts - now < NOTICE
  return (
    <div className="grid gap-3">
      <p className="min-h-5 text-muted text-sm">
        {length > 0 && startsAt && endsAt && left > 0 ? (
          <span className="num" title={`${localTimes(startsAt)} to ${localTimes(endsAt)}`}>
            <span className="font-semibold text-ink">Open for {formatSpan(length)}</span>
            {soon > 0
              ? `, starts ${formatRelative(now + soon, now)}`
              : running
                ? `, started ${formatRelative(now + soon, now)}`
                : startsInPast
                  ? `, ${formatSpan(left)} of it left`
                  : ', starts at once'}
            .{' '}
          </span>
        ) : null}
        {zoned}
      </p>
      {early ? <Alert tone="amber">{SHORT_NOTICE}</Alert> : null}
    </div>
  )
}
