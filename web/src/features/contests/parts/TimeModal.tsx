/** Moves a contest in time, until its end. Prefilled from the present dates; a refusal stays in the window. */
import { type FormEvent, useId, useRef, useState } from 'react'
import { failureText } from '@/api/failure'
import { useSite } from '@/api/session'
import { serverNow } from '@/lib/serverClock'
import { Button } from '@/ui/Button'
import { Modal } from '@/ui/Modal'
import { Notice } from '@/ui/Notice'
import { useReschedule } from '../changes'
import { type Contest, checkReschedule, momentsOf, type WindowFields, windowFields } from '../model'
import { END_BEFORE_START, TIME_FAILED } from '../words'
import { WindowInputs } from './WindowInputs'

type TimeModalProps = { contest: Contest; open: boolean; onClose: () => void }

export function TimeModal({ contest, open, onClose }: TimeModalProps) {
  const formId = useId()
  const [busy, setBusy] = useState(false)
  return (
    <Modal
      open={open}
      onClose={onClose}
      title="Change time"
      description={contest.title}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            Update Time
          </Button>
        </>
      }
    >
      <TimeForm id={formId} contest={contest} onBusy={setBusy} onDone={onClose} />
    </Modal>
  )
}

type TimeFormProps = { id: string; contest: Contest; onBusy: (busy: boolean) => void; onDone: () => void }

/** Mounted with the window, so it always begins with the dates of now. */
function TimeForm({ id, contest, onBusy, onDone }: TimeFormProps) {
  const { timeZone } = useSite()
  const form = useRef<HTMLFormElement>(null)
  const [fields, setFields] = useState(() => windowFields(contest.startsAt, contest.endsAt, timeZone))
  const [asked, setAsked] = useState(false)
  const moving = useReschedule(contest.id, onDone)
  const errors = checkReschedule(fields, contest, timeZone, serverNow())
  const running = Date.parse(contest.startsAt) <= serverNow()
  const shown = asked ? errors : errors.endDate === END_BEFORE_START ? { endDate: errors.endDate } : {}

  const change = (part: Partial<WindowFields>) => setFields({ ...fields, ...part })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    const { startsAt, endsAt } = momentsOf(fields, timeZone)
    if (Object.keys(errors).length > 0 || startsAt === null || endsAt === null) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
      return
    }
    if (moving.isPending) return
    onBusy(true)
    moving.mutate({ startsAt, endsAt }, { onSettled: () => onBusy(false) })
  }

  return (
    <form ref={form} id={id} noValidate onSubmit={submit} className="grid gap-5">
      {moving.error ? <Notice tone="brick">{failureText(moving.error, TIME_FAILED)}</Notice> : null}
      {contest.frozen ? (
        <Notice tone="amber">
          People have joined: the start can only move to an earlier time, the end to any time still to come.
        </Notice>
      ) : null}
      <WindowInputs fields={fields} errors={shown} running={running} onChange={change} />
    </form>
  )
}
