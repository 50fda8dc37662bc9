/**
 * Correction of a question after the end, in two steps: how it shall count, then who would move and why it is done.
 * Only what was shown is applied; where something changed meanwhile, the preview is shown again.
 */
import { Check } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { failureText, hasCode } from '@/api/failure'
import { useSite } from '@/api/session'
import { useServerForm } from '@/api/useServerForm'
import { withoutCodeMarks } from '@/lib/codeBlocks'
import { cx } from '@/lib/cx'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { CodeLine, CodeText } from '@/ui/CodeText'
import { TextArea } from '@/ui/Field'
import { FocusFrame } from '@/ui/FocusFrame'
import { Modal } from '@/ui/Modal'
import { isSameMarking, MAX_REASON, type Preview, withOption } from '../corrections'
import {
  APPLY,
  APPLY_MAIL,
  APPLY_TEXT,
  CHOOSE_OPTION,
  CORRECT_FAILED,
  CORRECT_TITLE,
  COUNTS_AS,
  EXACTLY_THESE,
  MARKINGS,
  markingsOf,
  ofTyped,
  PREVIEW,
  PREVIEW_FAILED,
  REASON,
  REASON_HINT,
  REASON_MISSING,
  RIGHT_OPTIONS,
  SAME_AS_NOW,
} from '../messages'
import { LETTERS, type Marking, type Question } from '../model'
import { useCorrect, usePreviewCorrection } from '../mutations'
import { checkTyped, isSameKey, keyInWords, type TypedKey, tidyTyped, withText } from '../typedKey'
import { CorrectionMoves } from './CorrectionMoves'
import { TypedKeyInput } from './TypedKeyInput'

type CorrectionModalProps = {
  contestId: string
  question: Question | undefined
  number: number
  /** Of the contest. */
  hasMarks: boolean
  /** An answer that was typed, to be right from now on or no more: who that moves is looked at at once. */
  change?: KeyChange
  open: boolean
  onClose: () => void
  /** It was applied. */
  onDone: () => void
}

const ROW =
  'relative flex min-h-12 items-center gap-3 rounded-card border border-line-strong bg-surface px-3 py-2 transition-colors duration-150 hover:border-ink'
const ROW_ON = 'border-lawn bg-lawn-soft hover:border-lawn'
const KINDS = Object.keys(MARKINGS) as Marking[]

export type KeyChange = { text: string; isRight: boolean }

export function CorrectionModal({ question, ...rest }: CorrectionModalProps) {
  return question ? <Correcting question={question} {...rest} /> : null
}

function Correcting({
  contestId,
  question,
  number,
  hasMarks,
  change,
  open,
  onClose,
  onDone,
}: CorrectionModalProps & { question: Question }) {
  const { typed } = question
  const formId = useId()
  const { mail } = useSite()
  const [looked, setLooked] = useState<Preview | null>(null)
  const preview = usePreviewCorrection(contestId)
  const correcting = useCorrect(contestId, onDone)
  const heading = useRef<HTMLHeadingElement>(null)
  const form = useServerForm({
    defaultValues: {
      marking: change ? ('key' as Marking) : question.marking,
      accepted: change ? withText(textsOf(question), change.text, change.isRight) : textsOf(question),
      value: typed?.kind === 'number' ? typed.value : '',
      tolerance: typed?.kind === 'number' ? typed.tolerance : '',
      reason: '',
    },
    check: ({ reason }) => (reason.trim() === '' ? { reason: REASON_MISSING } : {}),
    call: correcting,
    send: ({ reason }) => {
      if (!looked) return
      correcting.mutate(
        { ...wanted, reason: reason.trim(), version: looked.version },
        {
          onError: (error) => {
            if (hasCode(error, 'preview_stale')) preview.mutate(wanted, { onSuccess: setLooked })
          },
        },
      )
    },
    failed: CORRECT_FAILED,
  })
  const entered = form.watch()
  const { marking } = entered
  const key = keyOf(question, entered)
  const accepted = key ? keyInWords(tidyTyped(key)) : entered.accepted
  const wrong = key ? checkTyped(key) : {}
  const isStale = hasCode(correcting.error, 'preview_stale')
  const same =
    key && typed
      ? marking === question.marking && (marking !== 'key' || isSameKey(key, typed))
      : isSameMarking({ marking, accepted }, question)
  const none = marking === 'key' && (accepted.length === 0 || Object.values(wrong).some(Boolean))
  const ofNumber = key?.kind === 'number' ? { number: { value: key.value, tolerance: key.tolerance } } : {}
  const wanted = { questionId: question.id, marking, accepted, ...ofNumber }
  const version = looked?.version

  useLayoutEffect(() => {
    // The press that led here left its button behind. Before the dialog sees that, and takes the focus itself.
    if (version) heading.current?.focus()
  }, [version])

  const look = () => {
    if (same || none || preview.isPending) return
    correcting.reset()
    preview.mutate(wanted, { onSuccess: setLooked })
  }
  const begin = useEffectEvent(() => {
    if (change) look()
  })
  useEffect(() => begin(), [])
  const back = () => {
    setLooked(null)
    correcting.reset()
    // Before the next try nothing is missing.
    form.reset(form.getValues())
  }
  /** What was entered stays; what was looked at grows old. */
  const close = () => {
    if (!correcting.isPending) setLooked(null)
    onClose()
  }
  return (
    <Modal
      open={open}
      onClose={close}
      size="lg"
      title={CORRECT_TITLE(number)}
      footer={
        looked ? (
          <>
            <Button key="back" onClick={back}>
              Back
            </Button>
            <Button key="apply" type="submit" form={formId} variant="primary" busy={correcting.isPending}>
              {APPLY}
            </Button>
          </>
        ) : (
          <>
            <Button key="cancel" onClick={close}>
              Cancel
            </Button>
            <Button key="look" variant="primary" busy={preview.isPending} disabled={same || none} onClick={look}>
              {PREVIEW}
            </Button>
          </>
        )
      }
    >
      <div className="mb-5">
        <CodeText text={question.text} lead={(words) => <p className="max-w-[68ch] font-semibold">{words}</p>} />
      </div>
      {looked ? (
        <form id={formId} {...form.props} className="grid gap-5">
          {form.refusal ? <Alert tone={isStale ? 'amber' : 'brick'}>{form.refusal}</Alert> : null}
          <CorrectionMoves
            preview={looked}
            wanted={wanted}
            hasMarks={hasMarks}
            several={question.rightPlaces !== undefined}
            headingRef={heading}
          />
          <TextArea
            label={REASON}
            required
            rows={3}
            maxLength={MAX_REASON}
            hint={REASON_HINT}
            {...form.field('reason')}
          />
          <p className="text-muted text-sm">
            {APPLY_TEXT}
            {mail && (looked.scores > 0 || looked.ranks > 0) ? ` ${APPLY_MAIL}` : ''}
          </p>
        </form>
      ) : (
        <div className="grid gap-5">
          {preview.error ? <Alert tone="brick">{failureText(preview.error, PREVIEW_FAILED)}</Alert> : null}
          <Kinds
            value={marking}
            words={markingsOf(hasMarks, question.rightPlaces !== undefined)}
            typed={typed !== undefined}
            onChange={(kind) => form.change({ marking: kind })}
          />
          {marking !== 'key' ? null : key ? (
            <TypedKeyInput
              typed={key}
              errors={wrong}
              onChange={(changed) => {
                if (changed.kind === 'text') form.change({ accepted: changed.accepted })
                else form.change({ value: changed.value, tolerance: changed.tolerance })
              }}
            />
          ) : (
            <Options
              question={question}
              accepted={accepted}
              onChange={(options) => form.change({ accepted: options })}
            />
          )}
          <p aria-live="polite" className="text-muted text-sm">
            {none ? (key ? '' : CHOOSE_OPTION) : same ? SAME_AS_NOW : ''}
          </p>
        </div>
      )}
    </Modal>
  )
}

