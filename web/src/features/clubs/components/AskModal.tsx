/** Ask a club: the dialog for a question to it. What was typed stays until the server has taken it. */
import { useId } from 'react'
import { useServerForm } from '@/api/useServerForm'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { TextArea } from '@/ui/Field'
import { Modal } from '@/ui/Modal'
import { ASK, ASK_FAILED, ASK_LEAD, CANCEL, QUESTION, QUESTION_MISSING, SEND_QUESTION } from '../messages'
import { type Club, QUESTION_MOST } from '../model'
import { useAsk } from '../mutations'

type AskModalProps = { club: Pick<Club, 'name' | 'shortName'>; open: boolean; onClose: () => void }

export function AskModal({ club, open, onClose }: AskModalProps) {
  const formId = useId()
  const asking = useAsk(club.shortName, () => {
    form.reset()
    onClose()
  })
  const form = useServerForm({
    defaultValues: { text: '' },
    check: ({ text }) => (text.trim() === '' ? { text: QUESTION_MISSING } : {}),
    call: asking,
    send: ({ text }) => asking.mutate(text),
    failed: ASK_FAILED,
  })
  return (
    <Modal
      open={open}
      onClose={() => (asking.isPending ? undefined : onClose())}
      title={ASK}
      description={club.name}
      footer={
        <>
          <Button onClick={onClose}>{CANCEL}</Button>
          <Button type="submit" form={formId} variant="primary" busy={asking.isPending}>
            {SEND_QUESTION}
          </Button>
        </>
      }
    >
      <form id={formId} {...form.props} className="grid gap-4">
        <p className="text-muted">{ASK_LEAD}</p>
        <TextArea label={QUESTION} rows={5} required maxLength={QUESTION_MOST} {...form.field('text')} />
        {form.refusal ? <Alert tone={form.refusalTone}>{form.refusal}</Alert> : null}
      </form>
    </Modal>
  )
}
