/**
 * Details dialog of a contest, to change its title, its description and its rules; at any time. Only what was changed here since it
 * was opened is sent: what somebody else set meanwhile stays.
 */
import { useId, useState } from 'react'
import { rulesOf } from '@/api/contestRules'
import { useServerForm } from '@/api/useServerForm'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { TextArea, TextField } from '@/ui/Field'
import { Modal } from '@/ui/Modal'
import { changedDetails } from '../detailChanges'
import { DETAILS_FAILED, EDIT_DETAILS, TITLE_MISSING } from '../messages'
import type { Contest } from '../model'
import { useDescribe } from '../mutations'
import { checkAmounts, refusedRule } from '../ruleChoices'
import { checkMinutes } from '../timeMessages'
import type { MarkErrors } from './MarksFields'
import { RulesFields } from './RulesFields'
import { TimeFields } from './TimeFields'

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

type DetailErrors = MarkErrors & { title?: string; minutes?: string }
type DetailsFormProps = { id: string; contest: Contest; onBusy: (busy: boolean) => void; onDone: () => void }

function DetailsForm({ id, contest, onBusy, onDone }: DetailsFormProps) {
  const saving = useDescribe(contest.id, onDone)
  const [before] = useState(() => ({
    title: contest.title,
    description: contest.description,
    ...rulesOf(contest),
  }))
  const form = useServerForm<typeof before, DetailErrors>({
    defaultValues: before,
    check: (fields): DetailErrors => ({
      ...(fields.title.trim() === '' ? { title: TITLE_MISSING } : {}),
      ...checkAmounts(fields),
      ...checkMinutes(fields.minutes),
    }),
    refusedAt: refusedRule,
    call: saving,
    send: (fields) => {
      onBusy(true)
      saving.mutate(changedDetails(before, fields), { onSettled: () => onBusy(false) })
    },
    failed: DETAILS_FAILED,
  })

  return (
    <form id={id} {...form.props} className="grid gap-5">
      {form.refusal ? <Alert tone={form.refusalTone}>{form.refusal}</Alert> : null}
      <TextField label="Title" required maxLength={200} {...form.field('title')} />
      <TextArea label="Description" rows={5} maxLength={5000} {...form.field('description')} />
      <RulesFields rules={form.watch()} onChange={form.change} errors={form.errors} frozen={contest.frozen} />
      <TimeFields
        minutes={form.watch().minutes}
        onChange={form.change}
        error={form.errors.minutes}
        frozen={contest.frozen}
      />
    </form>
  )
}
