/**
 * Leaderboard. Only the rows near the window are in the page and only the pages of the board that hold them are
 * fetched, so ten thousand participants scroll like ten. The person's own row stays pinned at the lower edge while its
 * place is out of sight. Rows have one height: it is what places them. On a phone only the correct answers, or the marks, have a
 * column of their own; what else decides stands below the name, which needs the room: two lines of it, so that no surname is cut.
 * Right answers to starred questions stand below the marks there.
 */
import { useQueries } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '@/lib/cx'
import { useIsWideScreen } from '@/lib/useIsWideScreen'
import { lazyDialog } from '@/ui/lazyDialog'
import { Name } from '@/ui/Name'
import { renderRows } from '@/ui/RowBoundary'
import { Skeleton } from '@/ui/Skeleton'
import { BOARD_SIZE, boardQuery } from '../api'
import { ANSWERED, MARKS, PARTLY, SEE_ANSWERS, STARRED } from '../messages'
import { count, formatDuration, isClose, type ResultRow } from '../model'

// Only the organiser's.
const ParticipantAnswers = lazyDialog(() => import('./ParticipantAnswers').then((file) => file.ParticipantAnswers))

/** Heights of a row: on a phone two lines of a name and one of numbers, and one more where addresses are shown. */
const ROW = { wide: 52, phone: 68, phoneSeesAll: 84 }
/** A board of this size is drawn whole: searching in the page and printing find every row. */
const WHOLE = 300
const AHEAD = 40
const PAUSE = 80
/** The site's head (61 px) stays above the table's own. */
const HEAD_TOP = 61
/** The line under it is an inner shadow: a collapsed border would stay behind when the head sticks. */
const HEAD_HEIGHT = 40

type LeaderboardTableProps = {
  contestId: string
  title: string
  total: number
  you: ResultRow | null
  seesAll: boolean
  /** The contest has marks: they come first. */
  hasMarks?: boolean
  /** The contest has starred questions. */
  hasStars?: boolean
  /** Its questions have several right options: an answer may be partly right. */
  hasPartly?: boolean
}

const TEXT = 'px-1 text-left md:px-2 lg:px-3'
const NUMBER = 'num whitespace-nowrap px-1 text-right md:px-2 lg:px-3'

