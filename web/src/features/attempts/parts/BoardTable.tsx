/**
 * The leaderboard. Only the rows near the window are in the page and only the pages of the board that hold them are
 * fetched, so ten thousand participants scroll like ten. The person's own row stays pinned at the lower edge while its
 * place is out of sight. Rows have one height: it is what places them.
 */
import { useQueries } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '@/lib/cx'
import { Skeleton } from '@/ui/Skeleton'
import { BOARD_SIZE, boardQuery } from '../api'
import { count, formatDuration, isClose, type ResultRow } from '../model'

const ROW = 52
/** A board of this size is drawn whole: searching in the page and printing find every row. */
const WHOLE = 300
const AHEAD = 40
const PAUSE = 80
/** The site's head (61 px) stays above the table's own. */
const HEAD_TOP = 61
/** The line under it is an inner shadow: a collapsed border would stay behind when the head sticks. */
const HEAD_HEIGHT = 40

type BoardTableProps = { contestId: string; title: string; total: number; you: ResultRow | null; seesAll: boolean }

const NUMBER = 'num px-1 text-right sm:px-3'

export function BoardTable({ contestId, title, total, you, seesAll }: BoardTableProps) {
  const table = useRef<HTMLTableElement>(null)
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
    estimateSize: () => ROW,
    overscan: total <= WHOLE ? WHOLE : 16,
    scrollMargin: top,
  })
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
  const below = Math.max(0, total * ROW - (shown.at(-1) ? (last + 1) * ROW : 0))
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
    window.scrollTo({ top: top + (index - 2) * ROW - HEAD_TOP - HEAD_HEIGHT })
  }

  return (
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
          <th scope="col" className={cx('px-1 text-left sm:w-22 sm:px-3', total < 1000 ? 'w-11' : 'w-14')}>
            Rank
          </th>
          <th scope="col" className="px-1 text-left sm:px-3">
            Participant
          </th>
          <th scope="col" className={cx(NUMBER, 'w-13 sm:w-26')}>
            Correct
          </th>
          <th scope="col" className={cx(NUMBER, 'w-13 sm:w-26')}>
            Wrong
          </th>
          <th scope="col" className={cx(NUMBER, 'w-11 sm:w-24')}>
            Total
          </th>
          <th scope="col" className={cx(NUMBER, 'w-15 max-[22rem]:hidden sm:w-26')}>
            Time
          </th>
        </tr>
      </thead>
      <Space height={above} />
      <tbody>
        {shown.map(({ index }) => {
          const row = rowAt(index)
          return row ? (
            <Row
              key={index}
              row={row}
              index={index}
              own={row.userId === you?.userId}
              seesAll={seesAll}
              close={isClose(row, rowAt(index - 1), rowAt(index + 1))}
            />
          ) : (
            <LoadingRow key={index} index={index} />
          )
        })}
      </tbody>
      <Space height={below} />
      {you ? (
        <tfoot data-foot className={cx('sticky bottom-0 z-10', ownInView && 'invisible')}>
          <tr style={{ height: ROW }} className="[&>td]:bg-lawn-soft [&>td]:shadow-[inset_0_1px_var(--lawn)]">
            <td className="num px-1 font-semibold sm:px-3">{count(you.rank)}</td>
            <td className="px-1 sm:px-3">
              <button type="button" onClick={toOwnPlace} className="block h-11 w-full text-left leading-tight">
                <span className="block truncate font-semibold text-sm sm:text-[0.9375rem]">{you.fullName}</span>
                <span className="block truncate text-lawn text-xs underline underline-offset-2">
                  <span className="sr-only">you: </span>
                  show my place
                </span>
              </button>
            </td>
            <Numbers row={you} />
          </tr>
        </tfoot>
      ) : null}
    </table>
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

type RowProps = { row: ResultRow; index: number; own: boolean; seesAll: boolean; close: boolean }

const Row = memo(function Row({ row, index, own, seesAll, close }: RowProps) {
  const top = row.rank <= 3
  return (
    <tr
      aria-rowindex={index + 2}
      aria-current={own || undefined}
      style={{ height: ROW }}
      className={cx('border-line border-b', own ? 'bg-lawn-soft' : top && 'bg-marigold-soft')}
    >
      <td className={cx('num px-1 font-semibold sm:px-3', top && 'text-amber')}>{count(row.rank)}</td>
      <td className="px-1 leading-tight sm:px-3">
        <span className={cx('flex items-baseline', top && 'font-semibold')}>
          <span className={cx('min-w-0', seesAll ? 'truncate' : 'line-clamp-2 break-words')}>{row.fullName}</span>
          {/* A long name is cut off, never this. */}
          {own ? <span className="shrink-0 whitespace-pre font-normal text-muted"> (you)</span> : null}
        </span>
        {seesAll && row.email ? <span className="block truncate text-muted text-xs">{row.email}</span> : null}
      </td>
      <Numbers row={row} close={close} />
    </tr>
  )
})

function Numbers({ row, close = false }: { row: ResultRow; close?: boolean }) {
  return (
    <>
      <td className={NUMBER}>{row.correct}</td>
      <td className={NUMBER}>{row.wrong}</td>
      <td className={NUMBER}>{row.total}</td>
      <td className={cx(NUMBER, 'max-[22rem]:hidden', close && 'text-sm')}>{formatDuration(row.durationMs, close)}</td>
    </>
  )
}

function LoadingRow({ index }: { index: number }) {
  return (
    <tr aria-rowindex={index + 2} style={{ height: ROW }} className="border-line border-b">
      <td className="num px-1 text-muted sm:px-3">
        <Skeleton className="w-6" />
      </td>
      <td colSpan={4} className="px-1 sm:px-3">
        <Skeleton className="w-40" />
        <span className="sr-only">Loading</span>
      </td>
    </tr>
  )
}

/** Always there, if only 0 high: Chromium keeps a stale height of its neighbour when one is taken out. */
function Space({ height }: { height: number }) {
  return (
    <tbody aria-hidden="true">
      <tr>
        {/* Not over the last column, which a narrow phone does not have. */}
        <td colSpan={5} className="p-0" style={{ height }} />
      </tr>
    </tbody>
  )
}
