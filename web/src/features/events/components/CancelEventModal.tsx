/** Cancellation of an event, with a reason that everybody who is registered gets to read. */
import { useId } from 'react'
import { useServerForm } from '@/api/useServerForm'
import { Button } from '@/ui/Button'
import { TextArea } from '@/ui/Field'
import { Modal } from '@/ui/Modal'
import * as messages from '../messages'
import type { ClubEvent } from '../model'
import { useCancelEvent } from '../mutations'

const REASON_MOST = 500

type CancelEventModalProps = { event: ClubEvent; open: boolean; onClose: () => void }

export function CancelEventModal({ event, open, onClose }: CancelEventModalProps) {
  const formId = useId()
  const cancelling = useCancelEvent(event.id, onClose)
  const form = useServerForm({
    defaultValues: { reason: '' },
    check: ({ reason }) => (reason.trim() === '' ? { reason: messages.REASON_MISSING } : {}),
    call: cancelling,
    send: ({ reason }) => cancelling.mutate(reason.trim()),
  })
  return (
    <Modal
      open={open}
      onClose={() => (cancelling.isPending ? undefined : onClose())}
      title={messages.CANCEL_TITLE}
      description={event.title}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{messages.KEEP_EVENT}</Button>
          <Button type="submit" form={formId} variant="danger" busy={cancelling.isPending}>
            {messages.CANCEL_EVENT}
          </Button>
        </>
      }
    >
      <form id={formId} {...form.props} className="grid gap-4">
        <p className="text-muted">{messages.CANCEL_BODY}</p>
        <TextArea
          label={messages.REASON}
          rows={3}
          required
          maxLength={REASON_MOST}
          hint={messages.REASON_HINT}
          {...form.field('reason')}
        />
      </form>
    </Modal>
  )
}
