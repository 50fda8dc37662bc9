/**
 * Question statistics, for the owner and ADMIN: how each question did. The share right, each option's share with the right one named, and in
 * words and a number whether strong participants do better on it than weak ones. Everybody else never gets these numbers from the server.
 */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '@/api/failure'
import { pictureOfOption, type QuestionPicture } from '@/api/questionPictures'
import { paths, questionAnchor } from '@/app/paths'
import { cx } from '@/lib/cx'
import { mathsOf } from '@/lib/maths'
import { percentText } from '@/lib/percentText'
import { wholePercents } from '@/lib/wholePercents'
import { Card } from '@/ui/Card'
import { CodeLine, CodeText } from '@/ui/CodeText'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { MathsProvider } from '@/ui/MathsProvider'
import { OwnMarks } from '@/ui/OwnMarks'
import { OptionPicture, QuestionPictures } from '@/ui/QuestionPicture'
import { renderRows } from '@/ui/RowBoundary'
import { Skeleton } from '@/ui/Skeleton'
import { analysisQuery } from '../api'
import { ANALYSIS_FAILED, CORRECT_IT, WITHIN_PAPERS } from '../messages'
import { letterOf, type OptionShare, percent, plural, type QuestionAnalysis } from '../model'
import {
  coefficient,
  discriminationOf,
  ENOUGH_ANSWERS,
  hardestFirst,
  incomparableText,
  verdictOf,
} from '../questionAnalysis'
import { AnswerClusters } from './AnswerClusters'

type QuestionStatsProps = { contestId: string; hasMarks: boolean; live: boolean; own: boolean }

export function QuestionStats({ contestId, hasMarks, live, own }: QuestionStatsProps) {
  const analysis = useQuery(analysisQuery(contestId))
  const [hardest, setHardest] = useState(false)

  if (analysis.isPending) {
    return (
      <div role="status" aria-label="Loading questions" className="grid gap-4 lg:grid-cols-2">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="h-72 rounded-card" />
        ))}
      </div>
    )
  }
  if (analysis.isError && !analysis.data) {
    return (
      <ErrorState
        title="Questions"
        text={failureText(analysis.error, ANALYSIS_FAILED)}
        onRetry={() => void analysis.refetch()}
      />
    )
  }
  const { questions, participants, tookPart, reliability, lateAnswers } = analysis.data
  if (questions.length === 0) return <EmptyState title="No questions" text="This contest has no questions yet." />
  const numbers = new Map(questions.map((question, at) => [question.id, at + 1]))
  const incomparable = incomparableText(analysis.data)
  const absent = participants - tookPart
  return (
    <div>
      <h2 className="sr-only">Questions</h2>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="text-muted text-sm">
          {live ? 'These numbers are so far: they change until the results are final. ' : ''}
          Shares are of those who answered the question.
          {lateAnswers > 0
            ? ` ${plural(lateAnswers, 'answer')} arrived in the seconds after the end and ${lateAnswers === 1 ? 'counts' : 'count'}.`
            : ''}
          {tookPart > 0 && absent > 0
            ? ` ${plural(absent, 'participant')} answered nothing and ${absent === 1 ? 'is' : 'are'} left out.`
            : ''}
          {incomparable === null && reliability !== null
            ? ` Reliability (Cronbach’s alpha): ${coefficient(reliability)}.`
            : ''}
          {questions.some(({ had }) => had !== undefined) ? ` ${WITHIN_PAPERS}` : ''}
        </p>
        <label className="flex min-h-11 items-center gap-2.5 font-medium text-sm">
          <input
            type="checkbox"
            checked={hardest}
            onChange={(event) => setHardest(event.target.checked)}
            className="size-5 accent-lawn"
          />
          Hardest first
        </label>
      </div>
      {incomparable === null ? null : <p className="num mb-4 font-medium text-sm">{incomparable}</p>}
      <MathsProvider maths={mathsOf(questions)}>
        <ol className="grid gap-4 lg:grid-cols-2">
          {renderRows('li', hardest ? hardestFirst(questions) : questions, (question) => (
            <Question
              key={question.id}
              question={question}
              hasMarks={hasMarks}
              number={numbers.get(question.id) ?? 0}
              participants={participants}
              silent={incomparable !== null && question.finding === 'close'}
              correctable={own && !live ? contestId : null}
            />
          ))}
        </ol>
      </MathsProvider>
    </div>
  )
}

type QuestionProps = {
  question: QuestionAnalysis
  /** Of the contest. */
  hasMarks: boolean
  number: number
  participants: number
  /** What there is to say is said once for all questions. */
  silent: boolean
  /** The contest, once its owner can correct its keys. */
  correctable: string | null
}

