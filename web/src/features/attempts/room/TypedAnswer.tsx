/**
 * Typed answer: the box of a question that asks for a number or a text, and the button that saves what is in it. As the first answer
 * stands, what would be saved is told before the press, a number in plain digits; what cannot be read as one is not sent.
 */
import { type FormEvent, type Ref, useId, useState } from 'react'
import { cx } from '@/lib/cx'
import { Button } from '@/ui/Button'
import { controlClass } from '@/ui/Field'
import type { PaperQuestion, Typed } from '../model'
import { lookAtTyped } from '../typedLook'
import { lookOfRow, RowState } from './ChoiceRow'
import { NOT_YET_A_NUMBER, SAVE_ANSWER, SAVED_IS_FINAL, TYPE_IT, willSave, YOUR_ANSWER } from './messages'
import { type Given, isLocked } from './model'

type TypedAnswerProps = {
  question: PaperQuestion
  kind: Typed
  given: Given | undefined
  /** What is in the box. */
  text: string
  preview: boolean
  calm: boolean
  locked: boolean
  boxRef: Ref<HTMLInputElement>
  /** Where answers may be changed: that they may. */
  mayChange?: string
  onType: (text: string) => void
  onSave: (text: string) => void
}

export function TypedAnswer(props: TypedAnswerProps) {
  const { question, kind, given, text, preview, calm, locked, boxRef, onType, onSave } = props
  const id = useId()
  const [asked, setAsked] = useState(false)
  if (given && (locked || isLocked(given))) return <Answered question={question} given={given} {...{ preview, calm }} />
  const isSame = given?.changeable && given.choice === text
  const look = lookAtTyped(question, text)
  const saves = look !== null && 'saves' in look ? look : null
  const wrong = look !== null && 'wrong' in look ? look : null
  // Who is still typing is told nothing that another digit makes untrue.
  const isWrong = wrong !== null && (asked || !wrong.isBegun)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (locked || isSame || look === null) return
    if (saves) onSave(saves.saves)
    else setAsked(true)
  }
  return (
    <form onSubmit={submit} noValidate className="mt-5 md:mt-6 low:mt-2">
      <label htmlFor={id} className="font-semibold">
        {TYPE_IT[kind]}
        {question.unit ? <span className="sr-only">, {question.unit}</span> : null}
      </label>
      <div className="mt-3 flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 md:mt-3.5">
        <input
          ref={boxRef}
          id={id}
          type="text"
          inputMode="text"
          enterKeyHint="done"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          // Not disabled: it would lose the focus.
          readOnly={locked}
          value={text}
          aria-describedby={`${id}-look`}
          aria-invalid={isWrong || undefined}
          onChange={(event) => {
            setAsked(false)
            onType(event.target.value)
          }}
          onBlur={() => setAsked(text.trim() !== '')}
          className={cx(controlClass, 'ink h-14 min-w-0 flex-1 basis-40', kind === 'number' && 'num max-w-72')}
        />
        {question.unit ? (
          <span aria-hidden="true" className="ink wrap-anywhere min-w-0 text-lg">
            {question.unit}
          </span>
        ) : null}
      </div>
      <p id={`${id}-look`} className="num mt-2 min-h-6 wrap-anywhere whitespace-pre-wrap text-sm">
        {isSame ? (
          <RowState given={given} look={lookOfRow(given, calm)} preview={preview} />
        ) : saves ? (
          <span className="ink font-medium">{willSave(saves.saves, saves.reads)}</span>
        ) : isWrong ? (
          <span role="alert" className="text-brick">
            {wrong?.wrong}
          </span>
        ) : wrong ? (
          <span className="text-muted">{wrong.isAmbiguous ? wrong.wrong : NOT_YET_A_NUMBER}</span>
        ) : null}
      </p>
      {locked ? null : (
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" variant="primary" disabled={isSame || look === null} aria-describedby={`${id}-look`}>
            {SAVE_ANSWER}
          </Button>
          <p className="text-muted text-sm">{props.mayChange ?? SAVED_IS_FINAL}</p>
        </div>
      )}
    </form>
  )
}

type AnsweredProps = { question: PaperQuestion; given: Given; preview: boolean; calm: boolean }

function Answered({ question, given, preview, calm }: AnsweredProps) {
  const look = lookOfRow(given, calm)
  return (
    <div className="mt-5 md:mt-6 low:mt-2">
      <p className="font-semibold">{YOUR_ANSWER}</p>
      <p
        className={cx(
          'mt-3 flex min-h-14 items-center gap-3.5 rounded-card border px-3.5 py-2.5 md:mt-3.5 md:px-4',
          look?.row,
        )}
      >
        <span className="ink num min-w-0 flex-1 wrap-anywhere whitespace-pre-wrap text-lg">
          {given.choice}
          {question.unit ? ` ${question.unit}` : ''}
        </span>
        <RowState given={given} look={look} preview={preview} />
      </p>
    </div>
  )
}
