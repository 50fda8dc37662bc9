/**
 * Action button of a contest: the one thing to do with it now, under its exact label. One's own contest is managed
 * instead of taken, with its board beside it, live from the first participant on. Before the start there is the way to
 * the waiting room.
 */
import { Link } from '@tanstack/react-router'
import { DoorOpen } from 'lucide-react'
import { paths } from '@/app/paths'
import { cx } from '@/lib/cx'
import { Button, buttonClass } from '@/ui/Button'
import { useContestActions } from '../hooks/useContestActions'
import { ACTIONS, TO_WAITING_ROOM } from '../messages'
import { actionOf, type ListedContest, type Status } from '../model'
import { RemindButton } from './RemindButton'

type ContestActionButtonProps = {
  contest: ListedContest
  status: Status
  /** Id of the element that names the contest: many buttons of a list have the same label. */
  describedBy: string
  className?: string
}

export function ContestActionButton({ contest, status, describedBy, className }: ContestActionButtonProps) {
  const { busy, goToContest, viewResults } = useContestActions()
  const action = actionOf(status, contest)

  if (action.does === 'manage') {
    return (
      <div className={cx('grid grid-cols-2 gap-3', status === 'upcoming' && 'grid-cols-1', className)}>
        <Link {...paths.questions(contest.id)} aria-describedby={describedBy} className={buttonClass()}>
          {action.label}
        </Link>
        {status === 'upcoming' ? null : (
          <Link {...paths.result(contest.id)} aria-describedby={describedBy} className={buttonClass()}>
            {status === 'active' ? ACTIONS.liveResults : ACTIONS.results}
          </Link>
        )}
      </div>
    )
  }
  const press = {
    join: () => void goToContest(contest),
    continue: () => void goToContest(contest),
    results: () => void viewResults(contest),
    nothing: undefined,
  }[action.does]
  const button = (
    <Button
      variant={action.strong ? 'primary' : 'secondary'}
      disabled={action.does === 'nothing'}
      busy={busy}
      onClick={press}
      aria-describedby={describedBy}
      className={status === 'upcoming' ? 'flex-1' : className}
    >
      {action.label}
    </Button>
  )
  if (status !== 'upcoming') return button
  return (
    <div className={cx('grid gap-2', className)}>
      <Link
        {...paths.waitForContest(contest.id)}
        aria-describedby={describedBy}
        className={buttonClass({ variant: 'primary' })}
      >
        <DoorOpen aria-hidden="true" className="size-4" />
        {TO_WAITING_ROOM}
      </Link>
      <div className="flex gap-2">
        {button}
        <RemindButton contest={contest} describedBy={describedBy} />
      </div>
    </div>
  )
}
