/**
 * Poll form, for creating one, and beside it the poll as voters will see it. What is typed stays in this browser until
 * the poll exists: through a reload and through a log-in in between. A mark goes when its field is edited. A refusal of
 * the server leaves everything as it was typed.
 */
import { useState } from 'react'
import { Failure, hasCode } from '@/api/failure'
import { useSite } from '@/api/session'
import { useServerForm } from '@/api/useServerForm'
import { serverNow } from '@/lib/serverClock'
import { useNow } from '@/lib/useNow'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { TextField } from '@/ui/Field'
import { refusedField } from '../api'
import { CREATE_FAILED, FORM_TITLE } from '../messages'
import { checkDraft, type Draft, type Errors, momentsOf, newDraft, type Poll, restoredDraft, withStart } from '../model'
import { useCreatePoll } from '../mutations'
import { pollDraft } from '../pollDrafts'
import { OptionFields } from './OptionFields'
import { PollPreview } from './PollPreview'
import { WindowFields } from './WindowFields'

type PollFormProps = { userId: string; onCancel: () => void; onCreated: (poll: Poll) => void }

export function PollForm({ userId, onCancel, onCreated }: PollFormProps) {
  const { timeZone } = useSite()
  const now = useNow()
  const kept = pollDraft(userId)
  const [begun] = useState(() => restoredDraft(kept.read(), serverNow(), timeZone))
  const creating = useCreatePoll((poll) => {
    kept.clear()
    onCreated(poll)
  })
  const form = useServerForm<Draft, Errors>({
    defaultValues: begun,
    check: (draft) => checkDraft(draft, serverNow(), timeZone),
    call: creating,
    send: (draft) => {
      const moments = momentsOf(draft, serverNow(), timeZone)
      const { endsAt } = moments
      // Pressed again after no answer came: with the start of before it is the same poll, which is made once.
      const before = creating.error instanceof Failure && creating.error.unsure ? creating.variables : undefined
      const startsAt = draft.startChosen ? moments.startsAt : (before?.startsAt ?? moments.startsAt)
      if (startsAt === null || endsAt === null) return
      // Another tab may have sent the same form and cleared what was kept.
      kept.write(draft)
      const { title, organization, options } = draft
      creating.mutate({ title, organization, options, startsAt, endsAt })
    },
    refusedAt: refusedField,
    failed: CREATE_FAILED,
    judgesAgain: false,
    onChange: (draft) => kept.write(draft),
  })
  const { change, errors } = form
  const draft = form.watch()
  const isToldElsewhere = ['no_poll_credit', 'logged_out'].some((code) => hasCode(creating.error, code))

  const cancel = () => {
    kept.clear()
    form.reset(newDraft(serverNow(), timeZone))
    onCancel()
  }
  // A start nobody chose is now, whenever that is.
  const shown = draft.startChosen ? draft : { ...draft, start: newDraft(now, timeZone).start }

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Card className="p-4 sm:p-7">
        <form {...form.props} aria-label={FORM_TITLE} className="grid gap-5">
          {form.refusal && !isToldElsewhere ? <Alert tone={form.refusalTone}>{form.refusal}</Alert> : null}
          <TextField
            label="Poll title"
            required
            maxLength={200}
            placeholder="What should the mess serve on Sunday?"
            {...form.field('title')}
          />
          <TextField
            label="Organization"
            required
            maxLength={100}
            placeholder="Mess Committee"
            {...form.field('organization')}
          />
          <OptionFields
            options={draft.options}
            errors={errors.options ?? []}
            onChange={(options, mended) => change({ options }, { options: mended })}
          />
          <WindowFields
            start={shown.start}
            end={draft.end}
            errors={errors}
            onStart={(start) => change(withStart(draft, start, timeZone), { start: undefined, end: undefined })}
            onEnd={(end) => change({ end, endChosen: true }, { end: undefined })}
          />
          <div className="flex flex-wrap justify-end gap-3 border-line border-t pt-5">
            <Button onClick={cancel} className="max-sm:flex-1">
              Cancel
            </Button>
            <Button type="submit" variant="primary" busy={creating.isPending} className="max-sm:flex-1">
              Create Poll
            </Button>
          </div>
        </form>
      </Card>
      <PollPreview draft={shown} />
    </div>
  )
}
