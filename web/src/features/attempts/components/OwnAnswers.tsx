/**
 * Own answers (review): each question with what one chose and what was right, after the end and where the owner shows
 * it; else why not. The server sends nothing of this before the end.
 */
import { useQuery } from '@tanstack/react-query'
import { Check, CircleDashed, CircleDot, EyeOff, Minus, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { failureText, hasCode } from '@/api/failure'
import { pictureOfOption, type QuestionPicture } from '@/api/questionPictures'
import { withoutCodeMarks } from '@/lib/codeBlocks'
import { cx } from '@/lib/cx'
import { mathsOf } from '@/lib/maths'
import { Badge } from '@/ui/Badge'
import { Card } from '@/ui/Card'
import { CodeLine, CodeText } from '@/ui/CodeText'
import { ErrorState } from '@/ui/ErrorState'
import { ExplanationText } from '@/ui/ExplanationText'
import { MathsProvider } from '@/ui/MathsProvider'
import { OptionPicture, QuestionPictures } from '@/ui/QuestionPicture'
import { renderRows } from '@/ui/RowBoundary'
import { Skeleton } from '@/ui/Skeleton'
import { StarSign } from '@/ui/StarSign'
import { Tabs } from '@/ui/Tabs'
import { correctionsQuery, reviewQuery } from '../api'
import { useRefetchOnResultsOpen } from '../hooks/useRefetchOnResultsOpen'
import { marksOf } from '../marks'
import {
  CORRECTED_FROM,
  REVIEW_CLOSED,
  REVIEW_CLOSED_TEXT,
  REVIEW_FAILED,
  REVIEW_NONE,
  REVIEW_TABS,
  VERDICTS,
  YOUR_ANSWER,
  YOUR_ANSWERS,
} from '../messages'
import {
  type ContestHead,
  type Correction,
  correctionText,
  lastOfEach,
  letterOf,
  type ReviewedQuestion,
  type ReviewFilter,
  type ReviewVerdict,
  reviewCounts,
  reviewVerdict,
} from '../model'

const PANEL = 'own-answers'
const FILTERS = Object.keys(REVIEW_TABS) as ReviewFilter[]

export function OwnAnswers({ contest }: { contest: Pick<ContestHead, 'id' | 'endsAt' | 'answersShown'> }) {
  const review = useQuery({ ...reviewQuery(contest.id), enabled: contest.answersShown })
  const early = hasCode(review.error, 'results_too_early')
  useRefetchOnResultsOpen(contest.id, early ? contest.endsAt : null, () => void review.refetch())
  return (
    <section aria-labelledby="answers" className="mt-10">
      <h2 id="answers" className="text-xl">
        {YOUR_ANSWERS}
      </h2>
      {review.data ? (
        <Answers contestId={contest.id} questions={review.data} />
      ) : !contest.answersShown || hasCode(review.error, 'review_closed') ? (
        <div className="mt-4 flex items-start gap-4 rounded-card border border-line-strong border-dashed px-5 py-6">
          <EyeOff aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
          <div>
            <p className="font-semibold">{REVIEW_CLOSED}</p>
            <p className="mt-1 max-w-[60ch] text-muted text-sm">{REVIEW_CLOSED_TEXT}</p>
          </div>
        </div>
      ) : review.isError && !early ? (
        <div className="mt-4">
          <ErrorState
            title={YOUR_ANSWERS}
            text={failureText(review.error, REVIEW_FAILED)}
            onRetry={() => void review.refetch()}
          />
        </div>
      ) : (
        <div role="status" aria-label="Loading your answers" className="mt-4 grid gap-4 lg:grid-cols-2">
          <Skeleton className="h-60 rounded-card" />
          <Skeleton className="h-60 rounded-card" />
        </div>
      )}
    </section>
  )
}

function Answers({ contestId, questions }: { contestId: string; questions: ReviewedQuestion[] }) {
  const corrections = useQuery(correctionsQuery(contestId))
  const corrected = lastOfEach(corrections.data ?? [])
  const [filter, setFilter] = useState<ReviewFilter>('all')
  const counts = reviewCounts(questions)
  const maths = useMemo(() => mathsOf(questions), [questions])
  const shown = questions
    .map((question, at) => ({ question, number: at + 1 }))
    .filter(({ question }) => filter === 'all' || reviewVerdict(question) === filter)
  return (
    <>
      <Tabs
        label={YOUR_ANSWERS}
        value={filter}
        onChange={setFilter}
        items={FILTERS.filter((value) => value !== 'partly' || counts.partly > 0).map((value) => ({
          value,
          label: REVIEW_TABS[value],
          count: counts[value],
        }))}
        panelId={PANEL}
        className="mt-2 mb-5"
      />
      <div id={PANEL} role="tabpanel" aria-label={REVIEW_TABS[filter]}>
        {shown.length === 0 ? (
          <p className="text-muted">{filter === 'all' ? 'This contest has no questions.' : REVIEW_NONE[filter]}</p>
        ) : (
          <MathsProvider maths={maths}>
            <ol className="grid gap-4 lg:grid-cols-2">
              {renderRows(
                'li',
                shown,
                ({ question, number }) => (
                  <ReviewedCard
                    key={question.id}
                    question={question}
                    number={number}
                    correction={corrected.get(question.id)}
                  />
                ),
                ({ question }) => question.id,
              )}
            </ol>
          </MathsProvider>
        )}
      </div>
    </>
  )
}

const LOOK = {
  right: { tone: 'lawn', icon: <Check aria-hidden="true" /> },
  partly: { tone: 'amber', icon: <CircleDot aria-hidden="true" /> },
  wrong: { tone: 'brick', icon: <X aria-hidden="true" /> },
  open: { tone: 'grey', icon: <CircleDashed aria-hidden="true" /> },
  void: { tone: 'grey', icon: <Minus aria-hidden="true" /> },
} as const satisfies Record<ReviewVerdict, object>

type ReviewedCardProps = {
  question: ReviewedQuestion
  number: number
  correction?: Correction | undefined
  /** What stands at a chosen option. */
  chosenNote?: string
  /** Stands below it all. */
  note?: string
}

export function ReviewedCard({ question, number, correction, chosenNote = YOUR_ANSWER, note }: ReviewedCardProps) {
  const { text, options, chosen, chosenOptions, typed, accepted, marking, marks, starred, explanation } = question
  const several = chosenOptions !== undefined
  const verdict = reviewVerdict(question)
  const { tone, icon } = LOOK[verdict]
  return (
    <Card as="li" className="flex min-w-0 flex-col gap-4">
      <div>
        <CodeText
          text={text}
          className="text-sm"
          lead={(words) => (
            <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
              <h3 className="min-w-0 flex-1 basis-56 font-sans font-semibold text-base leading-snug tracking-normal [text-wrap:pretty]">
                <span className="num mr-1 text-muted">{number}</span> {words}
              </h3>
              <span className="flex flex-wrap items-center gap-x-2.5">
                {starred ? <StarSign className="text-sm" /> : null}
                {marks && verdict !== 'void' ? (
                  <span className="num font-semibold text-sm">{marksOf(marks)}</span>
                ) : null}
                <Badge tone={tone} icon={icon}>
                  {VERDICTS[verdict]}
                </Badge>
              </span>
            </div>
          )}
        />
        <QuestionPictures pictures={question.pictures?.question ?? []} className="mt-3" />
      </div>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        {options.map((option, at) => (
          <Option
            key={option}
            letter={letterOf(at)}
            text={option}
            chosen={several ? chosenOptions.includes(option) : option === chosen}
            // Where the key does not decide, it says nothing about the options.
            right={marking === 'key' ? accepted.includes(option) : null}
            picture={pictureOfOption(question.pictures, option)}
            chosenNote={chosenNote}
          />
        ))}
        {typed ? <TypedRows question={question} chosenNote={chosenNote} /> : null}
      </ul>
      {explanation ? <ExplanationText text={explanation} /> : null}
      {note ? <p className="num mt-auto text-muted text-sm">{note}</p> : null}
      {correction ? (
        <div className="mt-auto border-line border-t pt-3 text-sm">
          <p className="whitespace-pre-wrap wrap-anywhere">
            <span className="font-semibold text-amber">{CORRECTED_FROM}</span>{' '}
            <span className="font-semibold">
              {correctionText(
                { ...correction, several, accepted: correction.accepted.map(withoutCodeMarks) },
                marks !== undefined,
              )}
            </span>
          </p>
          <p className="mt-0.5 whitespace-pre-wrap wrap-anywhere text-muted">{correction.reason}</p>
        </div>
      ) : null}
    </Card>
  )
}

/** What was typed, and what is right where the key decides; once where that is the same. */
function TypedRows({ question, chosenNote }: { question: ReviewedQuestion; chosenNote: string }) {
  const { chosen, accepted, marking, correct } = question
  const right = marking === 'key' ? accepted.filter((text) => text !== chosen) : []
  return (
    <>
      {chosen === null ? null : (
        <Option text={chosen} chosen right={marking === 'key' ? correct : null} chosenNote={chosenNote} />
      )}
      {right.map((text) => (
        <Option key={text} text={text} chosen={false} right chosenNote={chosenNote} />
      ))}
    </>
  )
}

type OptionProps = {
  letter?: string
  text: string
  chosen: boolean
  right: boolean | null
  picture?: QuestionPicture | undefined
  chosenNote: string
}

function Option({ letter, text, chosen, right, picture, chosenNote }: OptionProps) {
  const notes = [right ? 'right' : '', chosen ? chosenNote : ''].filter(Boolean).join(' · ')
  return (
    <li
      className={cx(
        'flex items-start gap-2.5 rounded-control border border-transparent px-3 py-2 text-sm',
        right && 'bg-lawn-soft',
        chosen && right === false && 'bg-brick-soft',
        chosen && right === null && 'bg-grey-soft',
        chosen && (right === null ? 'border-line-strong' : right ? 'border-lawn' : 'border-brick'),
      )}
    >
      {letter === undefined ? null : <span className="w-3.5 shrink-0 font-semibold text-muted">{letter}</span>}
      <span className={cx('ink min-w-0 flex-1', (right || chosen) && 'font-semibold')}>
        <CodeLine text={text} />
        <OptionPicture picture={picture} letter={letter} className="mt-2" />
      </span>
      {notes ? (
        <span
          className={cx(
            'flex shrink-0 items-center gap-1 whitespace-nowrap font-semibold text-xs leading-5',
            right === null ? 'text-muted' : right ? 'text-lawn' : 'text-brick',
          )}
        >
          {right === null ? null : right ? (
            <Check aria-hidden="true" className="size-3.5" />
          ) : (
            <X aria-hidden="true" className="size-3.5" />
          )}
          {notes}
        </span>
      ) : null}
    </li>
  )
}