export function LeaderboardTable({
  contestId,
  title,
  total,
  you,
  seesAll,
  hasMarks = false,
  hasStars = false,
  hasPartly = false,
}: LeaderboardTableProps) {
  const table = useRef<HTMLTableElement>(null)
  const wide = useIsWideScreen()
  const high = wide ? ROW.wide : seesAll ? ROW.phoneSeesAll : ROW.phone
  // Whose answers are looked at; the name stays while the dialog goes.
  const [asked, setAsked] = useState<ResultRow | null>(null)
  const [isAsked, setIsAsked] = useState(false)
  const [look] = useState(() => (row: ResultRow) => {
    setAsked(row)
    setIsAsked(true)
  })
  const columns = wide ? 6 + (hasMarks ? 1 : 0) + (hasStars ? 1 : 0) + (hasPartly ? 1 : 0) : 3
  const [top, setTop] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what stands above can change its height with the total
  useLayoutEffect(() => {
    const measure = () => setTop((table.current?.getBoundingClientRect().top ?? 0) + window.scrollY + HEAD_HEIGHT)
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [total])

  const rows = useWindowVirtualizer({
    count: total,
    estimateSize: () => high,
    overscan: total <= WHOLE ? WHOLE : 16,
    scrollMargin: top,
  })
  // A phone that is turned.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heights it keeps are of the rows before
  useLayoutEffect(() => rows.measure(), [high])
  const shown = rows.getVirtualItems()
  const first = shown[0]?.index ?? 0
  const last = shown.at(-1)?.index ?? 0

  // One look ahead, so that steady scrolling meets rows, not placeholders.
  const pages = pagesOf(first, Math.min(last + AHEAD, Math.max(0, total - 1)))
  const settled = useSettled(`${pages[0]}-${pages.at(-1)}`)
  const boards = useQueries({ queries: pages.map((page) => ({ ...boardQuery(contestId, page), enabled: settled })) })
  const rowAt = (index: number): ResultRow | undefined =>
    boards[pageOf(index) - pageOf(first)]?.data?.rows[index % BOARD_SIZE]

  const above = shown[0] ? shown[0].start - top : 0
  const below = Math.max(0, total * high - (shown.at(-1) ? (last + 1) * high : 0))
  const inView = rows.range
  let ownInView = false
  if (you && inView) {
    for (let index = inView.startIndex; index <= inView.endIndex; index += 1) {
      if (rowAt(index)?.userId === you.userId) ownInView = true
    }
  }
  const toOwnPlace = () => {
    if (!you) return
    const loaded = boards.flatMap((board) => board.data?.rows ?? []).findIndex((row) => row.userId === you.userId)
    const index = loaded >= 0 ? (pageOf(first) - 1) * BOARD_SIZE + loaded : you.rank - 1
    // Not the library's scrollToIndex: it holds the place for seconds, against a person who scrolls on.
    window.scrollTo({ top: top + (index - 2) * high - HEAD_TOP - HEAD_HEIGHT })
  }

  return (
    <>
      <table
        ref={table}
        aria-rowcount={total + 1}
        className="w-full table-fixed [overflow-anchor:none] border-collapse text-[0.9375rem]"
      >
        <caption className="sr-only">Leaderboard of {title}</caption>
        <thead className="sticky z-10" style={{ top: HEAD_TOP }}>
          <tr
            aria-rowindex={1}
            className="[&>th]:h-10 [&>th]:bg-paper [&>th]:shadow-[inset_0_-1px_var(--line-strong)] [&>th]:font-semibold [&>th]:text-muted [&>th]:text-xs"
          >
            <th scope="col" className={cx(TEXT, 'md:w-14 lg:w-22', total < 1000 ? 'w-10' : 'w-14')}>
              Rank
            </th>
            <th scope="col" className={TEXT}>
              Participant
            </th>
            {hasMarks ? (
              <th scope="col" className={cx(NUMBER, 'w-18 md:w-20 lg:w-26')}>
                {MARKS}
              </th>
            ) : null}
            {wide && hasStars ? (
              <th scope="col" className={cx(NUMBER, 'md:w-16 lg:w-24')}>
                {STARRED}
              </th>
            ) : null}
            {wide || !hasMarks ? (
              <th scope="col" className={cx(NUMBER, 'w-14 md:w-16 lg:w-26')}>
                Correct
              </th>
            ) : null}
            {wide && hasPartly ? (
              <th scope="col" className={cx(NUMBER, 'whitespace-normal md:w-16 lg:w-26')}>
                {PARTLY}
              </th>
            ) : null}
            {wide ? (
              <>
                <th scope="col" className={cx(NUMBER, 'md:w-16 lg:w-26')}>
                  Wrong
                </th>
                <th scope="col" className={cx(NUMBER, 'md:w-16 lg:w-26')}>
                  {hasMarks ? ANSWERED : 'Total'}
                </th>
                <th scope="col" className={cx(NUMBER, 'md:w-26 lg:w-28')}>
                  Time
                </th>
              </>
            ) : null}
          </tr>
        </thead>
        <Space height={above} columns={columns} />
        <tbody>
          {renderRows(
            'tr',
            shown,
            ({ index }) => {
              const row = rowAt(index)
              return row ? (
                <Row
                  key={index}
                  row={row}
                  index={index}
                  high={high}
                  wide={wide}
                  own={row.userId === you?.userId}
                  seesAll={seesAll}
                  onLook={seesAll ? look : undefined}
                  close={isClose(rowAt, index)}
                />
              ) : (
                <LoadingRow key={index} index={index} high={high} columns={columns - 1} />
              )
            },
            ({ index }) => index,
          )}
        </tbody>
        <Space height={below} columns={columns} />
        {you ? (
          <tfoot data-foot className={cx('sticky bottom-0 z-10', ownInView && 'invisible')}>
            <tr style={{ height: high }} className="[&>td]:bg-lawn-soft [&>td]:shadow-[inset_0_1px_var(--lawn)]">
              <td className={cx(TEXT, 'num font-semibold')}>{count(you.rank)}</td>
              <td className={TEXT}>
                <button type="button" onClick={toOwnPlace} className="block min-h-11 w-full text-left leading-tight">
                  <span className={cx('font-semibold', wide ? 'block truncate' : 'line-clamp-2')}>
                    <Name>{you.fullName}</Name>
                  </span>
                  <span className="block text-lawn text-xs underline underline-offset-2">
                    <span className="sr-only">you: </span>
                    show my place
                  </span>
                </button>
              </td>
              {/* Who shares the rank has the same time. */}
              <Numbers row={you} wide={wide} close={isClose(rowAt, you.rank - 1)} />
            </tr>
          </tfoot>
        ) : null}
      </table>
      {seesAll ? (
        <ParticipantAnswers contestId={contestId} person={asked} open={isAsked} onClose={() => setIsAsked(false)} />
      ) : null}
    </>
  )
}

const pageOf = (index: number) => Math.floor(index / BOARD_SIZE) + 1

function pagesOf(first: number, last: number): number[] {
  const pages: number[] = []
  for (let page = pageOf(first); page <= pageOf(last); page += 1) pages.push(page)
  return pages
}

/** False for a moment after each change: a jump to the end flies over pages nobody reads. */
function useSettled(value: string): boolean {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE)
    return () => clearTimeout(timer)
  }, [value])
  return settled === value
}

