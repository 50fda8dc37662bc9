/**
 * Registration dialog, 'Register for Event': which one, when and where, and its form. What was typed stays in this tab
 * until it is sent. A refused answer is marked at its field; a place that is gone meanwhile means the waiting list, and
 * is said.
 */
import { CalendarDays, MapPin } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { hasCode } from '@/api/failure'
import { useSession, useSite } from '@/api/session'
import { hrefOf, paths } from '@/app/paths'
import { formatRange, localTimes } from '@/lib/time'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { Modal } from '@/ui/Modal'
import { refusedAnswers } from '../api'
import { answersDraft } from '../eventDrafts'
import { JOINS_WAITING, LOGGED_OUT_MEANWHILE, NO_QUESTIONS, PLACE_OPEN, REGISTER_FOR, SUBMIT } from '../messages'
import { type ClubEvent, isFull } from '../model'
import { useRegister } from '../mutations'
import { LogInPrompt } from './LogInPrompt'
import { RegistrationForm } from './RegistrationForm'

type RegisterModalProps = {
  event: ClubEvent
  open: boolean
  onClose: () => void
  /** One is registered: the button that opened it is gone. */
  onDone: () => void
}

export function RegisterModal({ event, open, onClose, onDone }: RegisterModalProps) {
  const formId = useId()
  const { user } = useSession()
  const { timeZone } = useSite()
  // Whose answers they are: also once the session has ended.
  const [owner, setOwner] = useState(user?.id)
  if (user && user.id !== owner && !(open && owner)) setOwner(user.id)
  const kept = answersDraft(event.id, owner ?? '', event.fields)
  const registering = useRegister(event, () => {
    kept.clear()
    onClose()
    onDone()
  })
  const refused = useMemo(() => refusedAnswers(registering.error), [registering.error])
  const busy = registering.isPending
  const close = () => {
    // What was refused may be mended by the time it is opened again.
    if (busy) registering.stop()
    else registering.reset()
    onClose()
  }
  return (
    <Modal
      open={open}
      onClose={close}
      title={REGISTER_FOR}
      footer={
        <>
          <Button onClick={close} className="max-sm:flex-1">
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={busy} className="max-sm:flex-1">
            {SUBMIT}
          </Button>
        </>
      }
    >
      <div className="mb-5 border-line border-b pb-5">
        <h3 className="text-lg">{event.title}</h3>
        <ul className="mt-2 grid gap-1 text-muted text-sm">
          <li className="flex gap-2">
            <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span className="ink min-w-0">
              <span className="sr-only">Location: </span>
              {event.location || PLACE_OPEN}
            </span>
          </li>
          <li className="num flex gap-2" title={event.startsAt === null ? undefined : localTimes(event.startsAt)}>
            <CalendarDays aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span>
              <span className="sr-only">Date and time: </span>
              {formatRange(event.startsAt, event.endsAt, timeZone)}
            </span>
          </li>
        </ul>
      </div>
      {hasCode(registering.error, 'logged_out') ? (
        <LogInPrompt text={LOGGED_OUT_MEANWHILE} back={hrefOf(paths.event(event.id))} className="mb-5" />
      ) : null}
      {isFull(event) ? (
        <Alert tone="amber" className="mb-5">
          {JOINS_WAITING}
        </Alert>
      ) : null}
      {event.fields.length === 0 ? <p className="text-muted">{NO_QUESTIONS}</p> : null}
      <RegistrationForm
        id={formId}
        label={REGISTER_FOR}
        fields={event.fields}
        initial={kept.read() ?? {}}
        refused={refused}
        onChange={kept.write}
        onSubmit={(answers) => (busy ? undefined : registering.mutate(answers))}
      />
    </Modal>
  )
}
