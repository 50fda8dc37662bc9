/**
 * Leaderboard as a CSV file: its columns, and cells that a spreadsheet shows and does not run. It is fetched when somebody
 * downloads one.
 */
import { ANSWERED } from './messages'
import { formatDuration, type ResultRow } from './model'

/**
 * Text that a spreadsheet shows and does not run, the same as `harmless` in crates/http/src/csv.rs; the cases stand in
 * csv_cells.json. Where the first visible character is = + - or @ (wide and small ones too) it is a formula and gets an
 * apostrophe in front, also after each semicolon, tab and line break, where some spreadsheets begin a new cell. Numbers,
 * telephone numbers and a dash alone stay.
 */
export function harmless(cell: string): string {
  if (isNumber(cell) || /^ *[-－﹣] *$/.test(cell)) return cell
  const parts = cell.match(/[^;\t\r\n]*[;\t\r\n]|[^;\t\r\n]+/g) ?? []
  const safe = parts.map((part) => (FORMULA.test(part) ? `'${part}` : part)).join('')
  return /^[\t\r\n]/.test(cell) ? `'${safe}` : safe
}

/** After blanks, quotes and what cannot be seen. */
const FORMULA = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB"]*[=+\-@＝＋－＠﹦﹢﹣﹫]/u

/** Digits, blanks, brackets and points, after a sign at most: there is nothing to run in it. With hyphens a spreadsheet subtracts. */
function isNumber(cell: string): boolean {
  const unsigned = cell.replace(/^ +| +$/g, '').replace(/^[+-]/, '')
  return /[0-9]/.test(unsigned) && /^[0-9 \u00A0().]+$/.test(unsigned)
}

/** A cell of a CSV file. */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = harmless(value)
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const CSV_HEAD = ['Rank', 'Name', 'Email', 'Correct', 'Wrong', 'Total', 'Time', 'Seconds']
const CSV_HEAD_WITH_MARKS = CSV_HEAD.map((name) => (name === 'Total' ? ANSWERED : name))
const CSV_MARKS = ['marks', 'marks_10080']

/**
 * The board as a file that spreadsheets open with the right letters (byte order mark) and line ends. Marks are there twice: as a
 * decimal number, and exactly in whole units. A fraction would be taken for a date. Where questions are starred, the right answers to
 * them follow, and how many answers are partly right where questions have several right options. What marks count by (`rule`, in words) stands in the first row.
 */
export function boardCsv(rows: readonly ResultRow[], rule?: string | null): string {
  const hasMarks = rows.some(({ marks }) => marks)
  const hasStars = rows.some(({ starred }) => starred !== undefined)
  const hasPartly = rows.some(({ partly }) => partly !== undefined)
  const head = [
    ...(hasMarks ? CSV_HEAD_WITH_MARKS : CSV_HEAD),
    ...(hasMarks ? CSV_MARKS : []),
    ...(hasStars ? ['starred'] : []),
    ...(hasPartly ? ['partly_right'] : []),
    ...(hasMarks ? ['rule'] : []),
  ]
  const lines = rows.map((row, at) => [
    row.rank,
    row.fullName,
    row.email ?? '',
    row.correct,
    row.wrong,
    row.total,
    formatDuration(row.durationMs),
    row.durationMs / 1000,
    ...(hasMarks ? [row.marks?.decimal ?? '', row.marks?.units ?? ''] : []),
    ...(hasStars ? [row.starred ?? ''] : []),
    ...(hasPartly ? [row.partly ?? ''] : []),
    ...(hasMarks ? [at === 0 ? (rule ?? '') : ''] : []),
  ])
  return `\uFEFF${[head, ...lines].map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`
}