type RowProps = {
  row: ResultRow
  index: number
  high: number
  wide: boolean
  own: boolean
  seesAll: boolean
  /** Opens the answers of whoever stands there. */
  onLook?: ((row: ResultRow) => void) | undefined
  close: boolean
}

const Row = memo(function Row({ row, index, high, wide, own, seesAll, onLook, close }: RowProps) {
  const top = row.rank <= 3
  const name = (
    <span className={cx('min-w-0', wide && seesAll ? 'truncate' : 'line-clamp-2')}>
      <Name>{row.fullName}</Name>
    </span>
  )
  return (
    <tr
      aria-rowindex={index + 2}
      aria-current={own || undefined}
      style={{ height: high }}
      className={cx('border-line border-b', own ? 'bg-lawn-soft' : top && 'bg-marigold-soft')}
    >
      <td className={cx(TEXT, 'num font-semibold', top && 'text-amber')}>{count(row.rank)}</td>
      <td className={cx(TEXT, 'leading-tight')}>
        <span className={cx('flex items-baseline', top && 'font-semibold')}>
          {onLook ? (
            <button
              type="button"
              aria-haspopup="dialog"
              title={SEE_ANSWERS}
              onClick={() => onLook(row)}
              className="relative min-w-0 text-left underline decoration-line-strong underline-offset-4 after:absolute after:-inset-x-1 after:-inset-y-3 after:content-[''] hover:decoration-current"
            >
              {name}
            </button>
          ) : (
            name
          )}
          {/* A long name is cut off, never this; on a phone it stands below. */}
          {own && wide ? <span className="shrink-0 whitespace-pre font-normal text-muted"> (you)</span> : null}
        </span>
        {seesAll && row.email ? <span className="block truncate text-muted text-xs">{row.email}</span> : null}
        {wide ? null : <BelowName row={row} own={own} close={close} />}
      </td>
      <Numbers row={row} wide={wide} close={close} />
    </tr>
  )
})

/** What has no column on a phone. The total of both is left out on the narrowest: it is their sum. */
function BelowName({ row, own, close }: { row: ResultRow; own: boolean; close: boolean }) {
  return (
    <span className="num block whitespace-nowrap text-muted text-xs">
      {own ? <span className="font-semibold text-ink">you · </span> : null}
      {row.marks ? `${row.correct} correct · ` : null}
      {row.partly ? `${row.partly} partly · ` : null}
      {row.wrong} wrong · {row.marks ? null : <span className="max-[22rem]:hidden">{row.total} total · </span>}
      <span className="sr-only">in </span>
      {formatDuration(row.durationMs, close)}
    </span>
  )
}

function Numbers({ row, wide, close = false }: { row: ResultRow; wide: boolean; close?: boolean }) {
  return (
    <>
      {row.marks ? (
        <td className={cx(NUMBER, 'font-semibold')}>
          {row.marks.text}
          {wide || row.starred === undefined ? null : (
            <span className="block font-normal text-muted text-xs">{row.starred} starred</span>
          )}
        </td>
      ) : null}
      {wide && row.starred !== undefined ? <td className={NUMBER}>{row.starred}</td> : null}
      {wide || !row.marks ? <td className={NUMBER}>{row.correct}</td> : null}
      {wide && row.partly !== undefined ? <td className={NUMBER}>{row.partly}</td> : null}
      {wide ? (
        <>
          <td className={NUMBER}>{row.wrong}</td>
          <td className={NUMBER}>{row.total}</td>
          <td className={cx(NUMBER, close && 'text-sm')}>{formatDuration(row.durationMs, close)}</td>
        </>
      ) : null}
    </>
  )
}

function LoadingRow({ index, high, columns }: { index: number; high: number; columns: number }) {
  return (
    <tr aria-rowindex={index + 2} style={{ height: high }} className="border-line border-b">
      <td className={cx(TEXT, 'num text-muted')}>
        <Skeleton className="w-6" />
      </td>
      <td colSpan={columns} className={TEXT}>
        <Skeleton className="w-40" />
        <span className="sr-only">Loading</span>
      </td>
    </tr>
  )
}

/** Always there, if only 0 high: Chromium keeps a stale height of its neighbour when one is taken out. */
function Space({ height, columns }: { height: number; columns: number }) {
  return (
    <tbody aria-hidden="true">
      <tr>
        <td colSpan={columns} className="p-0" style={{ height }} />
      </tr>
    </tbody>
  )
}
