/**
 * Sample question, to answer before anybody signs up: the same rows, letters and lock as in a contest. Unlike there, it
 * says at once whether the choice was right, and tells that this is the difference.
 */
import { Link } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { paths } from '@/app/paths'
import { cx } from '@/lib/cx'
import { Button, buttonClass } from '@/ui/Button'
import { SAMPLE_QUESTIONS } from '../sampleQuestions'

const LETTERS = ['A', 'B', 'C', 'D']

export function SampleQuestion({ guest }: { guest: boolean }) {
  const [at, setAt] = useState(0)
  const [choices, setChoices] = useState<number[]>([])
  const heading = useRef<HTMLHeadingElement>(null)
  const question = SAMPLE_QUESTIONS[at]
  const chosen = choices[at]
  const right = choices.filter((choice, i) => choice === SAMPLE_QUESTIONS[i]?.right).length

  const go = (to: number) => {
    setAt(to)
    heading.current?.focus()
  }

  return (
    <section
      aria-label="Try a question"
      className="flex min-h-[30rem] flex-col rounded-card border border-line-strong bg-surface sm:min-h-[29rem]"
    >
      <div className="flex items-center justify-between gap-3 border-line border-b px-5 py-3 text-muted text-sm">
        <span className="font-semibold text-ink">Try one</span>
        <span className="num">{question ? `Question ${at + 1} of ${SAMPLE_QUESTIONS.length}` : 'Done'}</span>
      </div>
      <div className="flex flex-1 flex-col p-5">
        <h2 ref={heading} tabIndex={-1} className="text-lg outline-none">
          {question ? question.text : `${right} of ${SAMPLE_QUESTIONS.length} right.`}
        </h2>
        {question ? (
          <>
            <ol className="mt-5 grid gap-2.5">
              {question.options.map((option, i) => (
                <li key={option}>
                  <Option
                    letter={LETTERS[i] ?? ''}
                    text={option}
                    state={
                      chosen === undefined ? 'open' : i === question.right ? 'right' : i === chosen ? 'wrong' : 'other'
                    }
                    onChoose={() => setChoices([...choices.slice(0, at), i])}
                  />
                </li>
              ))}
            </ol>
            <div className="mt-auto flex min-h-16 items-end justify-between gap-4 pt-4">
              <p aria-live="polite" className="text-muted text-sm">
                {chosen === undefined
                  ? 'Choose one. Nothing is recorded here.'
                  : `${chosen === question.right ? 'Right.' : 'Not this time.'} ${question.because}`}
              </p>
              {chosen === undefined ? null : (
                <Button size="sm" className="shrink-0" onClick={() => go(at + 1)}>
                  {at + 1 < SAMPLE_QUESTIONS.length ? 'Next' : 'Finish'}
                </Button>
              )}
            </div>
          </>
        ) : (
          <>
            <p className="mt-3 text-muted">
              In a contest you would not know yet: nobody sees what was right before the end, then everybody does.
            </p>
            <div className="mt-auto flex flex-wrap gap-3 pt-6">
              {guest ? (
                <Link {...paths.signUp()} className={buttonClass({ variant: 'primary' })}>
                  Sign Up
                </Link>
              ) : (
                <Link {...paths.contests()} className={buttonClass({ variant: 'primary' })}>
                  See the contests
                </Link>
              )}
              <Button
                onClick={() => {
                  setChoices([])
                  go(0)
                }}
              >
                Again
              </Button>
            </div>
          </>
        )}
      </div>
    </section>
  )
}

type OptionProps = { letter: string; text: string; state: 'open' | 'right' | 'wrong' | 'other'; onChoose: () => void }

function Option({ letter, text, state, onChoose }: OptionProps) {
  return (
    <button
      type="button"
      disabled={state !== 'open'}
      onClick={onChoose}
      className={cx(
        'flex min-h-13 w-full items-center gap-4 rounded-card border border-line-strong bg-surface px-3.5 py-2 text-left transition-colors duration-150 enabled:hover:border-ink',
        state === 'right' && 'border-lawn bg-lawn-soft',
        state === 'wrong' && 'border-brick bg-brick-soft',
        state === 'other' && 'text-muted',
      )}
    >
      <span
        aria-hidden="true"
        className={cx(
          'grid size-8 shrink-0 place-items-center rounded-control border border-line-strong font-semibold text-muted text-sm',
          state === 'right' && 'border-lawn bg-lawn text-lawn-ink',
          state === 'wrong' && 'border-brick bg-brick text-brick-ink',
        )}
      >
        {state === 'right' ? <Check className="size-4" /> : state === 'wrong' ? <X className="size-4" /> : letter}
      </span>
      <span>
        {text}
        {state === 'right' ? <span className="sr-only"> (right)</span> : null}
        {state === 'wrong' ? <span className="sr-only"> (your choice, wrong)</span> : null}
      </span>
    </button>
  )
}
