/**
 * Podium of the first two or three, side by side: second, first, third for the eye, first to third for those who
 * listen. The height of a step is the rank, so two who share the first rank stand equally high. On a phone they stand
 * below each other: side by side many a name would not fit.
 */
import { cx } from '@/lib/cx'
import { Name } from '@/ui/Name'
import { renderRows } from '@/ui/RowBoundary'
import { marksOf } from '../marks'
import { besidePodium, formatDuration, type PodiumPlace, plural, podiumOf, type ResultRow } from '../model'

const ORDER = ['sm:order-2', 'sm:order-1', 'sm:order-3']
const STEP = { 1: 'sm:min-h-42', 2: 'sm:min-h-37', 3: 'sm:min-h-33' }
/** With one line more. */
const STEP_MARKS = { 1: 'sm:min-h-48', 2: 'sm:min-h-43', 3: 'sm:min-h-39' }

export function Podium({ rows, you }: { rows: readonly ResultRow[]; you: string | undefined }) {
  const places = podiumOf(rows)
  if (places.length === 0) return null
  const more = besidePodium(rows)
  return (
    <section aria-label="Podium">
      <ol className={cx('grid items-end gap-2 sm:gap-3', places.length === 2 ? 'sm:grid-cols-2' : 'sm:grid-cols-3')}>
        {renderRows(
          'li',
          places,
          (place, at) => (
            <Step key={place.row.userId} place={place} you={place.row.userId === you} className={ORDER[at]} />
          ),
          ({ row }) => row.userId,
        )}
      </ol>
      {more > 0 ? (
        <p className="mt-2 text-muted text-sm">
          {plural(more, 'more participant')} {more === 1 ? 'shares' : 'share'} rank {rows[2]?.rank}.
        </p>
      ) : null}
    </section>
  )
}

function Step({
  place: { row, level, tie, wrongTells, close },
  you,
  className,
}: {
  place: PodiumPlace
  you: boolean
  className?: string
}) {
  return (
    <li
      className={cx(
        'flex min-w-0 flex-wrap items-baseline gap-x-3 rounded-card border px-4 py-3 sm:flex-col sm:flex-nowrap sm:items-stretch sm:p-4',
        level === 1 ? 'border-marigold bg-marigold-soft' : 'border-line bg-surface',
        (row.marks ? STEP_MARKS : STEP)[level],
        className,
      )}
    >
      <p className="flex flex-wrap items-baseline gap-x-2 font-[650] font-display leading-none">
        <span className="sr-only">Rank </span>
        <span className={level === 1 ? 'text-2xl' : 'text-xl'}>{row.rank}</span>
        {tie ? <span className="font-normal font-sans text-muted text-xs">shared</span> : null}
      </p>
      <p className="min-w-0 flex-1 font-semibold text-[0.9375rem] leading-snug hyphens-auto sm:mt-2.5 sm:flex-none">
        <Name>{row.fullName}</Name>
        {you ? <span className="font-normal text-muted"> (you)</span> : null}
      </p>
      <p className="num w-full text-muted text-sm sm:mt-auto sm:pt-2">
        {row.marks ? (
          <>
            <span className="sm:block">
              <span className="font-semibold text-ink">{marksOf(row.marks.text)}</span>
              {row.starred === undefined ? null : (
                <>
                  <Dot />
                  {row.starred} starred
                </>
              )}
            </span>
            <Dot className="sm:hidden" />
          </>
        ) : null}
        {row.correct} correct
        <Dot />
        {row.partly === undefined ? null : (
          <>
            {row.partly} partly
            <Dot />
          </>
        )}
        {wrongTells ? `${row.wrong} wrong` : null}
        {wrongTells ? <Dot className="sm:hidden" /> : null}
        <span className={wrongTells ? 'sm:block' : undefined}>
          <span className="sr-only">in </span>
          {formatDuration(row.durationMs, close)}
        </span>
      </p>
    </li>
  )
}

function Dot({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={className}>
      {' '}
      ·{' '}
    </span>
  )
}
