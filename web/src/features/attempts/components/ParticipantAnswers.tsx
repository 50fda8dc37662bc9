/**
 * Participant answers, a dialog over the board for the owner and ADMIN: what somebody chose at each question and when, in the order in
 * which that person saw it, or as it was written.
 */
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { failureText } from '@/api/failure'
import { useSite } from '@/api/session'
import { mathsOf } from '@/lib/maths'
import { formatTime } from '@/lib/time'
import { ErrorState } from '@/ui/ErrorState'
import { CheckField } from '@/ui/Field'
import { MathsProvider } from '@/ui/MathsProvider'
import { Modal } from '@/ui/Modal'
import { renderRows } from '@/ui/RowBoundary'
import { Skeleton } from '@/ui/Skeleton'
import { participantQuery } from '../api'
import type { ParticipantAnswers as Answers, Moment, ResultRow } from '../model'
import { inOwnOrder } from '../optionOrder'
import {
  ANSWERS_FAILED,
  AS_SEEN,
  AS_SEEN_HINT,
  answeredAt,
  answersOf,
  CHOSEN,
  handedInAt,
  joinedAt,
  NOT_HANDED_IN,
  numberInContest,
  writtenAs,
} from '../orderMessages'
import { ReviewedCard } from './OwnAnswers'

type ParticipantAnswersProps = {
  contestId: string
  person: Pick<ResultRow, 'userId' | 'fullName'> | null
  open: boolean
  onClose: () => void
}

export function ParticipantAnswers({ contestId, person, open, onClose }: ParticipantAnswersProps) {
  const userId = person?.userId ?? ''
  const answers = useQuery({ ...participantQuery(contestId, userId), enabled: open && userId !== '' })
  return (
    <Modal open={open} onClose={onClose} size="lg" title={answersOf(person?.fullName ?? '')}>
      {answers.data ? (
        <Shown key={userId} answers={answers.data} />
      ) : answers.isError ? (
        <ErrorState
          title={answersOf(person?.fullName ?? '')}
          text={failureText(answers.error, ANSWERS_FAILED)}
          onRetry={() => void answers.refetch()}
        />
      ) : (
        <div role="status" aria-label="Loading the answers" className="grid gap-4">
          <Skeleton className="h-40 rounded-card" />
          <Skeleton className="h-40 rounded-card" />
        </div>
      )}
    </Modal>
  )
}

function Shown({ answers }: { answers: Answers }) {
  const { timeZone } = useSite()
  const { seed, mixes, questions } = answers
  const [asSeen, setAsSeen] = useState(true)
  const own = asSeen && seed !== null
  const shown = useMemo(() => (own ? inOwnOrder(questions, seed, mixes) : questions), [own, questions, seed, mixes])
  const maths = useMemo(() => mathsOf(questions), [questions])
  const numbers = new Map(questions.map(({ id, number }, at) => [id, number ?? at + 1]))
  const hasPart = questions.some(({ number }) => number !== undefined)
  const time = (at: Moment) => formatTime(at, timeZone, true)
  const numberNote = (number: number) =>
    hasPart ? numberInContest(number) : own && mixes.questions ? writtenAs(number) : ''
  const noteOf = (id: string, at: Moment) =>
    [at === null ? '' : answeredAt(time(at)), numberNote(numbers.get(id) ?? 0)].filter(Boolean).join(' · ')
  return (
    <>
      <p className="num text-muted text-sm">
        {joinedAt(time(answers.joinedAt))},{' '}
        {answers.submittedAt === null ? NOT_HANDED_IN : handedInAt(time(answers.submittedAt))}
      </p>
      {seed === null ? null : (
        <CheckField
          label={AS_SEEN}
          hint={AS_SEEN_HINT}
          checked={asSeen}
          onChange={(event) => setAsSeen(event.target.checked)}
        />
      )}
      <MathsProvider maths={maths}>
        <ol className="mt-4 grid gap-4">
          {renderRows('li', shown, (question, at) => (
            <ReviewedCard
              key={question.id}
              question={question}
              number={at + 1}
              chosenNote={CHOSEN}
              note={noteOf(question.id, question.answeredAt)}
            />
          ))}
        </ol>
      </MathsProvider>
    </>
  )
}
