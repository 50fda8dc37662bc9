/** One's own part in an event: a place, or the turn on the waiting list; answers to change, and the way out. */
import { useState } from 'react'
import { Button } from '@/ui/Button'
import { Confirm } from '@/ui/Confirm'
import { useWithdraw } from '../changes'
import type { ClubEvent, Part } from '../model'
import { CHANGE_ANSWERS, KEEP_IT, WITHDRAW, WITHDRAW_BODY, WITHDRAW_TITLE, WITHDRAW_WAITING } from '../words'
import { AnswersModal } from './AnswersModal'
import { PartBadge } from './StatusBadge'

type OwnPartProps = { event: ClubEvent; part: Part; onGone: () => void }

export function OwnPart({ event, part, onGone }: OwnPartProps) {
  const [changing, setChanging] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const withdrawing = useWithdraw(event.id, () => {
    setLeaving(false)
    onGone()
  })
  return (
    <div className="grid gap-3">
      <p>
        <PartBadge part={part} />
      </p>
      <div className="grid gap-3">
        <Button className="w-full" onClick={() => setChanging(true)}>
          {CHANGE_ANSWERS}
        </Button>
        <Button variant="ghost" className="w-full" onClick={() => setLeaving(true)}>
          {WITHDRAW}
        </Button>
      </div>
      <AnswersModal eventId={event.id} title={event.title} open={changing} onClose={() => setChanging(false)} />
      <Confirm
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
