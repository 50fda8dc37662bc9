/**
 * The creation form. What is typed stays in this browser until the contest exists: through a reload, and through a
 * log-in in between. A refusal of the server stays with the form; a missing creation is told by the page around it.
 */
import { Plus } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { failureText, hasCode } from '@/api/failure'
import { useSite } from '@/api/session'
import { serverNow } from '@/lib/serverClock'
import { Button } from '@/ui/Button'
import { CheckField, TextArea, TextField } from '@/ui/Field'
import { Notice } from '@/ui/Notice'
import { useCreateContest } from '../changes'
import { contestDraft } from '../drafts'
import { type Contest, changed, checkDraft, type Draft, momentsOf, newDraft, restoredDraft } from '../model'
import { ANSWERS_SHOWN, ANSWERS_SHOWN_HINT, CREATE_FAILED, END_BEFORE_START } from '../words'
import { WindowInputs } from './WindowInputs'

export function ContestForm({ userId, onCreated }: { userId: string; onCreated: (contest: Contest) => void }) {
  const { timeZone } = useSite()
  const form = useRef<HTMLFormElement>(null)
  const kept = contestDraft(userId)
  const [draft, setDraft] = useState(() => restoredDraft(kept.read(), serverNow(), timeZone))
  const [asked, setAsked] = useState(false)

  const creating = useCreateContest((contest) => {
    kept.clear()
    setDraft(newDraft(serverNow(), timeZone))
    setAsked(false)
    onCreated(contest)
  })

  const errors = checkDraft(draft, timeZone, serverNow())
  // Before the first try only what is certainly wrong is said.
  const shown = asked ? errors : errors.endDate === END_BEFORE_START ? { endDate: errors.endDate } : {}

  const change = (part: Partial<Draft>) => {
    const next = changed(draft, part, timeZone)
    setDraft(next)
    kept.write(next)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    const { startsAt, endsAt } = momentsOf(draft, timeZone)
    if (Object.keys(errors).length > 0 || startsAt === null || endsAt === null) {
      // The marks appear with the next paint.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
      return
    }
    if (creating.isPending) return
    // Another tab may have sent the same form and cleared what was kept.
    kept.write(draft)
    creating.mutate({ ...draft, startsAt, endsAt })
  }

  const told = creating.error && !hasCode(creating.error, 'no_contest_credit') && !hasCode(creating.error, 'logged_out')

  return (
    <form ref={form} noValidate onSubmit={submit} aria-label="Create a contest" className="grid gap-6">
      {told ? <Notice tone="brick">{failureText(creating.error, CREATE_FAILED)}</Notice> : null}
      <div className="grid gap-x-10 gap-y-5 lg:grid-cols-2">
        <div className="grid grid-rows-[auto_minmax(0,1fr)] gap-5">
          <TextField
            label="Title"
            required
            maxLength={200}
            placeholder="Operating Systems: scheduling and memory"
            value={draft.title}
            error={shown.title}
            onChange={(event) => change({ title: event.target.value })}
          />
          <TextArea
            label="Description"
            required
            rows={5}
            placeholder="What it covers, for whom, what is allowed."
            value={draft.description}
            error={shown.description}
            onChange={(event) => change({ description: event.target.value })}
            className="grid-rows-[auto_minmax(0,1fr)]"
          />
        </div>
        <div className="grid content-between gap-5">
          <WindowInputs fields={draft} errors={shown} onChange={change} />
          <div className="grid gap-x-6 gap-y-2 border-line border-t pt-4">
            <CheckField
              label="Public from the beginning"
              checked={draft.isPublic}
              onChange={(event) => change({ isPublic: event.target.checked })}
            />
            <CheckField
              label={ANSWERS_SHOWN}
              hint={ANSWERS_SHOWN_HINT}
              checked={draft.answersShown}
              onChange={(event) => change({ answersShown: event.target.checked })}
            />
            <Button
              type="submit"
              variant="primary"
              busy={creating.isPending}
              icon={<Plus aria-hidden="true" className="size-4" />}
              className="mt-2 sm:justify-self-end"
            >
              Create Contest
            </Button>
          </div>
        </div>
      </div>
    </form>
  )
}
