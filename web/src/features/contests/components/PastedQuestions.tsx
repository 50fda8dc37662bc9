/**
 * Pasted questions: what was understood of a pasted list. The questions that need a look say why and lead to their
 * lines.
 */
import { Check, TriangleAlert } from 'lucide-react'
import { cx } from '@/lib/cx'
import { Button } from '@/ui/Button'
import { CodeLine, CodeText } from '@/ui/CodeText'
import { ExplanationText } from '@/ui/ExplanationText'
import { countOf, difficultyText, marksLeftOut, SEVERAL_RIGHT, TAKE_AS, tagsText } from '../messages'
import { LETTERS } from '../model'
import type { PastedQuestion } from '../pastedList'
import type { TypedKey } from '../typedKey'
import { TypedKeyShown } from './TypedKeyShown'

type PastedQuestionsProps = {
  questions: PastedQuestion[]
  wrong: number
  onGoTo: (question: PastedQuestion) => void
  onLeaveOut: (question: PastedQuestion) => void
  /** The answer that is typed is to be of this kind. */
  onKind: (question: PastedQuestion, kind: TypedKey['kind']) => void
}

export function PastedQuestions({ questions, wrong, onGoTo, onLeaveOut, onKind }: PastedQuestionsProps) {
  return (
    <section aria-label="What was understood" className="min-w-0">
      <p aria-live="polite" className="num flex flex-wrap gap-x-2 text-sm">
        <span className="font-semibold">{countOf(questions.length, 'question', 'questions')}</span>
        {wrong > 0 ? (
          <span className="text-amber">· {countOf(wrong, 'needs a look', 'need a look')}</span>
        ) : (
          <span className="text-lawn">· all complete</span>
        )}
      </p>
      <ol className="mt-2 grid">
        {questions.map((question, i) => (
          <li key={question.from} className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2 border-line border-b py-3.5">
            <span className="num pt-px font-semibold text-muted text-sm">{i + 1}</span>
            <div className="min-w-0">
              <CodeText
                text={question.text || '…'}
                className="text-sm"
                lead={(words) => <p className="font-semibold text-sm">{words}</p>}
              />
              {question.typed ? (
                <div className="flex flex-wrap items-end justify-between gap-x-4 text-sm">
                  <TypedKeyShown typed={question.typed} />
                  {question.otherKind ? (
                    <Button
                      size="sm"
                      variant="ghost"
                      aria-label={`${TAKE_AS[question.otherKind]}: question ${i + 1}`}
                      onClick={() => onKind(question, question.otherKind ?? 'text')}
                    >
                      {TAKE_AS[question.otherKind]}
                    </Button>
                  ) : null}
                </div>
              ) : null}
              <ul className="mt-1.5 grid gap-1 text-sm">
                {question.options.map((option, at) => {
                  const right = question.rightPlaces
                    ? question.rightPlaces.includes(at)
                    : question.answer !== '' && option === question.answer
                  return (
                    // biome-ignore lint/suspicious/noArrayIndexKey: options have no other name, and may be equal
                    <li key={at} className={cx('flex gap-2 text-muted', right && 'font-semibold text-lawn')}>
                      <span className="w-3 shrink-0">{LETTERS[at] ?? '·'}</span>
                      <span className="min-w-0">
                        <CodeLine text={option} />
                      </span>
                      {right ? (
                        <>
                          <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0" strokeWidth={2.5} />
                          <span className="sr-only">(right)</span>
                        </>
                      ) : null}
                    </li>
                  )
                })}
              </ul>
              {question.rightPlaces ? <p className="mt-1.5 text-muted text-sm">{SEVERAL_RIGHT}</p> : null}
              {question.explanation ? <ExplanationText text={question.explanation} className="mt-2" /> : null}
              {question.difficulty ? (
                <p className="mt-1.5 wrap-anywhere text-muted text-sm">{difficultyText(question.difficulty)}</p>
              ) : null}
              {question.tags ? (
                <p className="mt-1.5 wrap-anywhere text-muted text-sm">{tagsText(question.tags)}</p>
              ) : null}
              {question.marksSaid.length > 0 ? (
                <p className="mt-2 text-muted text-sm">{marksLeftOut(question.marksSaid)}</p>
              ) : null}
              {question.problems.length > 0 ? (
                <div className="mt-2.5 rounded-control bg-amber-soft px-3 py-2.5 text-sm">
                  {question.problems.map((problem) => (
                    <p key={problem} className="flex items-start gap-2">
                      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-amber" />
                      {problem}
                    </p>
                  ))}
                  <div className="mt-2 flex flex-wrap gap-2">
                    <Button
                      size="sm"
                      aria-label={`Line ${question.from + 1}: go to it`}
                      onClick={() => onGoTo(question)}
                    >
                      Line {question.from + 1}
                    </Button>
                    <Button
                      size="sm"
                      variant="ghost"
                      aria-label={`Leave out question ${i + 1}`}
                      onClick={() => onLeaveOut(question)}
                    >
                      Leave out
                    </Button>
                  </div>
                </div>
              ) : null}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
