/**
 * Time dialog: moves a contest in time, until its end. Prefilled from the present dates; a refusal stays in the window.
 */
import { useId, useState } from 'react'
import { useSite } from '@/api/session'
import { useServerForm } from '@/api/useServerForm'
import { serverNow } from '@/lib/serverClock'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { Modal } from '@/ui/Modal'
import { END_BEFORE_START, TIME_FAILED, TOLD_OF_TIME } from '../messages'
import { type Contest, checkReschedule, momentsOf, type WindowFields, windowFields } from '../model'
import { useReschedule } from '../mutations'
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
  const moving = useReschedule(contest.id, onDone)
  const [begun] = useState(() => windowFields(contest.startsAt, contest.endsAt, timeZone))
  const check = (fields: WindowFields) => checkReschedule(fields, contest, timeZone, serverNow())
  const form = useServerForm({
    defaultValues: begun,
    check,
    call: moving,
    send: (fields) => {
      const { startsAt, endsAt } = momentsOf(fields, timeZone)
      if (startsAt === null || endsAt === null) return
      onBusy(true)
      // What was not changed here may be another meanwhile.
      const before = momentsOf(begun, timeZone)
      const moved = {
        ...(startsAt === before.startsAt ? {} : { startsAt }),
        ...(endsAt === before.endsAt ? {} : { endsAt }),
      }
      moving.mutate(moved, { onSettled: () => onBusy(false) })
    },
    failed: TIME_FAILED,
  })
  const fields = form.watch()
  const { endDate } = check(fields)
  const shown = endDate === END_BEFORE_START ? { ...form.errors, endDate } : form.errors
  const running = Date.parse(contest.startsAt) <= serverNow()

  return (
    <form id={id} {...form.props} className="grid gap-5">
      {form.refusal ? <Alert tone={form.refusalTone}>{form.refusal}</Alert> : null}
      {contest.frozen ? (
        <Alert tone="amber">
          People have joined: the start can only move to an earlier time, the end to any time still to come.
        </Alert>
      ) : null}
      <WindowInputs fields={fields} errors={shown} running={running} onChange={form.change} />
      <p className="text-muted text-sm">{TOLD_OF_TIME}</p>
    </form>
  )
}
