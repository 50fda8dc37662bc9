/**
 * Question navigator: the numbered grid that shows the present question and which are answered, saved only on this
 * device, marked or seen, and what its looks mean. Any number can be jumped to.
 */
import { cx } from '@/lib/cx'
import type { PaperQuestion } from '../model'
import type { Given } from './model'
import type { QuestionPosition } from './questionPosition'

export type QuestionNavigatorProps = {
  questions: readonly PaperQuestion[]
  given: ReadonlyMap<string, Given>
  /** Questions in which something is chosen that is not saved. */
  unsaved?: ReadonlySet<string>
  place: QuestionPosition
  calm: boolean
  onGo: (index: number) => void
  columns: 'five' | 'six'
}

type Look = 'saved' | 'sending' | 'device' | 'refused' | 'unsaved' | 'seen' | 'unseen'

const LOOKS: Record<Look, { cell: string; word: string }> = {
  saved: { cell: 'border-lawn bg-lawn text-lawn-ink', word: 'answered and saved' },
  sending: { cell: 'border-lawn bg-lawn-soft text-lawn', word: 'answered, being sent' },
  device: { cell: 'border-amber border-dashed bg-amber-soft text-amber', word: 'answered, on this device only' },
  refused: { cell: 'border-brick bg-brick-soft text-brick line-through', word: 'not counted' },
  unsaved: { cell: 'border-ink border-dotted bg-surface text-ink', word: 'not answered, begun but not saved' },
  seen: { cell: 'border-edge bg-surface text-ink', word: 'seen, not answered' },
  unseen: { cell: 'border-line-strong bg-transparent text-muted', word: 'not seen' },
}

const ORDER: Look[] = ['saved', 'sending', 'device', 'refused', 'unsaved', 'seen', 'unseen']

type Looked = Pick<QuestionNavigatorProps, 'given' | 'unsaved' | 'place' | 'calm'>

function lookOf(id: string, { given, unsaved, place, calm }: Looked): Look {
  if (unsaved?.has(id)) return 'unsaved'
  const state = given.get(id)?.state
  if (state === 'device' && calm) return 'sending'
  return state ?? (place.seen.includes(id) ? 'seen' : 'unseen')
}

export function QuestionNavigator({ onGo, columns, ...looked }: QuestionNavigatorProps) {
  return (
    <>
      <Numbers {...looked} onGo={onGo} columns={columns} />
      <Legend {...looked} />
    </>
  )
}

function Numbers({ questions, onGo, columns, ...looked }: QuestionNavigatorProps) {
  const { place } = looked
  return (
    <ol
      className={cx(
        'num grid gap-2',
        columns === 'five' ? 'grid-cols-5' : 'grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))]',
      )}
    >
      {questions.map(({ id }, index) => {
        const look = lookOf(id, looked)
        const { cell, word } = LOOKS[look]
        const marked = place.marked.includes(id)
        const here = index === place.index
        return (
          <li key={id}>
            <button
              type="button"
              onClick={() => onGo(index)}
              aria-current={here ? 'true' : undefined}
              aria-label={`Question ${index + 1}, ${word}${marked ? ', marked for review' : ''}`}
              className={cx(
                'relative grid aspect-square w-full min-w-0 place-items-center rounded-control border font-semibold text-sm transition-colors duration-150 hover:border-muted',
                cell,
                here && 'outline-2 outline-ink outline-offset-2',
              )}
            >
              {index + 1}
              {look === 'seen' ? <Seen className="inset-x-[30%] bottom-1.5" /> : null}
              {marked ? <Flagged /> : null}
            </button>
          </li>
        )
      })}
    </ol>
  )
}

/** A line under the number: in the dark, edge and surface alone hardly tell it from one not seen. */
function Seen({ className }: { className: string }) {
  return <span aria-hidden="true" data-mark="seen" className={cx('absolute h-0.5 rounded-full bg-muted', className)} />
}

/** A folded corner: a shape, not only a colour. */
function Flagged() {
  return (
    <span
      aria-hidden="true"
      className="-top-px -right-px absolute size-3.5 rounded-tr-control bg-marigold [clip-path:polygon(0_0,100%_0,100%_100%)]"
    />
  )
}

/** What the looks mean; only those that occur. */
function Legend({ questions, ...looked }: Omit<QuestionNavigatorProps, 'onGo' | 'columns'>) {
  const present = new Set(questions.map(({ id }) => lookOf(id, looked)))
  // On its way for a moment: a line that comes and goes would only move the others.
  present.delete('sending')
  return (
    <ul className="mt-5 grid gap-2 text-muted text-sm">
      {ORDER.filter((look) => present.has(look)).map((look) => (
        <li key={look} className="flex items-center gap-2.5">
          <i aria-hidden="true" className={cx('relative size-3.5 rounded-[4px] border', LOOKS[look].cell)}>
            {look === 'seen' ? <Seen className="inset-x-[2px] bottom-[2px]" /> : null}
          </i>
          {LOOKS[look].word}
        </li>
      ))}
      <li className="flex items-center gap-2.5">
        <i aria-hidden="true" className="relative size-3.5 rounded-[4px] border border-line-strong">
          <span className="-top-px -right-px absolute size-2.5 rounded-tr-[4px] bg-marigold [clip-path:polygon(0_0,100%_0,100%_100%)]" />
        </i>
        marked for review
      </li>
    </ul>
  )
}
