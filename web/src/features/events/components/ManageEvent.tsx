/**
 * Event management, which its organisers see below an event, apart from what everybody sees: change it, write to those
 * registered, open and close registration, call it off, and who comes.
 */
import { Link } from '@tanstack/react-router'
import { DoorClosed, DoorOpen, Pencil, Send, TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { paths } from '@/app/paths'
import { Button, buttonClass } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { lazyDialog } from '@/ui/lazyDialog'
import * as messages from '../messages'
import type { ClubEvent, Status } from '../model'
import { useSetOpen } from '../mutations'
import { Participants } from './Participants'

const MessageModal = lazyDialog(() => import('./MessageModal').then((file) => file.MessageModal))
const CancelEventModal = lazyDialog(() => import('./CancelEventModal').then((file) => file.CancelEventModal))

export function ManageEvent({ event, status }: { event: ClubEvent; status: Status }) {
  const headId = useId()
  const [ending, setEnding] = useState(false)
  const [writing, setWriting] = useState(false)
  const opening = useSetOpen(event.id)
  const ahead = status === 'upcoming' || status === 'running'
  return (
    <section aria-labelledby={headId} className="mt-12">
      <Card className="p-4 sm:p-6">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h2 id={headId} className="text-lg">
            {messages.MANAGE}
          </h2>
          <div className="flex flex-wrap gap-2">
            {status === 'cancelled' ? null : (
              <Link {...paths.editEvent(event.id)} className={buttonClass({ size: 'sm' })}>
                <Pencil aria-hidden="true" className="size-4" />
                {messages.EDIT}
              </Link>
            )}
            {event.registered > 0 ? (
              <Button size="sm" icon={<Send aria-hidden="true" className="size-4" />} onClick={() => setWriting(true)}>
                {messages.SEND_MESSAGE}
              </Button>
            ) : null}
            {ahead ? (
              <>
                <Button
                  size="sm"
                  busy={opening.isPending}
                  icon={
                    event.closed ? (
                      <DoorOpen aria-hidden="true" className="size-4" />
                    ) : (
                      <DoorClosed aria-hidden="true" className="size-4" />
                    )
                  }
                  onClick={() => opening.mutate(event.closed)}
                >
                  {event.closed ? messages.OPEN_REGISTRATION : messages.CLOSE_REGISTRATION}
                </Button>
                <Button
                  size="sm"
                  variant="ghost"
                  icon={<TriangleAlert aria-hidden="true" className="size-4" />}
                  onClick={() => setEnding(true)}
                >
                  {messages.CANCEL_EVENT}
                </Button>
              </>
            ) : null}
          </div>
        </div>
        <h3 className="mt-6 mb-3 border-line border-t pt-5 font-semibold text-base">{messages.PARTICIPANTS_SHORT}</h3>
        <Participants eventId={event.id} title={event.title} />
      </Card>
      <MessageModal event={event} open={writing} onClose={() => setWriting(false)} />
      <CancelEventModal event={event} open={ending} onClose={() => setEnding(false)} />
    </section>
  )
}
