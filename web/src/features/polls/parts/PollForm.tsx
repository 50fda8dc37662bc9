/**
 * The creation form, and beside it the poll as voters will see it. What is typed stays in this browser until the poll
 * exists: through a reload and through a log-in in between. A mark goes when its field is edited. A refusal of the
 * server leaves everything as it was typed.
 */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { failureText, hasCode } from '@/api/failure'
import { useSite } from '@/api/session'
import { serverNow } from '@/lib/serverClock'
import { useNow } from '@/lib/useNow'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { TextField } from '@/ui/Field'
import { Notice } from '@/ui/Notice'
import { refusedField } from '../api'
import { useCreatePoll } from '../changes'
import { pollDraft } from '../drafts'
import { checkDraft, type Draft, type Errors, momentsOf, newDraft, type Poll, restoredDraft, withStart } from '../model'
import { CREATE_FAILED, FORM_TITLE } from '../words'
import { OptionFields } from './OptionFields'
import { Preview } from './Preview'
import { WindowFields } from './WindowFields'

type PollFormProps = { userId: string; onCancel: () => void; onCreated: (poll: Poll) => void }

export function PollForm({ userId, onCancel, onCreated }: PollFormProps) {
  const { timeZone } = useSite()
  const now = useNow()
  const form = useRef<HTMLFormElement>(null)
  const kept = pollDraft(userId)
  const [draft, setDraft] = useState(() => restoredDraft(kept.read(), serverNow(), timeZone))
  const [errors, setErrors] = useState<Errors>({})

  const marking = useRef(false)

  const showMarks = (found: Errors) => {
    marking.current = true
    setErrors(found)
  }
  // Once the marks are there: the first one is where to go on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: new marks are what it waits for
  useEffect(() => {
    if (!marking.current) return
    marking.current = false
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [errors])
  const creating = useCreatePoll((poll) => {
    kept.clear()
    onCreated(poll)
  })
  const refused = refusedField(creating.error)
  const told = creating.error && !refused && !['no_poll_credit', 'logged_out'].some((c) => hasCode(creating.error, c))

  const change = (part: Partial<Draft>, mended: Errors) => {
    const next = { ...draft, ...part }
    setDraft(next)
    kept.write(next)
    setErrors({ ...errors, ...mended })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (creating.isPending) return
    const at = serverNow()
    const found = checkDraft(draft, at, timeZone)
    const { startsAt, endsAt } = momentsOf(draft, at, timeZone)
    if (Object.keys(found).length > 0 || startsAt === null || endsAt === null) return showMarks(found)
    setErrors({})
    // Another tab may have sent the same form and cleared what was kept.
    kept.write(draft)
    const { title, organization, options } = draft
    creating.mutate(
      { title, organization, options, startsAt, endsAt },
      {
        onError: (error) => {
          const field = refusedField(error)
          if (field) showMarks(field)
        },
      },
    )
  }
  const cancel = () => {
    kept.clear()
    setDraft(newDraft(serverNow(), timeZone))
    setErrors({})
    onCancel()
  }
  // A start nobody chose is now, whenever that is.
  const shown = draft.startChosen ? draft : { ...draft, start: newDraft(now, timeZone).start }

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Card className="p-4 sm:p-7">
        <form ref={form} noValidate onSubmit={submit} aria-label={FORM_TITLE} className="grid gap-5">
          {told ? <Notice tone="brick">{failureText(creating.error, CREATE_FAILED)}</Notice> : null}
          <TextField
            label="Poll title"
            required
            maxLength={200}
            placeholder="What should the mess serve on Sunday?"
            value={draft.title}
            error={errors.title}
            onChange={(event) => change({ title: event.target.value }, { title: undefined })}
          />
          <TextField
            label="Organization"
            required
            maxLength={100}
            placeholder="Mess Committee"
            value={draft.organization}
            error={errors.organization}
            onChange={(event) => change({ organization: event.target.value }, { organization: undefined })}
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
      <Preview draft={shown} />
    </div>
  )
}
