/**
 * Choice row: a whole option as one button, with its letter and, once it is the answer, what became of it. An option's picture stands in the
 * same frame, below the button: a press on it is no answer.
 */
import { ArrowUp, Check, CircleSlash, CloudOff, type LucideIcon } from 'lucide-react'
import { cx } from '@/lib/cx'
import { CodeLine } from '@/ui/CodeText'
import type { ShownPicture } from '@/ui/pictureFrame'
import { RoomOptionPicture } from './lazyRoomParts'
import { PREVIEW_ROW, ROW_DEVICE, ROW_ENDED, ROW_REFUSED, ROW_SAVED } from './messages'
import type { Given } from './model'

type ChoiceRowProps = {
  letter: string
  text: string
  given: Given | undefined
  preview: boolean
  calm: boolean
  locked: boolean
  onChoose: () => void
  picture?: ShownPicture
}

export function ChoiceRow({ letter, text, given, preview, calm, locked, onChoose, picture }: ChoiceRowProps) {
  const look = lookOfRow(given, calm)
  const frame = cx('rounded-card border transition-colors duration-150', look?.row ?? 'border-line-strong bg-surface')
  const row = (
    <button
      type="button"
      aria-pressed={given !== undefined}
      aria-disabled={locked || undefined}
      onClick={({ detail }) => {
        // The second half of a double click may fall on the next question, which has just moved under the pointer.
        if (!locked && detail < 2) onChoose()
      }}
      className={cx(
        'group flex min-h-14 w-full items-center gap-3.5 px-3.5 py-2.5 text-left md:min-h-15 md:gap-4 md:px-4 low:min-h-12 low:py-1.5',
        picture ? 'rounded-card' : cx('low:h-full', frame),
        locked && 'aria-disabled:cursor-default',
        locked && !given && 'text-muted',
        !locked && 'hover:border-lawn active:bg-lawn-soft',
      )}
    >
      <span
        aria-hidden="true"
        className={cx(
          'grid size-8 shrink-0 place-items-center rounded-control border font-semibold text-sm transition-colors duration-150',
          look?.letter ?? 'border-line-strong text-muted',
          !locked && !given && 'group-hover:border-lawn group-hover:text-lawn',
        )}
      >
        {letter}
      </span>
      <span className="sr-only">{letter}: </span>
      <span className="ink min-w-0 flex-1">
        <CodeLine text={text} />
      </span>
      <RowState given={given} look={look} preview={preview} />
    </button>
  )
  if (!picture) return row
  return (
    <div className={cx('low:h-full', frame)}>
      {row}
      <RoomOptionPicture picture={picture} letter={letter} />
    </div>
  )
}

type Look = { row: string; letter: string; word: string; Icon: LucideIcon }

/** How a row with an answer looks. */
export function lookOfRow(given: Given | undefined, calm: boolean): Look | undefined {
  return given && ROWS[given.state === 'device' && calm ? 'sending' : given.state]
}

/** As wide as the word `saved`. */
const AS_SAVED = { width: '2.9em' }

type RowStateProps = { given: Given | undefined; look: Look | undefined; preview: boolean }

/** What became of the answer, at the end of its row. */
export function RowState({ given, look, preview }: RowStateProps) {
  if (!given || !look) return null
  const word = rowWord(given, preview)
  return (
    <span className={cx('flex shrink-0 items-center gap-1.5 font-semibold text-sm', look.word)}>
      <look.Icon aria-hidden="true" className="size-4" />
      {look === ROWS.sending ? (
        // Seen is the arrow, in the room of the word to come: a longer one would break a long option into more lines for a moment.
        <span style={AS_SAVED}>
          <span className="sr-only">{word}</span>
        </span>
      ) : (
        word
      )}
    </span>
  )
}

const ROWS = {
  saved: {
    row: 'border-lawn bg-lawn-soft shadow-[inset_0_0_0_1px_var(--lawn)]',
    letter: 'border-lawn bg-lawn text-lawn-ink',
    word: 'text-lawn',
    Icon: Check,
  },
  sending: {
    row: 'border-lawn bg-lawn-soft',
    letter: 'border-lawn text-lawn',
    word: 'text-muted',
    Icon: ArrowUp,
  },
  device: {
    row: 'border-amber border-dashed bg-amber-soft',
    letter: 'border-amber text-amber',
    word: 'text-amber',
    Icon: CloudOff,
  },
  refused: {
    row: 'border-brick bg-brick-soft',
    letter: 'border-brick text-brick',
    word: 'text-brick',
    Icon: CircleSlash,
  },
}

/** What became of an answer, in a word. */
export function rowWord(given: Given, preview: boolean): string {
  if (preview) return PREVIEW_ROW
  if (given.state === 'saved') return ROW_SAVED
  if (given.state === 'device') return ROW_DEVICE
  return given.code === 'contest_ended' ? ROW_ENDED : ROW_REFUSED
}
