/** System status: backups, disk space, processes and the newest errors, asked for again while somebody looks. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureText } from '@/api/failure'
import { useSite } from '@/api/session'
import { formatDay, formatRelative, formatTime, localTimes } from '@/lib/time'
import { useNow } from '@/lib/useNow'
import { Alert } from '@/ui/Alert'
import { Badge } from '@/ui/Badge'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { renderRows } from '@/ui/RowBoundary'
import { Skeleton } from '@/ui/Skeleton'
import { readinessQuery, systemQuery } from '../api'
import * as messages from '../messages'
import { isTight, type Process, type System as Shown, sizeOf } from '../model'
import { Backups } from './Backups'
import { FactSheet, Facts } from './FactSheet'

export function System() {
  const { data, error, refetch } = useQuery(systemQuery)
  const { data: lacks } = useQuery({ ...readinessQuery, enabled: error !== null })
  const failed = `${failureText(error, messages.SYSTEM_FAILED)}${lacks ? ` ${messages.whySaid(lacks)}` : ''}`
  if (!data) {
    return error ? (
      <ErrorState title={messages.TABS.system} text={failed} onRetry={() => void refetch()} />
    ) : (
      <div role="status" aria-label={messages.LOADING_SYSTEM} className="grid gap-4 lg:grid-cols-2">
        {['a', 'b', 'c'].map((key) => (
          <Skeleton key={key} className="h-56" />
        ))}
      </div>
    )
  }
  return (
    <>
      {error ? (
        <Alert tone="brick" className="mb-4">
          {failed} {messages.OLD_NUMBERS}
        </Alert>
      ) : null}
      <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
        <Backups backup={data.backup} />
        <Storage storage={data.storage} />
        <Processes processes={data.processes} />
        <Errors errors={data.errors} />
      </div>
    </>
  )
}

function Storage({ storage }: { storage: Shown['storage'] }) {
  const { engine, databaseBytes, logHeldBytes, pictures, pictureBytes, rooms } = storage
  return (
    <FactSheet title={messages.STORAGE}>
      <Facts
        facts={[
          [messages.DATABASE, `${engine}, ${sizeOf(databaseBytes)}`],
          [messages.PICTURES, messages.picturesOf(pictures, sizeOf(pictureBytes))],
          ...rooms.map((room): [string, ReactNode] => [
            messages.roomFor(room.holds),
            <span key={room.holds} className="inline-flex flex-wrap items-center gap-2" title={room.folder}>
              {room.freeBytes === null ? messages.NO_ROOM_KNOWN : sizeOf(room.freeBytes)}
              {isTight(room) ? <Badge tone="brick">{messages.TIGHT}</Badge> : null}
            </span>,
          ]),
        ]}
      />
      {logHeldBytes > 0 ? <p className="text-brick text-sm">{messages.logHeld(sizeOf(logHeldBytes))}</p> : null}
    </FactSheet>
  )
}

function Processes({ processes }: { processes: Process[] }) {
  const now = useNow()
  return (
    <FactSheet title={messages.PROCESSES}>
      {processes.length === 0 ? <p className="text-muted text-sm">{messages.NO_PROCESSES}</p> : null}
      <ul className="grid gap-3">
        {processes.map(({ id, does, version, host, pid, beganAt, seenAt, runs, answers }) => (
          <li key={id} className="text-sm">
            <p className="flex flex-wrap items-center gap-2">
              <span className="num font-semibold">{messages.processSaid(does, version, host, pid)}</span>
              {answers ? <Badge tone="lawn">{messages.ANSWERS}</Badge> : null}
              {runs ? null : <Badge tone="brick">{messages.SILENT}</Badge>}
            </p>
            <p className="num text-muted" title={localTimes(runs ? beganAt : seenAt)}>
              {runs ? `began ${formatRelative(beganAt, now)}` : `last seen ${formatRelative(seenAt, now)}`}
            </p>
          </li>
        ))}
      </ul>
    </FactSheet>
  )
}

function Errors({ errors }: { errors: Shown['errors'] }) {
  const { timeZone } = useSite()
  if (errors.length === 0) {
    return <EmptyState {...messages.NO_ERRORS} />
  }
  return (
    <FactSheet title={messages.ERRORS}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by keyboard */}
      <section aria-label={messages.ERRORS} className="max-h-96 overflow-y-auto" tabIndex={0}>
        <ul className="grid gap-3">
          {renderRows(
            'li',
            errors,
            ({ at, place, said, of }, index) => (
              // Two lines may be the same to the letter; the list is replaced as a whole.
              <li key={index} className="text-sm">
                <p className="num flex flex-wrap gap-x-4 text-muted">
                  <span title={localTimes(at)}>
                    {formatDay(at, timeZone)}, {formatTime(at, timeZone, true)}
                  </span>
                  {of ? <span className="break-all">{messages.placeSaid(of.host, of.pid)}</span> : null}
                  <code className="break-all">{place}</code>
                </p>
                <p className="mt-0.5">{said}</p>
              </li>
            ),
            (_, index) => index,
          )}
        </ul>
      </section>
    </FactSheet>
  )
}
