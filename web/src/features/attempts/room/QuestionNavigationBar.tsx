/**
 * Question navigation bar, fixed at the bottom: a hint that options lie below it, messages that matter now, and the
 * buttons to the previous and next question. Submit stands on the last question only.
 */
import { ArrowLeft, ArrowRight, Flag, LayoutGrid } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '@/lib/cx'
import { Button } from '@/ui/Button'
import { MARK, NEXT, PREVIOUS, QUESTIONS, SUBMIT, UNMARK } from './messages'
import { ScrollHint } from './ScrollHint'

type QuestionNavigationBarProps = {
  index: number
  total: number
  marked: boolean
  strips: ReactNode
  /** The question that is shown. */
  question: string | undefined
  closed: boolean
  submitLabel?: string
  onGo: (index: number) => void
  /** None: nothing is left to review. */
  onMark: (() => void) | undefined
  onList: () => void
  onSubmit: () => void
}

export function QuestionNavigationBar(props: QuestionNavigationBarProps) {
  const { index, total, marked, strips, closed, submitLabel = SUBMIT, onGo, onMark, onList, onSubmit } = props
  const last = index >= total - 1
  return (
    <footer className="fixed inset-x-0 bottom-0 z-20">
      {/* On the bar: as a part of it they would move it when they come and go. Notices stand on them (ui/toast.css). */}
      <div className="absolute inset-x-0 bottom-full [anchor-name:--room-foot]">
        <ScrollHint question={props.question} />
        {strips}
      </div>
      <div className="border-line border-t bg-surface pb-[env(safe-area-inset-bottom)]">
        <div className="mx-auto flex max-w-page items-center gap-2.5 px-4 py-3 sm:gap-3 sm:px-6 low:py-1.5">
          <Button
            className="flex-1 px-3 sm:min-w-26 md:flex-none"
            disabled={index === 0}
            onClick={() => onGo(index - 1)}
            icon={<ArrowLeft aria-hidden="true" className="hidden size-4 sm:block" />}
          >
            {PREVIOUS}
          </Button>
          <Button
            className="num flex-1 px-2 md:hidden"
            onClick={onList}
            aria-label={`${QUESTIONS}: ${index + 1} / ${total}`}
            aria-haspopup="dialog"
            icon={<LayoutGrid aria-hidden="true" className="size-4 text-muted" />}
          >
            {index + 1} / {total}
          </Button>
          <span className="hidden flex-1 md:block" />
          {onMark ? (
            <Button
              className="hidden min-w-46 md:inline-flex"
              aria-pressed={marked}
              onClick={onMark}
              icon={<Flag aria-hidden="true" className={cx('size-4', marked && 'fill-marigold')} />}
            >
              {marked ? UNMARK : MARK}
            </Button>
          ) : null}
          {last ? (
            <Button
              key="submit"
              variant="primary"
              className="flex-1 px-3 sm:min-w-26 md:flex-none"
              disabled={closed}
              onClick={onSubmit}
            >
              {submitLabel}
            </Button>
          ) : (
            <Button
              key="next"
              variant="primary"
              className="flex-1 px-3 sm:min-w-26 md:flex-none"
              onClick={() => onGo(index + 1)}
            >
              {NEXT}
              <ArrowRight aria-hidden="true" className="hidden size-4 sm:block" />
            </Button>
          )}
        </div>
      </div>
    </footer>
  )
}

/** A quiet line above the bar; it moves nothing on the page. */
export function Strip({ tone, icon, children }: { tone: 'amber' | 'sky'; icon: ReactNode; children: ReactNode }) {
  return (
    <div
      role="status"
      className={cx(
        'border-t text-ink text-sm',
        tone === 'amber' ? 'border-amber/30 bg-amber-soft' : 'border-sky/30 bg-sky-soft',
      )}
    >
      <div className="mx-auto flex max-w-page items-center gap-2.5 px-4 py-2 sm:px-6 [&_svg]:size-4 [&_svg]:shrink-0">
        <span className={tone === 'amber' ? 'text-amber' : 'text-sky'}>{icon}</span>
        <p className="min-w-0">{children}</p>
      </div>
    </div>
  )
}
