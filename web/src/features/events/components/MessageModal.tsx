/** Message form, from those who organise an event to everybody who has a place. */
import { useId } from 'react'
import { useSite } from '@/api/session'
import { useServerForm } from '@/api/useServerForm'
import { isolated } from '@/lib/isolated'
import { Button } from '@/ui/Button'
import { TextArea } from '@/ui/Field'
import { Modal } from '@/ui/Modal'
import * as messages from '../messages'
import type { ClubEvent } from '../model'
import { useSendMessage } from '../mutations'

const BODY_MOST = 1000

type MessageModalProps = { event: ClubEvent; open: boolean; onClose: () => void }

export function MessageModal({ event, open, onClose }: MessageModalProps) {
  const formId = useId()
  const { mail } = useSite()
  const sending = useSendMessage(event.id, () => {
    form.reset({ body: '' })
    onClose()
  })
  const form = useServerForm({
    defaultValues: { body: '' },
    check: ({ body }) => (body.trim() === '' ? { body: messages.MESSAGE_MISSING } : {}),
    call: sending,
    send: ({ body }) => sending.mutate(body.trim()),
  })
  return (
    <Modal
      open={open}
      onClose={() => (sending.isPending ? undefined : onClose())}
      title={messages.MESSAGE_TITLE}
      description={`${isolated(event.title)} · ${messages.countOf(event.registered, 'person', 'people')}`}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={sending.isPending}>
            {messages.MESSAGE_SEND}
          </Button>
        </>
      }
    >
      <form id={formId} {...form.props} className="grid gap-4">
        <TextArea
          label={messages.MESSAGE_BODY}
          rows={5}
          required
          maxLength={BODY_MOST}
          hint={messages.messageHint(mail)}
          {...form.field('body')}
        />
      </form>
    </Modal>
  )
}
