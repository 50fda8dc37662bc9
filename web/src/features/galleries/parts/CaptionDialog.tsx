/** Another title and description for a gallery. What the server refuses is said at its field. */
import { type FormEvent, useId, useState } from 'react'
import { failureText } from '@/api/failure'
import { Button } from '@/ui/Button'
import { TextArea, TextField } from '@/ui/Field'
import { Modal } from '@/ui/Modal'
import { Notice } from '@/ui/Notice'
import { refusedText } from '../api'
import { useSaveCaption } from '../changes'
import { DESCRIPTION_MOST, type Gallery, TITLE_MOST } from '../model'
import * as words from '../words'

type CaptionDialogProps = { gallery: Gallery; open: boolean; onClose: () => void }

/** Given a key of its own at each opening, it begins with what is there then. */
export function CaptionDialog({ gallery, open, onClose }: CaptionDialogProps) {
  const formId = useId()
  const [title, setTitle] = useState(gallery.title)
  const [description, setDescription] = useState(gallery.description)
  const saving = useSaveCaption(gallery, onClose)
  const text = failureText(saving.error, words.SAVE_FAILED)
  const refused = saving.isError ? refusedText(saving.error) : null
  const isBlank = title.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBlank && !saving.isPending) saving.mutate({ title: title.trim(), description: description.trim() })
  }
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={words.EDIT_DETAILS}
      footer={
        <>
          <Button onClick={onClose}>{words.CANCEL}</Button>
          <Button type="submit" form={formId} variant="primary" busy={saving.isPending} disabled={isBlank}>
            {words.SAVE}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-5">
        {saving.isError && !refused ? <Notice tone="brick">{text}</Notice> : null}
        <TextField
          label={words.TITLE}
          required
          maxLength={TITLE_MOST}
          value={title}
          error={isBlank ? words.TITLE_MISSING : refused === 'title' ? text : undefined}
          onChange={({ target }) => {
            setTitle(target.value)
            saving.reset()
          }}
        />
        <TextArea
          label={words.DESCRIPTION}
          rows={3}
          maxLength={DESCRIPTION_MOST}
          value={description}
          error={refused === 'description' ? text : undefined}
          onChange={({ target }) => {
            setDescription(target.value)
            saving.reset()
          }}
        />
      </form>
    </Modal>
  )
}
