/** The installation: backups, room, processes and the newest errors, asked for again while somebody looks. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureText } from '@/api/failure'
import { useSite } from '@/api/session'
import { formatDay, formatRelative, formatTime, localTimes } from '@/lib/time'
import { useNow } from '@/lib/useNow'
import { Badge } from '@/ui/Badge'
import { Empty } from '@/ui/Empty'
import { Notice } from '@/ui/Notice'
import { Problem } from '@/ui/Problem'
import { Skeleton } from '@/ui/Skeleton'
import { readinessQuery, systemQuery } from '../api'
import { isTight, type Process, type System as Shown, sizeOf } from '../model'
import * as words from '../words'
import { Backups } from './Backups'
import { Facts, Sheet } from './Sheet'

export function System() {
  const { data, error, refetch } = useQuery(systemQuery)
  const { data: lacks } = useQuery({ ...readinessQuery, enabled: error !== null })
  const failed = `${failureText(error, words.SYSTEM_FAILED)}${lacks ? ` ${words.whySaid(lacks)}` : ''}`
  if (!data) {
    return error ? (
      <Problem title={words.TABS.system} text={failed} onRetry={() => void refetch()} />
    ) : (
      <div role="status" aria-label={words.LOADING_SYSTEM} className="grid gap-4 lg:grid-cols-2">
        {['a', 'b', 'c'].map((key) => (
          <Skeleton key={key} className="h-56" />
        ))}
      </div>
    )
  }
  return (
    <>
      {error ? (
        <Notice tone="brick" className="mb-4">
          {failed} {words.OLD_NUMBERS}
        </Notice>
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
  const { engine, databaseBytes, pictures, pictureBytes, rooms } = storage
  return (
    <Sheet title={words.STORAGE}>
      <Facts
        facts={[
          [words.DATABASE, `${engine}, ${sizeOf(databaseBytes)}`],
          [words.PICTURES, words.picturesOf(pictures, sizeOf(pictureBytes))],
          ...rooms.map((room): [string, ReactNode] => [
            words.roomFor(room.holds),
            <span key={room.holds} className="inline-flex flex-wrap items-center gap-2" title={room.folder}>
              {room.freeBytes === null ? words.NO_ROOM_KNOWN : sizeOf(room.freeBytes)}
              {isTight(room) ? <Badge tone="brick">{words.TIGHT}</Badge> : null}
            </span>,
          ]),
        ]}
      />
    </Sheet>
  )
}

function Processes({ processes }: { processes: Process[] }) {
  const now = useNow()
  return (
    <Sheet title={words.PROCESSES}>
      {processes.length === 0 ? <p className="text-muted text-sm">{words.NO_PROCESSES}</p> : null}
      <ul className="grid gap-3">
        {processes.map(({ id, does, version, host, pid, beganAt, seenAt, runs, answers }) => (
          <li key={id} className="text-sm">
            <p className="flex flex-wrap items-center gap-2">
              <span className="num font-semibold">{words.processSaid(does, version, host, pid)}</span>
              {answers ? <Badge tone="lawn">{words.ANSWERS}</Badge> : null}
              {runs ? null : <Badge tone="brick">{words.SILENT}</Badge>}
            </p>
            <p className="num text-muted" title={localTimes(runs ? beganAt : seenAt)}>
              {runs ? `began ${formatRelative(beganAt, now)}` : `last seen ${formatRelative(seenAt, now)}`}
            </p>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

function Errors({ errors }: { errors: Shown['errors'] }) {
  const { timeZone } = useSite()
  if (errors.length === 0) {
    return <Empty {...words.NO_ERRORS} />
  }
  return (
    <Sheet title={words.ERRORS}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by keyboard */}
      <section aria-label={words.ERRORS} className="max-h-96 overflow-y-auto" tabIndex={0}>
        <ul className="grid gap-3">
          {errors.map(({ at, place, said, of }, index) => (
            // Two lines may be the same to the letter; the list is replaced as a whole.
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no names
            <li key={index} className="text-sm">
              <p className="num flex flex-wrap gap-x-4 text-muted">
                <span title={localTimes(at)}>
                  {formatDay(at, timeZone)}, {formatTime(at, timeZone, true)}
                </span>
                {of ? <span className="break-all">{words.placeSaid(of.host, of.pid)}</span> : null}
                <code className="break-all">{place}</code>
              </p>
              <p className="mt-0.5 break-words">{said}</p>
            </li>
          ))}
        </ul>
      </section>
    </Sheet>
  )
}
