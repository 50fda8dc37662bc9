/**
 * What the organisers of an event see below it, apart from what everybody sees: change it, open and close registration,
 * call it off, and who comes.
 */
import { Link } from '@tanstack/react-router'
import { DoorClosed, DoorOpen, Pencil, TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { paths } from '@/app/paths'
import { Button, buttonClass } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { TextArea } from '@/ui/Field'
import { Modal } from '@/ui/Modal'
import { useCancelEvent, useSetOpen } from '../changes'
import type { ClubEvent, Status } from '../model'
import * as words from '../words'
import { Participants } from './Participants'

export function ManageEvent({ event, status }: { event: ClubEvent; status: Status }) {
  const headId = useId()
  const [ending, setEnding] = useState(false)
  const opening = useSetOpen(event.id)
  const ahead = status === 'upcoming' || status === 'running'
  return (
    <section aria-labelledby={headId} className="mt-12">
      <Card className="p-4 sm:p-6">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h2 id={headId} className="text-lg">
            {words.MANAGE}
          </h2>
          <div className="flex flex-wrap gap-2">
            {status === 'cancelled' ? null : (
              <Link {...paths.editEvent(event.id)} className={buttonClass({ size: 'sm' })}>
                <Pencil aria-hidden="true" className="size-4" />
                {words.EDIT}
              </Link>
            )}
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
                  {event.closed ? words.OPEN_REGISTRATION : words.CLOSE_REGISTRATION}
                </Button>
                <Button
                  size="sm"
                  variant="ghost"
                  icon={<TriangleAlert aria-hidden="true" className="size-4" />}
                  onClick={() => setEnding(true)}
                >
                  {words.CANCEL_EVENT}
                </Button>
              </>
            ) : null}
          </div>
        </div>
        <h3 className="mt-6 mb-3 border-line border-t pt-5 font-semibold text-base">{words.PARTICIPANTS_SHORT}</h3>
        <Participants eventId={event.id} title={event.title} />
      </Card>
      <CancelModal event={event} open={ending} onClose={() => setEnding(false)} />
    </section>
  )
}

const REASON_MOST = 500

function CancelModal({ event, open, onClose }: { event: ClubEvent; open: boolean; onClose: () => void }) {
  const formId = useId()
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const cancelling = useCancelEvent(event.id, onClose)
  const missing = reason.trim() === ''
  return (
    <Modal
      open={open}
      onClose={() => (cancelling.isPending ? undefined : onClose())}
      title={words.CANCEL_TITLE}
      description={event.title}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{words.KEEP_EVENT}</Button>
          <Button type="submit" form={formId} variant="danger" busy={cancelling.isPending}>
            {words.CANCEL_EVENT}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={(submitted) => {
          submitted.preventDefault()
          setAsked(true)
          if (!missing && !cancelling.isPending) cancelling.mutate(reason.trim())
        }}
      >
        <p className="text-muted">{words.CANCEL_BODY}</p>
        <TextArea
          label={words.REASON}
          rows={3}
          required
          maxLength={REASON_MOST}
          hint={words.REASON_HINT}
          value={reason}
          error={asked && missing ? words.REASON_MISSING : undefined}
          onChange={(typed) => setReason(typed.target.value)}
        />
      </form>
    </Modal>
  )
}