function Question({ question, hasMarks, number, participants, silent, correctable }: QuestionProps) {
  const { answered, correct, partly, options, marking, marks, part, starred, had } = question
  const verdict = verdictOf(question, hasMarks)
  const discrimination = discriminationOf(question)
  const few = answered < ENOUGH_ANSWERS
  // Of one question they add up to 100, and to what is said to be right; not where one answer has several of them.
  const several = partly !== undefined
  const isOfOptions = !several && question.clusters === undefined
  const shares = several
    ? options.map(({ count }) => percent(count, answered))
    : wholePercents(options.map(({ count }) => count))
  const right = options.reduce((sum, option, at) => sum + (option.correct ? (shares[at] ?? 0) : 0), 0)
  const rightCounted = options.reduce((sum, option) => sum + (option.correct ? option.count : 0), 0)
  return (
    <Card as="li" className="flex min-w-0 flex-col gap-4">
      <div>
        <CodeText
          text={question.text}
          className="text-sm"
          lead={(words) => (
            <div className="flex items-start gap-4">
              <h3 className="min-w-0 flex-1 font-sans font-semibold text-base leading-snug tracking-normal [text-wrap:pretty]">
                <span className="num mr-1 text-muted">{number}</span> {words}
              </h3>
              <p className="num shrink-0 text-right">
                {marking === 'key' ? (
                  <>
                    <span className="block font-[650] font-display text-xl leading-none">
                      {few
                        ? `${correct} of ${answered}`
                        : percentText(isOfOptions && rightCounted === correct ? right : percent(correct, answered))}
                    </span>
                    <span className="text-muted text-xs">{few ? 'right' : `${correct} of ${answered} right`}</span>
                    {partly ? <span className="block text-muted text-xs">{partly} partly right</span> : null}
                  </>
                ) : null}
              </p>
            </div>
          )}
        />
        <OwnMarks marks={marks} starred={starred} />
        {part ? <p className="num mt-0.5 text-muted text-sm">{part}</p> : null}
        <QuestionPictures pictures={question.pictures?.question ?? []} className="mt-3" />
      </div>
      {question.clusters ? (
        <AnswerClusters question={question} clusters={question.clusters} number={number} correctable={correctable} />
      ) : (
        <ul className="grid gap-2.5">
          {options.map((option, at) => (
            <Option
              key={option.text}
              option={marking === 'key' ? option : { ...option, correct: false }}
              letter={letterOf(at)}
              share={shares[at] ?? 0}
              few={few}
              picture={pictureOfOption(question.pictures, option.text)}
            />
          ))}
        </ul>
      )}
      <div className="mt-auto border-line border-t pt-3 text-sm">
        {silent ? null : (
          <p
            className={cx(
              'flex items-start gap-1.5 font-medium',
              verdict.tone === 'brick' && 'text-brick',
              verdict.tone === 'muted' && 'text-muted',
            )}
          >
            {verdict.tone === 'brick' ? <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" /> : null}
            {verdict.text}
          </p>
        )}
        {discrimination === null ? null : (
          <p className="num mt-0.5 text-muted">Correlation with the other questions: {coefficient(discrimination)}</p>
        )}
        <div className="mt-0.5 flex flex-wrap items-center justify-between gap-x-4">
          <p className="num text-muted">
            {answered} of {had ?? participants}
            {had === undefined ? '' : ' who had it'} answered
          </p>
          {correctable && participants > 0 ? (
            <Link
              {...paths.questions(correctable, question.id)}
              hash={questionAnchor(question.id)}
              className="link relative after:absolute after:-inset-x-1 after:-inset-y-3 after:content-['']"
            >
              {CORRECT_IT}
              <span className="sr-only"> of question {number}</span>
            </Link>
          ) : null}
        </div>
      </div>
    </Card>
  )
}

type OptionProps = {
  option: OptionShare
  letter: string
  share: number
  few: boolean
  picture: QuestionPicture | undefined
}

function Option({ option, letter, share, few, picture }: OptionProps) {
  return (
    <li className="text-sm">
      <p className="flex items-baseline gap-2">
        <span className="w-3.5 shrink-0 font-semibold text-muted">{letter}</span>
        <span className={cx('min-w-0 flex-1', option.correct && 'font-semibold')}>
          <CodeLine text={option.text} />{' '}
          {option.correct ? (
            <span className="inline-flex translate-y-px items-center gap-0.5 whitespace-nowrap font-semibold text-lawn text-xs">
              <Check aria-hidden="true" className="size-3.5" />
              right
            </span>
          ) : null}
        </span>
        <span className="num shrink-0 text-right">
          {few ? (
            plural(option.count, 'answer')
          ) : (
            <>
              {percentText(share)}
              <span className="sr-only">, {plural(option.count, 'answer')}</span>
            </>
          )}
        </span>
      </p>
      <div aria-hidden="true" className="mt-1 ml-5.5 h-1.5 overflow-hidden rounded-full bg-grey-soft">
        <div
          className={cx('h-full rounded-full', option.correct ? 'bg-lawn' : 'bg-line-strong')}
          style={{ width: `${share}%` }}
        />
      </div>
      <OptionPicture picture={picture} letter={letter} className="mt-2 ml-5.5" />
    </li>
  )
}
