/**
 * Draft card: what is asked, which option it takes for right and why, what it came from, and what can be done with it.
 * A key that nobody confirmed says so before anything else.
 */
import { Check, Pencil, Plus, RefreshCw, Trash2, TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { failureText } from '@/api/failure'
import { cx } from '@/lib/cx'
import { Alert } from '@/ui/Alert'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { CodeLine, CodeText } from '@/ui/CodeText'
import type { Renewal } from '../hooks/useQuestionGeneration'
import { CHECK_KEY, CHECK_KEY_WHY, GENERATE_FAILED } from '../messages'
import { LETTERS, type NewQuestion } from '../model'
import type { Draft } from '../questionGeneration'
import { MathsProblems } from './FormulaPreview'
import { GenerationEditor } from './GenerationEditor'
import { TypedKeyShown } from './TypedKeyShown'

type GenerationCardProps = {
  draft: Draft
  number: number
  /** What is wrong with its formulas. */
  formulaProblems: readonly string[]
  renewal: Renewal | undefined
  saving: boolean
  /** The contest takes no more questions. */
  full: boolean
  editing: boolean
  onEdit: () => void
  /** Without a change: given up. */
  onEdited: (change?: NewQuestion) => void
  /** Somebody says that the key is right. */
  onConfirm: () => void
  onRenew: () => void
  onDrop: () => void
  onSave: () => void
}

const ICON = 'size-4'

export function GenerationCard(props: GenerationCardProps) {
  const { draft, number, formulaProblems, renewal, saving, full, editing, ...on } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const edit = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !editing) edit.current?.focus()
    wasEditing.current = editing
  }, [editing])
  const busy = renewal?.busy ?? false

  return (
    <li
      data-draft={draft.key}
      className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-2 border-line border-b py-5 last:border-b-0 sm:grid-cols-[2.25rem_minmax(0,1fr)]"
    >
      <span className="num font-[650] font-display text-lg text-muted leading-snug">{number}</span>
      {editing ? (
        <GenerationEditor draft={draft} number={number} onDone={on.onEdited} />
      ) : (
        <article
          aria-label={`Draft ${number}`}
          aria-busy={busy || undefined}
          className={cx('min-w-0', busy && 'opacity-60')}
        >
          <CodeText
            text={draft.text}
            lead={(words) => (
              <h4
                ref={heading}
                tabIndex={-1}
                className="max-w-[68ch] scroll-mt-5 scroll-mb-24 font-semibold text-base leading-snug outline-none"
              >
                {words}
              </h4>
            )}
          />
          <p className="mt-2 flex flex-wrap gap-2">
            {draft.difficulty ? <Badge tone="grey">{draft.difficulty}</Badge> : null}
            {draft.from !== null && !draft.about ? <Badge tone="grey">From {draft.from}</Badge> : null}
            {draft.doubtful ? (
              <Badge tone="amber" icon={<TriangleAlert aria-hidden="true" />}>
                {CHECK_KEY}
              </Badge>
            ) : null}
          </p>
          {draft.typed ? <TypedKeyShown typed={draft.typed} /> : <Options draft={draft} />}
          <MathsProblems problems={formulaProblems} />
          {draft.doubtful ? (
            <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-amber-soft px-3 py-2.5 text-sm">
              <p className="min-w-0 flex-1 basis-64">{CHECK_KEY_WHY}</p>
              <Button
                size="sm"
                onClick={() => {
                  on.onConfirm()
                  heading.current?.focus()
                }}
              >
                It is right
              </Button>
            </div>
          ) : null}
          {draft.source ? (
            <figure className="mt-3 border-line-strong border-l-2 pl-3 text-sm">
              <figcaption className="text-muted">From your notes</figcaption>
              <blockquote className="mt-0.5 max-w-[68ch] whitespace-pre-wrap wrap-anywhere">{draft.source}</blockquote>
            </figure>
          ) : draft.why ? (
            <CodeText
              text={draft.why}
              className="text-sm"
              lead={(words) => (
                <p className="mt-3 max-w-[68ch] text-muted text-sm">
                  <span className="font-semibold">Why:</span> {words}
                </p>
              )}
            />
          ) : null}
          {renewal?.failure ? (
            <Alert tone="brick" className="mt-3">
              {failureText(renewal.failure, GENERATE_FAILED)}
            </Alert>
          ) : null}
          <div className="mt-4 flex flex-wrap gap-2 max-sm:gap-1 max-sm:[&>button]:px-2.5 max-sm:[&_svg]:hidden">
            <Button
              size="sm"
              disabled={busy || saving || full}
              icon={<Plus aria-hidden="true" className={ICON} />}
              aria-label={`Save draft ${number}`}
              onClick={on.onSave}
            >
              Save
            </Button>
            <Button
              ref={edit}
              size="sm"
              disabled={busy || saving}
              icon={<Pencil aria-hidden="true" className={ICON} />}
              aria-label={`Edit draft ${number}`}
              onClick={on.onEdit}
            >
              Edit
            </Button>
            <Button
              size="sm"
              variant="ghost"
              busy={busy}
              disabled={saving}
              icon={<RefreshCw aria-hidden="true" className={ICON} />}
              aria-label={`Regenerate draft ${number}`}
              onClick={on.onRenew}
            >
              Regenerate
            </Button>
            <Button
              size="sm"
              variant="ghost"
              disabled={busy || saving}
              icon={<Trash2 aria-hidden="true" className={ICON} />}
              aria-label={`Drop draft ${number}`}
              onClick={on.onDrop}
            >
              Drop
            </Button>
          </div>
        </article>
      )}
    </li>
  )
}

function Options({ draft }: { draft: Draft }) {
  return (
    <ul className="mt-3 grid gap-x-8 gap-y-1.5 text-[0.9375rem] sm:grid-cols-2">
      {draft.options.map((option, at) => {
        const right = draft.rightPlaces ? draft.rightPlaces.includes(at) : option === draft.answer
        return (
          <li key={option} className={cx('flex min-w-0 items-start gap-2.5', !right && 'text-muted')}>
            <span
              aria-hidden="true"
              className={cx(
                'mt-px grid size-6 shrink-0 place-items-center rounded-[6px] border border-line-strong font-semibold text-xs',
                right && 'border-lawn bg-lawn text-lawn-ink',
              )}
            >
              {right ? <Check className="size-3.5" strokeWidth={3} /> : LETTERS[at]}
            </span>
            <span className={cx('min-w-0', right && 'font-semibold')}>
              <span className="sr-only">{LETTERS[at]}: </span>
              <CodeLine text={option} />
              {right ? <span className="sr-only"> (the answer)</span> : null}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
