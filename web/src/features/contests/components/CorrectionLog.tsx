/** Correction log of a contest, newest first: from what to what, why, by whom, and how many it moved. */
import { useQuery } from '@tanstack/react-query'
import { failureText } from '@/api/failure'
import { useSite } from '@/api/session'
import { questionNamed } from '@/lib/questionName'
import { formatDate, localTimes } from '@/lib/time'
import { ErrorState } from '@/ui/ErrorState'
import { renderRows } from '@/ui/RowBoundary'
import { correctionsQuery } from '../api'
import { type Correction, didText, markedText } from '../corrections'
import { CORRECTIONS, CORRECTIONS_FAILED } from '../messages'
import type { Question } from '../model'

type CorrectionLogProps = { contestId: string; hasMarks: boolean; questions: readonly Question[] }

export function CorrectionLog({ contestId, hasMarks, questions }: CorrectionLogProps) {
  const several = new Set(questions.flatMap(({ id, rightPlaces }) => (rightPlaces ? [id] : [])))
  const log = useQuery(correctionsQuery(contestId))
  if (log.isError && !log.data) {
    return (
      <div className="mt-10">
        <ErrorState
          title={CORRECTIONS}
          text={failureText(log.error, CORRECTIONS_FAILED)}
          onRetry={() => void log.refetch()}
        />
      </div>
    )
  }
  // Most contests have none: nothing stands here for them, not even while loading.
  if (!log.data || log.data.length === 0) return null
  return (
    <section aria-labelledby="corrections" className="mt-10">
      <h2 id="corrections" className="text-xl">
        {CORRECTIONS} <span className="num font-normal text-base text-muted">{log.data.length}</span>
      </h2>
      <ol className="mt-2">
        {renderRows('li', log.data, (correction) => (
          <Entry
            key={correction.id}
            correction={correction}
            hasMarks={hasMarks}
            several={several.has(correction.questionId)}
          />
        ))}
      </ol>
    </section>
  )
}

type EntryProps = { correction: Correction; hasMarks: boolean; several: boolean }

function Entry({ correction, hasMarks, several }: EntryProps) {
  const { timeZone } = useSite()
  const { number, papers, before, after, reason, by, madeAt } = correction
  return (
    <li className="grid gap-1 border-line border-b py-4">
      <h3 className="max-w-[68ch] whitespace-pre-wrap wrap-anywhere font-sans font-semibold text-base tracking-normal">
        {questionNamed(number, papers)}: {markedText(before, hasMarks, several)}
        <span aria-hidden="true" className="text-muted">
          {' '}
          →{' '}
        </span>
        <span className="sr-only"> became </span>
        {markedText(after, hasMarks, several)}
      </h3>
      <p className="max-w-[68ch] whitespace-pre-wrap wrap-anywhere">{reason}</p>
      <p className="num text-muted text-sm">
        {didText(correction)} {by}, <span title={localTimes(madeAt)}>{formatDate(madeAt, timeZone)}</span>
      </p>
    </li>
  )
}
