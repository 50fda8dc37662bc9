/**
 * Own result after the end: rank, number of right and wrong answers, time; until it is counted, a sentence about that.
 * It follows the leaderboard, also when that is corrected.
 */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import { failureText, hasCode } from '@/api/failure'
import { paths } from '@/app/paths'
import { buttonClass } from '@/ui/Button'
import { ErrorState } from '@/ui/ErrorState'
import { Skeleton } from '@/ui/Skeleton'
import { correctionsQuery, staleLists, standingQuery } from '../api'
import { useLiveLeaderboard } from '../hooks/useLiveLeaderboard'
import { useRefetchOnResultsOpen } from '../hooks/useRefetchOnResultsOpen'
import { ACTIONS, MARKS, PARTLY, RESULTS_FAILED, STARRED, YOUR_RESULT } from '../messages'
import { besideOthers, count, formatDuration, type ListedContest, plural, type Standing, voidCount } from '../model'
import { CorrectionNotes } from './CorrectionNotes'

export function OwnResult({ contest }: { contest: ListedContest }) {
  const standing = useQuery(standingQuery(contest.id))
  const early = hasCode(standing.error, 'results_too_early')
  useRefetchOnResultsOpen(contest.id, early ? contest.endsAt : null, () => {
    void standing.refetch()
    void staleLists()
  })
  return (
    <section aria-labelledby="result" className="mt-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="result" className="text-xl">
          {YOUR_RESULT}
        </h2>
        {standing.data ? (
          <Link {...paths.result(contest.id)} className={buttonClass({ size: 'sm' })}>
            {ACTIONS.results}
          </Link>
        ) : null}
      </div>
      <div className="mt-4">
        {standing.data ? (
          <Numbers contest={contest} standing={standing.data} />
        ) : early ? (
          <p role="status" className="flex items-center gap-2.5 text-muted">
            <Hourglass aria-hidden="true" className="size-5 shrink-0" />
            The last answers are being counted. Your result appears here in a moment.
          </p>
        ) : standing.isError ? (
          <ErrorState
            title={YOUR_RESULT}
            text={failureText(standing.error, RESULTS_FAILED)}
            onRetry={() => void standing.refetch()}
          />
        ) : (
          <Skeleton className="h-40 w-full max-w-xl sm:h-24" />
        )}
      </div>
    </section>
  )
}

function Numbers({ contest, standing }: { contest: ListedContest; standing: Standing }) {
  const { id: contestId, startsAt, endsAt } = contest
  const { you, total, questionCount, betterThanPercent, final, mostMarks } = standing
  const corrections = useQuery(correctionsQuery(contestId))
  useLiveLeaderboard({ contestId, startsAt, endsAt, total, final, corrections: corrections.data?.length })
  const voided = voidCount(corrections.data ?? [])
  const worth = questionCount - voided
  if (!you) return <p className="text-muted">You are not on the board of this contest.</p>
  const beside = besideOthers(you.rank, betterThanPercent)
  const numbers = [
    { what: 'Rank', value: count(you.rank), more: `of ${count(total)}` },
    ...(you.marks ? [{ what: MARKS, value: you.marks.text, more: mostMarks ? `of ${mostMarks}` : undefined }] : []),
    ...(you.starred === undefined ? [] : [{ what: STARRED, value: count(you.starred), more: 'right' }]),
    { what: 'Correct', value: count(you.correct), more: `of ${count(worth)}` },
    ...(you.partly === undefined ? [] : [{ what: PARTLY, value: count(you.partly) }]),
    { what: 'Wrong', value: count(you.wrong) },
    { what: 'Not answered', value: count(Math.max(0, worth - you.total)) },
    { what: 'Time', value: formatDuration(you.durationMs) },
  ]
  return (
    <>
      <dl className="flex flex-wrap gap-x-10 gap-y-5">
        {numbers.map(({ what, value, more }) => (
          <div key={what} className="flex flex-col-reverse justify-end">
            <dt className="text-muted text-sm">{what}</dt>
            <dd className="num font-[650] font-display text-xl">
              {value} {more ? <span className="font-normal font-sans text-base text-muted">{more}</span> : null}
            </dd>
          </div>
        ))}
      </dl>
      {beside && total > 1 && worth > 0 ? (
        <p className="num mt-3 text-muted text-sm first-letter:uppercase">{beside}.</p>
      ) : null}
      {voided > 0 ? (
        <p className="num mt-1 text-muted text-sm">
          {plural(voided, 'question')} {voided === 1 ? 'does' : 'do'} not count.
        </p>
      ) : null}
      <CorrectionNotes contestId={contestId} hasMarks={you.marks !== undefined} className="mt-6" />
    </>
  )
}
