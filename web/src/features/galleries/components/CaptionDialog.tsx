/** Caption dialog: changes title and description of a gallery. What the server refuses is said at its field. */
import { useId, useState } from 'react'
import { useServerForm } from '@/api/useServerForm'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { TextArea, TextField } from '@/ui/Field'
import { Modal } from '@/ui/Modal'
import { refusedText } from '../api'
import * as messages from '../messages'
import { DESCRIPTION_MOST, type Gallery, TITLE_MOST } from '../model'
import { useSaveCaption } from '../mutations'

type CaptionDialogProps = { gallery: Gallery; open: boolean; onClose: () => void }

/** Given a key of its own at each opening, it begins with what is there then. */
export function CaptionDialog({ gallery, open, onClose }: CaptionDialogProps) {
  const formId = useId()
  const saving = useSaveCaption(gallery, onClose)
  const [before] = useState({ title: gallery.title, description: gallery.description })
  const form = useServerForm({
    defaultValues: before,
    check: ({ title }) => (title.trim() === '' ? { title: messages.TITLE_MISSING } : {}),
    call: saving,
    // What somebody else changes meanwhile stays.
    send: ({ title, description }) =>
      saving.mutate({
        ...(title.trim() === before.title ? {} : { title: title.trim() }),
        ...(description.trim() === before.description ? {} : { description: description.trim() }),
      }),
    refusedAt: refusedText,
    failed: messages.SAVE_FAILED,
  })
  const isBlank = form.watch('title').trim() === ''
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={messages.EDIT_DETAILS}
      footer={
        <>
          <Button onClick={onClose}>{messages.CANCEL}</Button>
          <Button type="submit" form={formId} variant="primary" busy={saving.isPending} disabled={isBlank}>
            {messages.SAVE}
          </Button>
        </>
      }
    >
      <form id={formId} {...form.props} className="grid gap-5">
        {form.refusal ? <Alert tone={form.refusalTone}>{form.refusal}</Alert> : null}
        <TextField
          label={messages.TITLE}
          required
          maxLength={TITLE_MOST}
          {...form.field('title')}
          error={isBlank ? messages.TITLE_MISSING : form.errors.title}
        />
        <TextArea label={messages.DESCRIPTION} rows={3} maxLength={DESCRIPTION_MOST} {...form.field('description')} />
      </form>
    </Modal>
  )
}
