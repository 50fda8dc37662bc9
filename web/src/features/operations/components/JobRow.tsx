/** Job row: what a job does, its state, why it did not end well, and what can be done with it. */
import { RotateCw, Trash2 } from 'lucide-react'
import { useSite } from '@/api/session'
import { formatDate, formatRelative, localTimes } from '@/lib/time'
import { Badge, type Tone } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import * as messages from '../messages'
import type { Job, JobState } from '../model'

const TONES: Record<JobState, Tone> = { parked: 'brick', running: 'lawn', waiting: 'sky' }

type JobRowProps = { job: Job; now: number; busy: boolean; onRetry: () => void; onDrop: () => void }

export function JobRow({ job, now, busy, onRetry, onDrop }: JobRowProps) {
  const { timeZone } = useSite()
  const { kind, does, state, tries, runAt, createdAt, lastError, timed, mayRetry, mayDrop } = job
  const due = state === 'waiting' ? (runAt > now ? `due ${formatRelative(runAt, now)}` : 'due now') : null
  return (
    <article aria-label={does} className="grid gap-x-6 gap-y-3 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-start">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h2 className="font-sans font-semibold text-base tracking-normal">{does}</h2>
          <Badge tone={TONES[state]}>{messages.TABS[state]}</Badge>
          {timed ? <Badge tone="grey">{messages.TIMED}</Badge> : null}
        </div>
        <p className="num mt-1 flex flex-wrap gap-x-4 text-muted text-sm">
          <code className="break-all">{kind}</code>
          {due ? <span title={localTimes(runAt)}>{due}</span> : null}
          {tries > 0 ? <span>{messages.triesOf(tries)}</span> : null}
          <span title={localTimes(createdAt)}>since {formatDate(createdAt, timeZone)}</span>
        </p>
        {lastError ? (
          <p className="mt-2.5 max-w-[80ch] rounded-control bg-sunk px-3 py-2 text-sm">
            <span className="sr-only">{messages.REASON}: </span>
            {lastError}
          </p>
        ) : null}
      </div>
      {mayRetry || mayDrop ? (
        <div className="flex flex-wrap gap-2.5">
          {mayRetry ? (
            <Button
              size="sm"
              busy={busy}
              aria-label={`${messages.RETRY}: ${does}`}
              icon={<RotateCw aria-hidden="true" className="size-4" />}
              onClick={onRetry}
            >
              {messages.RETRY}
            </Button>
          ) : null}
          {mayDrop ? (
            <Button
              size="sm"
              aria-label={`${messages.DROP}: ${does}`}
              icon={<Trash2 aria-hidden="true" className="size-4" />}
              onClick={onDrop}
            >
              {messages.DROP}
            </Button>
          ) : null}
        </div>
      ) : null}
    </article>
  )
}
