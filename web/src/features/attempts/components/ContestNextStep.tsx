/**
 * Next step in a contest that has started and is not over for this person yet: what they can do, and how long until
 * something changes. Before the start, WaitingRoom.tsx is shown.
 */
import { useId } from 'react'
import { localTimes } from '@/lib/time'
import { useNow } from '@/lib/useNow'
import { Card } from '@/ui/Card'
import { Progress } from '@/ui/Progress'
import { NO_QUESTIONS, NO_QUESTIONS_TEXT, OWN_PRIVATE, OWN_TEXT, WHAT_NOW } from '../messages'
import { type ListedContest, type Stage, statusAt, untilText } from '../model'
import { ContestActionButton } from './ContestActionButton'

type ContestNextStepProps = { contest: ListedContest; stage: Exclude<Stage, 'over' | 'upcoming'> }

export function ContestNextStep({ contest, stage }: ContestNextStepProps) {
  const now = useNow()
  const heading = useId()
  const { title, text } = told(contest, stage, now)
  const counts = stage === 'running' || stage === 'waiting'
  return (
    <Card as="section" aria-labelledby={heading} live={stage === 'running'} className="mt-8 grid gap-4 p-5 sm:p-7">
      <div>
        <p className="text-muted text-sm">{WHAT_NOW}</p>
        <h2 id={heading} className="mt-1 text-xl">
          {title}
        </h2>
        <p className="num mt-1 max-w-[64ch] text-muted" title={localTimes(contest.endsAt)}>
          {text}
        </p>
      </div>
      {counts ? (
        <div className="grid max-w-md gap-2">
          <Progress
            value={contest.answered}
            max={Math.max(contest.questionCount, 1)}
            label={`${contest.answered} of ${contest.questionCount} answered`}
          />
          <p className="num text-muted text-sm">
            {contest.answered} of {contest.questionCount} answered
          </p>
        </div>
      ) : null}
      <ContestActionButton
        contest={contest}
        status={statusAt(contest, now)}
        describedBy={heading}
        className="w-full sm:w-auto sm:justify-self-start"
      />
    </Card>
  )
}

function told(
  contest: ListedContest,
  stage: ContestNextStepProps['stage'],
  now: number,
): { title: string; text: string } {
  const { endsAt } = contest
  switch (stage) {
    case 'own': {
      // After the end nobody comes in by the link any more.
      const invites = !contest.isPublic && statusAt(contest, now) !== 'ended'
      return { title: 'This contest is yours', text: invites ? `${OWN_TEXT} ${OWN_PRIVATE}` : OWN_TEXT }
    }
    case 'stranger':
      if (contest.questionCount === 0) return { title: NO_QUESTIONS, text: NO_QUESTIONS_TEXT }
      return {
        title: 'You have not joined yet',
        text: 'You see what to expect first; your time begins when you press Start.',
      }
    case 'missed':
      return { title: 'You did not take part', text: 'It is over. The board shows how the others did.' }
    case 'running':
      return {
        title: 'Continue where you left off',
        text: `It ends ${untilText(endsAt, now)}. What you have answered by then is submitted automatically.`,
      }
    case 'waiting':
      return {
        title: 'Submitted',
        text: `The results open ${untilText(endsAt, now)}, when the contest has ended. They appear here automatically.`,
      }
  }
}
