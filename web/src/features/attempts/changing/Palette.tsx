/**
 * Palette: the numbered grid where answers may be changed, with the five states, colours and shapes that Indian students know from their
 * exams, and how many questions are in each. Any number can be jumped to.
 */
import { cx } from '@/lib/cx'
import type { Given } from '../room/model'
import type { QuestionNavigatorProps } from '../room/QuestionNavigator'
import { BEGUN, NOT_SAVED, ON_DEVICE, ON_ITS_WAY, STATES } from './messages'
import { FIVE_STATES, type FiveState, stateOf } from './model'

export function Palette({ questions, given, unsaved, place, calm, onGo, columns }: QuestionNavigatorProps) {
  const states = questions.map(({ id }) => stateOf(id, given, place))
  return (
    <>
      <ol
        className={cx(
          'num grid gap-2',
          columns === 'five' ? 'grid-cols-5' : 'grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))]',
        )}
      >
        {questions.map(({ id }, index) => {
          const state = states[index] ?? 'unseen'
          const more = moreOf(given.get(id), unsaved?.has(id) ?? false, calm)
          const here = index === place.index
          return (
            <li key={id}>
              <button
                type="button"
                onClick={() => onGo(index)}
                aria-current={here ? 'true' : undefined}
                aria-label={`Question ${index + 1}, ${[STATES[state], ...more].join(', ')}`}
                className={cx(
                  'relative grid aspect-square w-full min-w-0 place-items-center rounded-control font-semibold text-sm',
                  TEXT[state],
                  here && 'outline-2 outline-ink outline-offset-2',
                )}
              >
                <Shape state={state} dashed={more.includes(ON_DEVICE) || more.includes(BEGUN)} />
                <span className="relative">{index + 1}</span>
              </button>
            </li>
          )
        })}
      </ol>
      <ul className="mt-5 grid gap-2 text-muted text-sm">
        {FIVE_STATES.map((state) => (
          <li key={state} className="flex items-center gap-2.5">
            <span className={cx('num relative grid size-8 shrink-0 place-items-center font-semibold', TEXT[state])}>
              <Shape state={state} />
              <span className="relative">{states.filter((one) => one === state).length}</span>
            </span>
            {STATES[state]}
          </li>
        ))}
      </ul>
    </>
  )
}

/** What else there is to say of a question. */
function moreOf(given: Given | undefined, isBegun: boolean, calm: boolean): string[] {
  const more = isBegun ? [BEGUN] : []
  if (given?.state === 'device') more.push(calm ? ON_ITS_WAY : ON_DEVICE)
  if (given?.state === 'refused') more.push(NOT_SAVED)
  return more
}

const TEXT: Record<FiveState, string> = {
  unseen: 'text-muted',
  unanswered: 'text-brick-ink',
  answered: 'text-lawn-ink',
  marked: 'text-review-ink',
  answeredMarked: 'text-review-ink',
}

const FILL: Record<FiveState, string> = {
  unseen: 'fill-surface stroke-edge',
  unanswered: 'fill-brick stroke-brick',
  answered: 'fill-lawn stroke-lawn',
  marked: 'fill-review stroke-review',
  answeredMarked: 'fill-review stroke-review',
}

const DISC = 'M20 3a17 17 0 1 1 0 34a17 17 0 1 1 0-34z'
/** A square; one that points down, and one that points up; a disc. */
const SHAPES: Record<FiveState, string> = {
  unseen: 'M6 3h28a3 3 0 0 1 3 3v28a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3z',
  unanswered: 'M6 3h28a3 3 0 0 1 3 3v20L20 38 3 26V6a3 3 0 0 1 3-3z',
  answered: 'M20 2l17 12v20a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V14z',
  marked: DISC,
  answeredMarked: DISC,
}

function Shape({ state, dashed = false }: { state: FiveState; dashed?: boolean }) {
  return (
    <svg
      aria-hidden="true"
      data-shape={state}
      viewBox="0 0 40 40"
      className="absolute inset-0 size-full overflow-visible"
    >
      <path
        d={SHAPES[state]}
        strokeWidth="2"
        // What is not the server's yet has an edge of dashes, outside what is filled.
        strokeDasharray={dashed ? '4 3' : undefined}
        className={dashed ? cx(FILL[state].split(' ')[0], 'stroke-ink') : FILL[state]}
      />
      {state === 'answeredMarked' ? (
        <>
          <circle cx="32" cy="32" r="7.5" strokeWidth="2" className="fill-lawn stroke-surface" />
          <path d="M28.5 32.2l2.5 2.5 4.5-5" fill="none" strokeWidth="2" className="stroke-lawn-ink" />
        </>
      ) : null}
    </svg>
  )
}
