/**
 * Contest form, for creating one. What is typed stays in this browser until the contest exists: through a reload, and
 * through a log-in in between. A refusal of the server stays with the form; a missing creation is told by the page
 * around it.
 */
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { hasCode, unsureText } from '@/api/failure'
import { useSite } from '@/api/session'
import { useServerForm } from '@/api/useServerForm'
import { serverNow } from '@/lib/serverClock'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { CheckField, TextArea, TextField } from '@/ui/Field'
import { contestDraft } from '../contestDrafts'
import { CREATE_FAILED, CREATE_UNSURE, END_BEFORE_START, TOLD_WITH_QUESTIONS, WITHOUT_QUESTIONS } from '../messages'
import {
  type Contest,
  changed,
  checkDraft,
  type Draft,
  doubtOfPublishing,
  momentsOf,
  newDraft,
  restoredDraft,
} from '../model'
import { useCreateContest } from '../mutations'
import { checkAmounts, refusedRule } from '../ruleChoices'
import { checkMinutes } from '../timeMessages'
import { RulesFields } from './RulesFields'
import { TimeFields } from './TimeFields'
import { WindowInputs } from './WindowInputs'

/** What becomes of a contest that is public from the beginning. */
function publicHint(draft: Draft, zone: string): string {
  const { startsAt, endsAt } = momentsOf(draft, zone)
  const now = serverNow()
  // The fields say what is wrong with it.
  if (!startsAt || !endsAt || Date.parse(endsAt) <= Math.max(now, Date.parse(startsAt))) return ''
  const doubt = doubtOfPublishing({ startsAt, endsAt, questionCount: 0 }, now)
  return doubt === null || doubt === WITHOUT_QUESTIONS ? TOLD_WITH_QUESTIONS : doubt
}

export function ContestForm({ userId, onCreated }: { userId: string; onCreated: (contest: Contest) => void }) {
  const { timeZone } = useSite()
  const kept = contestDraft(userId)
  const [begun] = useState(() => restoredDraft(kept.read(), serverNow(), timeZone))
  const creating = useCreateContest((contest) => {
    kept.clear()
    form.reset(newDraft(serverNow(), timeZone))
    onCreated(contest)
  })
  const check = (draft: Draft) => ({
    ...checkDraft(draft, timeZone, serverNow()),
    ...checkAmounts(draft),
    ...checkMinutes(draft.minutes),
  })
  const form = useServerForm({
    defaultValues: begun,
    check,
    call: creating,
    send: (draft) => {
      const { startsAt, endsAt } = momentsOf(draft, timeZone)
      if (startsAt === null || endsAt === null) return
      // Another tab may have sent the same form and cleared what was kept.
      kept.write(draft)
      creating.mutate({ ...draft, startsAt, endsAt })
    },
    refusedAt: refusedRule,
    onChange: kept.write,
  })
  const draft = form.watch()
  // Before the first try only what is certainly wrong is said.
  const { endDate } = check(draft)
  const shown = endDate === END_BEFORE_START ? { ...form.errors, endDate } : form.errors
  const told = form.refusal && !hasCode(creating.error, 'no_contest_credit') && !hasCode(creating.error, 'logged_out')

  return (
    <form {...form.props} aria-label="Create a contest" className="grid gap-6">
      {told ? <Alert tone="brick">{unsureText(creating.error, CREATE_FAILED, CREATE_UNSURE)}</Alert> : null}
      <div className="grid gap-x-10 gap-y-5 lg:grid-cols-2">
        <div className="grid grid-rows-[auto_minmax(0,1fr)] gap-5">
          <TextField
            label="Title"
            required
            maxLength={200}
            placeholder="Operating Systems: scheduling and memory"
            {...form.field('title')}
          />
          <TextArea
            label="Description"
            required
            rows={5}
            placeholder="What it covers, for whom, what is allowed."
            {...form.field('description')}
            className="max-h-140 grid-rows-[auto_minmax(0,1fr)]"
          />
        </div>
        <div className="grid content-between gap-5">
          <WindowInputs
            fields={draft}
            errors={shown}
            onChange={(part) => form.change(changed(draft, part, timeZone))}
          />
          <div className="grid gap-x-6 gap-y-2 border-line border-t pt-4">
            <CheckField
              label="Public from the beginning"
              hint={draft.isPublic ? publicHint(draft, timeZone) : undefined}
              {...form.field('isPublic')}
            />
            <RulesFields rules={draft} onChange={form.change} errors={form.errors} folded />
            <TimeFields minutes={draft.minutes} onChange={form.change} error={form.errors.minutes} />
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
