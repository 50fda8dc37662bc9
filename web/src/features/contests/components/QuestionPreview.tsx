/** Question preview, as a participant sees the question: nothing here can be pressed, nothing says what is right. */
import { cx } from '@/lib/cx'
import { CodeLine, CodeText } from '@/ui/CodeText'
import { OptionPicture, QuestionPictures } from '@/ui/QuestionPicture'
import { AS_SEEN, CHOOSE_ALL, TYPE_IT } from '../messages'
import { LETTERS, type OfPictures, picturesOn } from '../model'
import type { OfTyped } from '../typedKey'

type QuestionPreviewProps = {
  text: string
  options: readonly string[]
  several?: boolean
  className?: string
} & OfTyped &
  OfPictures

export function QuestionPreview({ text, options, several = false, typed, pictures, className }: QuestionPreviewProps) {
  return (
    <section aria-label={AS_SEEN} className={cx('rounded-card bg-paper p-4 sm:p-5', className)}>
      <p className="font-semibold text-muted text-xs">{AS_SEEN}</p>
      <CodeText
        text={text.trim() || 'Your question'}
        lead={(words) => (
          <p
            className={cx(
              'mt-2.5 font-[650] font-display text-lg leading-snug tracking-[-0.015em]',
              !text.trim() && 'text-muted',
            )}
          >
            {words}
          </p>
        )}
      />
      <QuestionPictures pictures={picturesOn(pictures, null)} className="mt-4" />
      {several ? <p className="mt-4 font-semibold text-sm">{CHOOSE_ALL}</p> : null}
      {typed ? (
        <div className="mt-4 grid gap-2">
          <p className="font-semibold text-sm">{TYPE_IT[typed.kind]}</p>
          <p className="flex items-center gap-3">
            <span className="h-12 min-w-0 flex-1 rounded-control border border-edge bg-surface" />
            {typed.kind === 'number' && typed.unit.trim() ? <span className="ink">{typed.unit.trim()}</span> : null}
          </p>
        </div>
      ) : (
        <ol className="mt-4 grid gap-2">
          {LETTERS.slice(0, options.length).map((letter, at) => {
            const option = options[at]?.trim()
            return (
              <li
                key={letter}
                className="flex min-h-12 items-center gap-3 rounded-card border border-line-strong bg-surface px-3 py-2"
              >
                <span className="grid size-8 shrink-0 place-items-center rounded-control border border-line-strong font-semibold text-muted text-sm">
                  {letter}
                </span>
                <span className={cx('min-w-0', !option && 'text-muted')}>
                  <CodeLine text={option || `Option ${letter}`} />
                  <OptionPicture picture={picturesOn(pictures, at)[0]} letter={letter} className="mt-2" />
                </span>
              </li>
            )
          })}
        </ol>
      )}
    </section>
  )
}
