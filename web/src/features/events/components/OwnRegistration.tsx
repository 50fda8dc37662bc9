/**
 * Own registration for an event: a place, or the position on the waiting list; the answers to change, and the way to
 * withdraw.
 */
import { useState } from 'react'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { lazyDialog } from '@/ui/lazyDialog'
import {
  CHANGE_ANSWERS,
  KEEP_IT,
  WAITING_ENDED,
  WAITING_UNTIL,
  WITHDRAW,
  WITHDRAW_BODY,
  WITHDRAW_TITLE,
  WITHDRAW_WAITING,
} from '../messages'
import { type ClubEvent, movesUp, type Part } from '../model'
import { useWithdraw } from '../mutations'
import { PartBadge } from './EventStatusBadge'

const AnswersModal = lazyDialog(() => import('./AnswersModal').then((file) => file.AnswersModal))

type OwnRegistrationProps = { event: ClubEvent; part: Part; now: number; onGone: () => void }

export function OwnRegistration({ event, part, now, onGone }: OwnRegistrationProps) {
  const [changing, setChanging] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const withdrawing = useWithdraw(event, () => {
    setLeaving(false)
    onGone()
  })
  return (
    <div className="grid gap-3">
      <p>
        <PartBadge part={part} />
      </p>
      {part.state === 'waiting' ? (
        <p className="text-muted text-sm">{movesUp(event, now) ? WAITING_UNTIL : WAITING_ENDED}</p>
      ) : null}
      <div className="grid gap-3">
        <Button className="w-full" onClick={() => setChanging(true)}>
          {CHANGE_ANSWERS}
        </Button>
        <Button variant="ghost" className="w-full" onClick={() => setLeaving(true)}>
          {WITHDRAW}
        </Button>
      </div>
      <AnswersModal eventId={event.id} title={event.title} open={changing} onClose={() => setChanging(false)} />
      <ConfirmDialog
        open={leaving}
        onClose={() => setLeaving(false)}
        onConfirm={() => withdrawing.mutate()}
        title={WITHDRAW_TITLE}
        body={part.state === 'waiting' ? WITHDRAW_WAITING : WITHDRAW_BODY}
        confirmLabel={WITHDRAW}
        cancelLabel={KEEP_IT}
        danger
        busy={withdrawing.isPending}
      />
    </div>
  )
}