const textsOf = ({ typed, accepted }: Question) => (typed?.kind === 'text' ? typed.accepted : accepted)

type Entered = { accepted: string[]; value: string; tolerance: string }

/** The key as it is entered, of a question whose answer is typed. */
function keyOf({ typed }: Question, { accepted, value, tolerance }: Entered): TypedKey | null {
  if (!typed) return null
  return typed.kind === 'text' ? { kind: 'text', accepted } : { ...typed, value, tolerance }
}

type KindsProps = {
  value: Marking
  words: ReturnType<typeof markingsOf>
  typed: boolean
  onChange: (marking: Marking) => void
}

function Kinds({ value, words, typed, onChange }: KindsProps) {
  const name = useId()
  const textOf = (kind: Marking) => (typed ? ofTyped(kind, words[kind].text) : words[kind].text)
  return (
    <fieldset className="grid min-w-0 gap-2.5 sm:grid-cols-2">
      <legend className="mb-1.5 font-semibold text-sm">{COUNTS_AS}</legend>
      {KINDS.map((kind) => {
        const textId = `${name}-${kind}`
        return (
          <label key={kind} className={cx(ROW, 'items-start', value === kind && ROW_ON)}>
            <input
              type="radio"
              name={name}
              checked={value === kind}
              onChange={() => onChange(kind)}
              aria-describedby={textId}
              className="peer mt-1 size-4.5 shrink-0 accent-lawn outline-none"
            />
            <FocusFrame />
            <span className="min-w-0">
              <span className="font-semibold">{words[kind].label}</span>
              <span id={textId} className="mt-0.5 block text-muted text-sm">
                {textOf(kind)}
              </span>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}

type OptionsProps = { question: Question; accepted: readonly string[]; onChange: (accepted: string[]) => void }

function Options({ question, accepted, onChange }: OptionsProps) {
  const noteId = useId()
  return (
    <fieldset aria-describedby={question.rightPlaces ? noteId : undefined} className="grid min-w-0 gap-2.5">
      <legend className="mb-1.5 font-semibold text-sm">{RIGHT_OPTIONS}</legend>
      {question.rightPlaces ? (
        <p id={noteId} className="-mt-2 text-muted text-sm">
          {EXACTLY_THESE}
        </p>
      ) : null}
      {question.options.map((option, at) => {
        const on = accepted.includes(option)
        return (
          <label key={option} className={cx(ROW, on && ROW_ON)}>
            <input
              type="checkbox"
              checked={on}
              onChange={(event) => onChange(withOption(question, accepted, option, event.target.checked))}
              aria-label={`${LETTERS[at]}: ${withoutCodeMarks(option)}`}
              className="peer sr-only"
            />
            <FocusFrame />
            <span
              aria-hidden="true"
              className={cx(
                'grid size-7 shrink-0 place-items-center rounded-control border border-line-strong font-semibold text-muted text-sm',
                on && 'border-lawn bg-lawn text-lawn-ink',
              )}
            >
              {on ? <Check className="size-4" strokeWidth={3} /> : LETTERS[at]}
            </span>
            <span className="min-w-0">
              <CodeLine text={option} />
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
