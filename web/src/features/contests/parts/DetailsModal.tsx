/** What a contest is called and what it says, and whether its answers are shown after the end; at any time. */
import { type FormEvent, useId, useState } from 'react'
import { failureText } from '@/api/failure'
import { Button } from '@/ui/Button'
import { CheckField, TextArea, TextField } from '@/ui/Field'
import { Modal } from '@/ui/Modal'
import { Notice } from '@/ui/Notice'
import { useDescribe } from '../changes'
import type { Contest } from '../model'
import { ANSWERS_SHOWN, ANSWERS_SHOWN_HINT, DETAILS_FAILED, EDIT_DETAILS, TITLE_MISSING } from '../words'

type DetailsModalProps = { contest: Contest; open: boolean; onClose: () => void }

export function DetailsModal({ contest, open, onClose }: DetailsModalProps) {
  const formId = useId()
  const [busy, setBusy] = useState(false)
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={EDIT_DETAILS}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            Save
          </Button>
        </>
      }
    >
      <DetailsForm id={formId} contest={contest} onBusy={setBusy} onDone={onClose} />
    </Modal>
  )
}

type DetailsFormProps = { id: string; contest: Contest; onBusy: (busy: boolean) => void; onDone: () => void }

function DetailsForm({ id, contest, onBusy, onDone }: DetailsFormProps) {
  const [title, setTitle] = useState(contest.title)
  const [description, setDescription] = useState(contest.description)
  const [answersShown, setAnswersShown] = useState(contest.answersShown)
  const [asked, setAsked] = useState(false)
  const saving = useDescribe(contest.id, onDone)
  const missing = title.trim() === ''

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (missing || saving.isPending) return
    onBusy(true)
    saving.mutate({ title, description, answersShown }, { onSettled: () => onBusy(false) })
  }

  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-5">
      {saving.error ? <Notice tone="brick">{failureText(saving.error, DETAILS_FAILED)}</Notice> : null}
      <TextField
        label="Title"
        required
        maxLength={200}
        value={title}
        error={asked && missing ? TITLE_MISSING : undefined}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextArea
        label="Description"
        rows={5}
        maxLength={5000}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      <CheckField
        label={ANSWERS_SHOWN}
        hint={ANSWERS_SHOWN_HINT}
        checked={answersShown}
        onChange={(event) => setAnswersShown(event.target.checked)}
      />
    </form>
  )
}
