/**
 * Answers of one's own registration, to read and to change, in the form of that day. They are fetched at every opening,
 * because they may have been changed elsewhere.
 */
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { failureText } from '@/api/failure'
import { Button } from '@/ui/Button'
import { ErrorState } from '@/ui/ErrorState'
import { Modal } from '@/ui/Modal'
import { Skeleton } from '@/ui/Skeleton'
import { ownRegistrationQuery, refusedAnswers } from '../api'
import { ANSWERS_LOST, CHANGE_ANSWERS, NO_QUESTIONS, SAVE_ANSWERS } from '../messages'
import { useSaveAnswers } from '../mutations'
import { RegistrationForm } from './RegistrationForm'

type AnswersModalProps = { eventId: string; title: string; open: boolean; onClose: () => void }

export function AnswersModal({ eventId, title, open, onClose }: AnswersModalProps) {
  const formId = useId()
  const saving = useSaveAnswers(eventId, onClose)
  const close = () => {
    if (saving.isPending) return
    // What was refused may be mended by the time it is opened again.
    saving.reset()
    onClose()
  }
  return (
    <Modal
      open={open}
      onClose={close}
      title={CHANGE_ANSWERS}
      description={title}
      footer={<Buttons eventId={eventId} formId={formId} busy={saving.isPending} onClose={close} />}
    >
      <OwnAnswers eventId={eventId} formId={formId} saving={saving} />
    </Modal>
  )
}

type Shared = { eventId: string; formId: string }

function Buttons({ eventId, formId, busy, onClose }: Shared & { busy: boolean; onClose: () => void }) {
  const { data } = useQuery(ownRegistrationQuery(eventId))
  const asksNothing = data?.fields.length === 0
  return (
    <>
      <Button onClick={onClose} disabled={busy}>
        {asksNothing ? 'Close' : 'Cancel'}
      </Button>
      {data && !asksNothing ? (
        <Button type="submit" form={formId} variant="primary" busy={busy}>
          {SAVE_ANSWERS}
        </Button>
      ) : null}
    </>
  )
}

function OwnAnswers({ eventId, formId, saving }: Shared & { saving: ReturnType<typeof useSaveAnswers> }) {
  const own = useQuery(ownRegistrationQuery(eventId))
  const refused = useMemo(() => refusedAnswers(saving.error), [saving.error])
  if (own.isPending) {
    return (
      <div role="status" aria-label="Loading your answers" className="grid gap-4">
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </div>
    )
  }
  if (!own.data) {
    return (
      <ErrorState title={ANSWERS_LOST} text={failureText(own.error, '').trim()} onRetry={() => void own.refetch()} />
    )
  }
  if (own.data.fields.length === 0) return <p className="text-muted">{NO_QUESTIONS}</p>
  return (
    <RegistrationForm
      id={formId}
      label={CHANGE_ANSWERS}
      fields={own.data.fields}
      initial={own.data.answers}
      refused={refused}
      onSubmit={(answers) => (saving.isPending ? undefined : saving.mutate(answers))}
    />
  )
}
