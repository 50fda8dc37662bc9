/**
 * Histogram of scores: how many had 0, 1, 2 … right, with "you are here". Each bar is an item of a list, so it can also
 * be heard; the own bar is darker, has a line up to its words, and says so. `worth`: how many questions count, where
 * some do not. Where the contest has marks, the bars go by correct answers all the same, and nothing about ranks stands at them.
 */
import { cx } from '@/lib/cx'
import { besideOthers, medianOf, plural, type Standing, scoresShown } from '../model'

const HEIGHT = 128

/** Of a contest with marks. */
const BY_CORRECT = 'The bars count correct answers. Ranks go by marks.'

/** Fewer have no half worth a word. */
const HALVES_FROM = 3

export function Histogram({ standing, worth }: { standing: Standing; worth: number }) {
  const { you } = standing
  const hasMarks = Boolean(standing.mostMarks ?? you?.marks)
  const beside = you && !hasMarks ? besideOthers(you.rank, standing.betterThanPercent) : null
  const histogram = scoresShown(standing.histogram, worth)
  const highest = Math.max(1, ...histogram)
  const people = standing.histogram.reduce((sum, n) => sum + n, 0)
  const median = people < HALVES_FROM ? null : medianOf(histogram)
  const mark = you ? you.correct : median
  const at = mark === null || histogram.length === 0 ? 50 : ((mark + 0.5) / histogram.length) * 100
  const half = mark === 0 ? 'half have none' : `half have ${mark} or fewer`
  const dense = histogram.length > 40
  return (
    <section aria-labelledby="histogram-title" className="min-w-0">
      <h2 id="histogram-title" className="sr-only">
        {hasMarks ? 'Correct answers' : 'Scores'} of all participants
      </h2>
      <div className="relative h-6">
        {mark === null ? null : (
          // Pulled back by its own share: at the left edge it begins there, at the right edge it ends there.
          <p
            className={cx(
              'num absolute top-0 max-w-full truncate font-semibold text-sm',
              you ? 'text-lawn' : 'text-muted',
            )}
            style={{ left: `${at}%`, transform: `translateX(-${at}%)` }}
          >
            {you ? `you: ${you.correct}${hasMarks ? ' correct' : ''}${beside ? `, ${beside}` : ''}` : half}
          </p>
        )}
      </div>
      <ol
        aria-label="Participants by number of correct answers"
        className={cx('flex items-end border-line-strong border-b', dense ? 'gap-px' : 'gap-0.5 sm:gap-1')}
        style={{ height: HEIGHT }}
      >
        {histogram.map((n, correct) => {
          const own = correct === mark
          const words = `${correct} correct: ${plural(n, 'participant')}`
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the number correct, the bar's identity
            <li key={correct} title={words} className="relative flex h-full min-w-0 flex-1 items-end">
              {own ? (
                <span
                  aria-hidden="true"
                  className={cx(
                    'absolute inset-y-0 left-1/2 border-l border-dashed',
                    you ? 'border-lawn' : 'border-edge',
                  )}
                />
              ) : null}
              <span
                aria-hidden="true"
                className={cx(
                  'relative block w-full rounded-t-[3px]',
                  // Pale by opacity: browsers before Chrome 111 mix no colours.
                  own && you ? 'bg-lawn' : 'bg-lawn opacity-32',
                )}
                // One participant among thousands is still a line one can see.
                style={{ height: n === 0 ? 0 : Math.max(3, Math.round((n / highest) * (HEIGHT - 6))) }}
              />
              <span className="sr-only">{words}</span>
            </li>
          )
        })}
      </ol>
      <p aria-hidden="true" className="num mt-1.5 flex justify-between text-muted text-xs">
        <span>0 correct</span>
        <span>{Math.max(worth, histogram.length - 1)}</span>
      </p>
      {hasMarks ? <p className="mt-1 text-muted text-xs">{BY_CORRECT}</p> : null}
    </section>
  )
}
