/**
 * What an organiser does with people's time while a contest runs: gives some, stops all clocks and lets them go on, lets somebody in again.
 * Each is asked once more before it is done, and stands in the log below with its reason.
 */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText, refusedField } from '@/api/failure'
import { useSite } from '@/api/session'
import { useServerForm } from '@/api/useServerForm'
import { formatDate, localTimes } from '@/lib/time'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { ErrorState } from '@/ui/ErrorState'
import { SelectField, TextField } from '@/ui/Field'
import { renderRows } from '@/ui/RowBoundary'
import { Skeleton } from '@/ui/Skeleton'
import { type NewTimeChange, type TimeLog, takersQuery, timeLogQuery } from '../api'
import { useChangeTime } from '../mutations'
import {
  ACTIONS,
  AT_LEAST,
  AT_LEAST_HINT,
  askText,
  CHANGE_FAILED,
  CONFIRM,
  DESK,
  DESK_FAILED,
  DESK_INTRO,
  doneText,
  EVERYBODY,
  EVERYBODY_SUBMITTED,
  HOW_MUCH,
  HOW_MUCH_HINT,
  HOW_MUCH_MISSING,
  LOG,
  NOTHING_DONE,
  REASON,
  REASON_HINT,
  REASON_MISSING,
  STANDING_STILL,
  type TimeAction,
  WHAT,
  WHOSE,
} from '../timeMessages'

export function TimePanel({ contestId }: { contestId: string }) {
  const log = useQuery(timeLogQuery(contestId))
  if (log.data) {
    return (
      <div className="grid max-w-3xl gap-6 pb-4">
        <TimeForm key={String(log.data.paused)} contestId={contestId} paused={log.data.paused} />
        <Done log={log.data} />
      </div>
    )
  }
  if (log.isError) {
    return (
      <div className="py-3">
        <ErrorState title={DESK} text={failureText(log.error, DESK_FAILED)} onRetry={() => void log.refetch()} />
      </div>
    )
  }
  return (
    <div role="status" aria-label={`${DESK}: loading`} className="py-3">
      <Skeleton className="h-24 w-full" />
    </div>
  )
}

type Fields = { action: TimeAction; amount: string; person: string; reason: string }
type Errors = { amount?: string; reason?: string }

/** Nobody by name. */
const ALL = ''

function TimeForm({ contestId, paused }: { contestId: string; paused: boolean }) {
  const { data: takers = [] } = useQuery(takersQuery(contestId))
  const [asked, setAsked] = useState<NewTimeChange | null>(null)
  const changing = useChangeTime(contestId, () => {
    setAsked(null)
    form.reset({ ...form.watch(), amount: '', reason: '' })
  })
  const actions = (Object.keys(ACTIONS) as TimeAction[]).filter((one) => one !== (paused ? 'pause' : 'resume'))
  const form = useServerForm<Fields, Errors>({
    defaultValues: { action: paused ? 'resume' : 'extend', amount: '', person: ALL, reason: '' },
    check: ({ action, amount, reason }) => ({
      ...(action === 'extend' && amount.trim() === '' ? { amount: HOW_MUCH_MISSING } : {}),
      ...(reason.trim() === '' ? { reason: REASON_MISSING } : {}),
    }),
    call: changing,
    send: ({ action, amount, person, reason }) =>
      setAsked({ action, amount: amount.trim(), people: person === ALL ? 'all' : [person], reason: reason.trim() }),
    refusedAt: (error) => {
      const field = refusedField(error)
      return field === 'minutes' ? 'amount' : field === 'reason' ? 'reason' : undefined
    },
    failed: CHANGE_FAILED,
  })
  const { action } = form.watch()
  const isForAll = action === 'pause' || action === 'resume'
  const everybody = action === 'reopen' ? EVERYBODY_SUBMITTED : EVERYBODY
  const nameOf = (people: NewTimeChange['people']) =>
    people === 'all' ? everybody : (takers.find(({ id }) => id === people[0])?.name ?? '')
  return (
    <form {...form.props} aria-label={DESK} className="grid gap-4">
      <p className="max-w-[68ch] text-muted text-sm">{DESK_INTRO}</p>
      {paused ? <Alert tone="amber">{STANDING_STILL}</Alert> : null}
      {form.refusal ? <Alert tone={form.refusalTone}>{form.refusal}</Alert> : null}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField label={WHAT} {...form.field('action')}>
          {actions.map((one) => (
            <option key={one} value={one}>
              {ACTIONS[one]}
            </option>
          ))}
        </SelectField>
        {isForAll ? null : (
          <SelectField label={WHOSE} {...form.field('person')}>
            <option value={ALL}>{everybody}</option>
            {takers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        {isForAll ? null : (
          <TextField
            label={action === 'extend' ? HOW_MUCH : AT_LEAST}
            hint={action === 'extend' ? HOW_MUCH_HINT : AT_LEAST_HINT}
            maxLength={8}
            className="num"
            {...form.field('amount')}
          />
        )}
        <TextField label={REASON} hint={REASON_HINT} maxLength={500} required {...form.field('reason')} />
      </div>
      <Button type="submit" variant="primary" className="justify-self-start" busy={changing.isPending}>
        {ACTIONS[action]}
      </Button>
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => {
          if (asked) changing.mutate(asked, { onError: () => setAsked(null) })
        }}
        busy={changing.isPending}
        title={`${asked ? ACTIONS[asked.action] : ''}?`}
        body={asked ? <p className="num">{askText(asked.action, asked.amount, nameOf(asked.people))}</p> : null}
        confirmLabel={CONFIRM}
      />
    </form>
  )
}

function Done({ log }: { log: TimeLog }) {
  const { timeZone } = useSite()
  return (
    <section aria-label={LOG}>
      <h3 className="font-sans font-semibold text-base tracking-normal">{LOG}</h3>
      {log.changes.length === 0 ? <p className="mt-1 text-muted text-sm">{NOTHING_DONE}</p> : null}
      <ol>
        {renderRows(
          'li',
          log.changes,
          (change) => (
            <li key={`${change.at} ${change.action}`} className="grid gap-0.5 border-line border-b py-3">
              <p className="num font-semibold">{doneText(change)}</p>
              <p className="max-w-[68ch] whitespace-pre-wrap wrap-anywhere">{change.reason}</p>
              <p className="num text-muted text-sm">
                <bdi>{change.by}</bdi>, <span title={localTimes(change.at)}>{formatDate(change.at, timeZone)}</span>
              </p>
            </li>
          ),
          (change) => `${change.at} ${change.action}`,
        )}
      </ol>
    </section>
  )
}
