/** Contest details in a dialog: the whole description, both dates, one's own part, and what to do now. */
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { hasMarks } from '@/api/contestRules'
import { hrefOf, paths } from '@/app/paths'
import { useNow } from '@/lib/useNow'
import { Modal } from '@/ui/Modal'
import { ShareButton } from '@/ui/ShareButton'
import { Skeleton } from '@/ui/Skeleton'
import { headQuery } from '../api'
import { NO_DESCRIPTION } from '../messages'
import { factsOf, type ListedContest, statusAt } from '../model'
import { AnswerRule } from './AnswerRule'
import { ContestActionButton } from './ContestActionButton'
import { Facts } from './ContestCard'
import { ContestCountdown } from './ContestCountdown'
import { ContestDates } from './ContestDates'
import { ContestStatusBadge } from './ContestStatusBadge'
import { MarkRule } from './MarkRule'
import { TimeRule } from './TimeRule'

type ContestDetailsProps = { contest: ListedContest; open: boolean; zone: string; onClose: () => void }

export function ContestDetails({ contest, open, zone, onClose }: ContestDetailsProps) {
  const status = statusAt(contest, useNow())
  const descriptionId = useId()
  // What lists say of it are amounts; their rule in words is in the head.
  const marked = hasMarks(contest)
  const head = useQuery({ ...headQuery(contest.id), enabled: open && marked })
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={contest.title}
      footer={
        <>
          {contest.isPublic ? (
            <ShareButton
              title={contest.title}
              path={hrefOf(paths.myContest(contest.id))}
              className="w-full sm:w-auto"
            />
          ) : null}
          <ContestActionButton
            contest={contest}
            status={status}
            describedBy={descriptionId}
            className="w-full sm:w-auto"
          />
        </>
      }
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <ContestStatusBadge contest={contest} status={status} />
          <ContestCountdown contest={contest} zone={zone} />
        </div>
        <p id={descriptionId} className="max-w-[68ch] whitespace-pre-wrap wrap-anywhere">
          {contest.description || NO_DESCRIPTION}
        </p>
        <Facts facts={factsOf(contest, status)} className="border-line border-t pt-4" />
        {!marked || head.isError ? null : head.data ? (
          <MarkRule words={head.data.marksShown} />
        ) : (
          <Skeleton className="h-10" />
        )}
        {status === 'ended' ? null : <AnswerRule contest={contest} />}
        {status === 'ended' ? null : <TimeRule contest={contest} />}
        <ContestDates contest={contest} zone={zone} />
      </div>
    </Modal>
  )
}
