/**
 * Sessions: where this account is logged in. A lost phone is logged out from here: one session, or all but this one.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '@/api/failure'
import { formatRelative, localTimes } from '@/lib/time'
import { useNow } from '@/lib/useNow'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { ErrorState } from '@/ui/ErrorState'
import { renderRows } from '@/ui/RowBoundary'
import { Skeleton } from '@/ui/Skeleton'
import { toast } from '@/ui/toast'
import { endOtherSessions, endSession, SESSIONS_KEY, sessionsQuery } from '../api'
import { END_FAILED, SECTIONS, SESSIONS_FAILED } from '../messages'
import type { OpenSession } from '../model'
import { ProfileSection } from './ProfileSection'

export function Sessions() {
  const sessions = useQuery(sessionsQuery)
  const cache = useQueryClient()
  const [asking, setAsking] = useState(false)
  const ending = useMutation({
    mutationFn: (id: string | null) => (id === null ? endOtherSessions() : endSession(id)),
    onSuccess: (message) => toast.success(message),
    onError: (error) => toast.error(failureText(error, END_FAILED)),
    onSettled: () => {
      setAsking(false)
      return cache.invalidateQueries({ queryKey: SESSIONS_KEY })
    },
  })
  const others = sessions.data?.filter((session) => !session.current).length ?? 0

  return (
    <ProfileSection
      id="sessions"
      title={SECTIONS.sessions}
      text="Is there something here you do not recognise? End it, then change your password."
      actions={
        others > 1 ? (
          <Button size="sm" onClick={() => setAsking(true)}>
            End all others
          </Button>
        ) : null
      }
    >
      <div className="-mt-4">
        {sessions.isPending ? (
          <div role="status" aria-label="Loading sessions" className="grid gap-3">
            <Skeleton className="h-16" />
            <Skeleton className="h-16" />
          </div>
        ) : sessions.isError ? (
          <ErrorState
            title="Sessions"
            text={failureText(sessions.error, SESSIONS_FAILED)}
            onRetry={() => void sessions.refetch()}
          />
        ) : (
          <ul>
            {renderRows('li', sessions.data, (session) => (
              <Row
                key={session.id}
                session={session}
                busy={ending.isPending && ending.variables === session.id}
                onEnd={() => ending.mutate(session.id)}
              />
            ))}
          </ul>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => ending.mutate(null)}
        busy={ending.isPending}
        danger
        title="End all other sessions?"
        body="Every other browser and phone is logged out at once. A contest being taken there continues only after logging in again; its saved answers stay."
        confirmLabel={others === 1 ? 'End the session' : `End ${others} sessions`}
      />
    </ProfileSection>
  )
}

function Row({ session, busy, onEnd }: { session: OpenSession; busy: boolean; onEnd: () => void }) {
  const now = useNow()
  const device = session.device || 'Unknown device'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-4 last:border-b-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {device}
          {session.current ? <Badge tone="lawn">This one</Badge> : null}
        </p>
        <p className="mt-0.5 text-muted text-sm" title={localTimes(session.lastSeenAt)}>
          {session.address ? `${session.address} · ` : ''}
          {session.current ? 'in use now' : `last used ${formatRelative(session.lastSeenAt, now)}`}
        </p>
      </div>
      {session.current ? null : (
        <Button size="sm" busy={busy} onClick={onEnd} aria-label={`End session: ${device}`}>
          End
        </Button>
      )}
    </li>
  )
}
