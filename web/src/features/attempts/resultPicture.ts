/**
 * Picture of one's own result: what is on it and where, for a canvas of 1200 × 630 (what chats and networks show of a link), and
 * the same in words. Pure: how wide a text is, the caller measures. Nothing of anybody else is on it but how many had which score.
 */
import { beginningOf, characters } from '@/lib/cutText'
import { isolated } from '@/lib/isolated'
import { formatDay } from '@/lib/time'
import { marksOf } from './marks'
import { besideOthers, type ContestHead, count, type ResultRow, type Standing, scoresShown } from './model'
import {
  BARS,
  BARS_OF_CORRECT,
  correctOf,
  LEAST,
  marksScore,
  me,
  meCorrect,
  ofAll,
  RANK,
  RANK_OF,
  resultIn,
  scoresOf,
  scoreText,
} from './resultPictureMessages'

export const WIDTH = 1200
export const HEIGHT = 630
const MARGIN = 64
const INNER = WIDTH - 2 * MARGIN

/** With fewer the bar that is not one's own would tell what a certain other person had. */
const HISTOGRAM_FROM = 3

export type OwnResult = {
  site: string
  institute: string
  title: string
  date: string
  rank: number
  total: number
  /** Somebody else has the same rank. */
  shared: boolean
  correct: number
  /** How many questions count. */
  worth: number
  /** Of a contest with marks, as the server writes them, and what all right answers together give. */
  marks: { text: string; most: string | null } | null
  /** `ahead of 66% of the others`; null where there is nothing to say. */
  beside: string | null
  /** How many have 0, 1, 2 … right; empty where it is not shown. */
  histogram: readonly number[]
  /** The own name, where it is wanted on the picture. */
  name: string | null
}

export type ResultSource = {
  site: { name: string; instituteName: string; timeZone: string }
  head: Pick<ContestHead, 'title' | 'startsAt'>
  standing: Standing
  /** The first rows of the board, which tell whether a rank among them is shared. */
  rows: readonly Pick<ResultRow, 'rank' | 'userId'>[]
  worth: number
}

/** Without a name; null where there is no place to show: nobody looks who took part, it moves still, or no question counts. */
export function ownResult({ site, head, standing, rows, worth }: ResultSource): OwnResult | null {
  const { you, total, final, betterThanPercent, mostMarks } = standing
  if (you === null || !final || worth < 1) return null
  return {
    site: oneLine(site.name),
    institute: oneLine(site.instituteName),
    title: oneLine(head.title),
    date: formatDay(head.startsAt, site.timeZone),
    rank: you.rank,
    total,
    shared: rows.some((row) => row.rank === you.rank && row.userId !== you.userId),
    correct: you.correct,
    worth,
    marks: you.marks ? { text: you.marks.text, most: mostMarks ?? null } : null,
    beside: total > 1 ? besideOthers(you.rank, betterThanPercent) : null,
    histogram: total < HISTOGRAM_FROM ? [] : scoresShown(standing.histogram, worth),
    name: null,
  }
}

/** What the picture says, for those who do not see it. */
export function inWords(result: OwnResult): string {
  const { rank, total, shared, correct, worth, marks, beside, histogram, institute, date } = result
  const name = result.name === null ? null : isolated(oneLine(result.name))
  const score = [marks && marksText(marks), scoreText(count(correct), count(worth)), beside].filter(Boolean).join(', ')
  return [
    `${resultIn(isolated(result.title), name)}, ${isolated(institute)}, ${date}.`,
    `${RANK} ${count(rank)} ${ofAll(count(total), shared)}.`,
    `${score}.`,
    histogram.length === 0 ? '' : marks ? BARS_OF_CORRECT : BARS,
  ]
    .filter(Boolean)
    .join(' ')
}

function marksText({ text, most }: { text: string; most: string | null }): string {
  return most === null ? marksOf(text) : marksScore(text, most)
}

// Where everything is

export type Font = { size: number; weight: 400 | 600 | 650; family: 'display' | 'text' }
export type Measure = (text: string, font: Font) => number
export type Tone = 'ink' | 'quiet' | 'marked'

/** One line. `x` is its left edge, whichever way it runs. */
export type PlacedText = Font & {
  text: string
  x: number
  baseline: number
  width: number
  tone: Tone
  /** Its first letter runs from right to left, so it is set that way. */
  fromRight: boolean
}

export type Bar = { x: number; y: number; width: number; height: number; own: boolean }

type Square = { x: number; y: number; size: number }

export type Layout = {
  texts: PlacedText[]
  bars: Bar[]
  /** From the words above the own bar down to it. */
  pointer: { x: number; top: number; bottom: number } | null
  /** What the bars stand on. */
  ground: { x: number; y: number; width: number } | null
  mark: Square
  /** The same, large and pale, where there are no bars. */
  backdrop: Square | null
  rule: { x: number; y: number; width: number }
}

const TEXT = (size: number, weight: Font['weight'] = 400): Font => ({ size, weight, family: 'text' })
const DISPLAY = (size: number): Font => ({ size, weight: 650, family: 'display' })

const MARK = { x: MARGIN, y: 44, size: 44 }
const RULE_AT = 114
const COLUMN = 564
const BACKDROP = { x: WIDTH - MARGIN - 236, y: 332, size: 236 }
/** Left of the backdrop. */
const ALONE = 780
const TITLE_AT = 148
/** The largest that fits, with as many lines; what does not fit the last is cut. */
const LARGE_TITLE = { size: 64, lines: 2 }
const TITLE_STEPS = [
  { size: 54, lines: 2 },
  { size: 46, lines: 2 },
  { size: 40, lines: 3 },
]
const LINE_HEIGHT = 1.16
const RANK_SIZES = [124, 104, 84]
const LABEL_AT = 378
const RANK_AT = 486
const SCORE_AT = 542
const BESIDE_AT = 584
const GAP = 14

const BARS_AT = { x: 668, y: 244, width: WIDTH - MARGIN - 668, height: 296 }
const CAPTION_AT = 186
const ME_AT = 230
/** One among thousands is still a line one can see, and so is a bar among hundreds. */
const LEAST_BAR = 4

export function layoutOf(result: OwnResult, measure: Measure): Layout {
  const { histogram, beside } = result
  const isAlone = histogram.length === 0
  const column = isAlone ? ALONE : COLUMN
  const upper = isAlone ? INNER : COLUMN
  const texts: PlacedText[] = []
  const put = (text: string, font: Font, at: { x: number; baseline: number }, most: number, tone: Tone = 'ink') => {
    const shownText = fitted(text, most, (part) => measure(part, font))
    const placed = {
      ...font,
      ...at,
      text: shownText,
      width: measure(shownText, font),
      tone,
      fromRight: runsFromRight(text),
    }
    texts.push(placed)
    return placed
  }

  const nameAt = MARK.x + MARK.size + GAP
  const site = put(result.site, DISPLAY(34), { x: nameAt, baseline: 78 }, INNER / 3)
  const room = WIDTH - MARGIN - (site.x + site.width + 3 * GAP)
  const institute = put(result.institute, TEXT(26), { x: 0, baseline: 77 }, room, 'quiet')
  institute.x = WIDTH - MARGIN - institute.width

  const steps = isAlone ? [LARGE_TITLE, ...TITLE_STEPS] : TITLE_STEPS
  const { lines, size } = titleLines(result.title, upper, steps, measure)
  const fromRight = runsFromRight(result.title)
  lines.forEach((line, at) => {
    const baseline = Math.round(TITLE_AT + size * (0.8 + at * LINE_HEIGHT))
    put(line, DISPLAY(size), { x: MARGIN, baseline }, upper).fromRight = fromRight
  })
  const below = Math.round(TITLE_AT + size * lines.length * LINE_HEIGHT + 34)
  put(result.date, TEXT(26), { x: MARGIN, baseline: below }, column, 'quiet')

  // Without the last line all that stands below moves down.
  const down = beside === null ? 24 : 0
  const label = put(
    result.name === null ? RANK : RANK_OF,
    TEXT(28),
    { x: MARGIN, baseline: LABEL_AT + down },
    column,
    'quiet',
  )
  if (result.name !== null) {
    const x = label.x + label.width + 9
    put(oneLine(result.name), TEXT(28, 600), { x, baseline: label.baseline }, MARGIN + column - x)
  }
  const rank = count(result.rank)
  const of = ofAll(count(result.total), result.shared)
  const ofWidth = measure(of, TEXT(42))
  const rankSize =
    RANK_SIZES.find((one) => measure(rank, DISPLAY(one)) + GAP + ofWidth <= column) ?? (RANK_SIZES.at(-1) as number)
  const first = result.rank === 1 ? 'marked' : 'ink'
  const number = put(rank, DISPLAY(rankSize), { x: MARGIN, baseline: RANK_AT + down }, column, first)
  const ofAt = number.x + number.width + GAP
  put(of, TEXT(42), { x: ofAt, baseline: number.baseline }, MARGIN + column - ofAt, 'quiet')
  put(
    result.marks ? marksText(result.marks) : scoreText(count(result.correct), count(result.worth)),
    TEXT(36, 600),
    { x: MARGIN, baseline: SCORE_AT + down },
    column,
  )
  if (beside !== null) {
    const sentence = beside.charAt(0).toUpperCase() + beside.slice(1)
    put(sentence, TEXT(28), { x: MARGIN, baseline: BESIDE_AT }, column, 'quiet')
  }

  const fixed = { mark: MARK, rule: { x: MARGIN, y: RULE_AT, width: INNER } }
  if (isAlone) return { texts, bars: [], pointer: null, ground: null, backdrop: BACKDROP, ...fixed }

  const { x, y, width, height } = BARS_AT
  put((result.marks ? correctOf : scoresOf)(count(result.total)), TEXT(26), { x, baseline: CAPTION_AT }, width, 'quiet')
  const bars = barsOf(histogram, result.correct)
  const own = bars.find((bar) => bar.own)
  // As far along its own width as the bar is along all of them: at the left edge it begins there, at the right it ends there.
  const centre = own ? own.x + own.width / 2 : x
  const words = put(
    (result.marks ? meCorrect : me)(count(result.correct)),
    TEXT(30, 600),
    { x, baseline: ME_AT },
    width,
    'marked',
  )
  words.x = x + ((centre - x) / width) * (width - words.width)
  put(LEAST, TEXT(26), { x, baseline: BESIDE_AT }, width / 2, 'quiet')
  const most = put(count(result.worth), TEXT(26), { x, baseline: BESIDE_AT }, width / 3, 'quiet')
  most.x = x + width - most.width
  return {
    texts,
    bars,
    // None to a bar that reaches up to its words.
    pointer: own && own.y > y + 8 ? { x: centre, top: ME_AT + 12, bottom: own.y } : null,
    ground: { x, y: y + height, width },
    backdrop: null,
    ...fixed,
  }
}

/** The own one last, so that it is drawn over its neighbours where it is wider than its share. */
export function barsOf(histogram: readonly number[], correct: number): Bar[] {
  const { x, y, width, height } = BARS_AT
  const highest = Math.max(1, ...histogram)
  const share = width / histogram.length
  const gap = share > 12 ? 4 : share > 4 ? 1 : 0
  const bars = histogram.map((n, at): Bar => {
    const own = at === correct
    const wide = own ? Math.max(LEAST_BAR, share - gap) : share - gap
    const high = n === 0 ? 0 : Math.max(LEAST_BAR, Math.round((n / highest) * height))
    const left = Math.min(x + at * share + (share - wide) / 2, x + width - wide)
    return { x: Math.max(x, left), y: y + height - high, width: wide, height: high, own }
  })
  return [...bars.filter((bar) => !bar.own && bar.height > 0), ...bars.filter((bar) => bar.own)]
}

type TitleStep = { size: number; lines: number }

function titleLines(title: string, width: number, steps: readonly TitleStep[], measure: Measure) {
  const wide = (size: number) => (part: string) => measure(part, DISPLAY(size))
  let smallest: { lines: string[]; size: number } = { lines: [], size: 0 }
  for (const { size, lines: most } of steps) {
    const lines = wrap(title, width, wide(size))
    if (lines.length <= most) return { lines: balanced(title, width, wide(size)), size }
    const rest = fitted(lines.slice(most - 1).join(' '), width, wide(size))
    smallest = { lines: [...lines.slice(0, most - 1), rest], size }
  }
  return smallest
}

/** In lines no wider than that, between words; a word that is wider is broken between characters. */
export function wrap(text: string, width: number, wide: (part: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (wide(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    if (wide(word) <= width) {
      line = word
      continue
    }
    for (const character of characters(word)) {
      if (line !== '' && wide(line + character) > width) {
        lines.push(line)
        line = ''
      }
      line += character
    }
  }
  return line === '' ? lines : [...lines, line]
}

/** In as many lines, about as long as one another, as headings on pages are: no last word alone. */
export function balanced(text: string, width: number, wide: (part: string) => number): string[] {
  const lines = wrap(text, width, wide)
  const longest = Math.max(...text.split(' ').map(wide))
  if (lines.length < 2 || longest > width) return lines
  let [tooNarrow, enough] = [longest - 1, width]
  while (enough - tooNarrow > 2) {
    const middle = (enough + tooNarrow) / 2
    if (wrap(text, middle, wide).length <= lines.length) enough = middle
    else tooNarrow = middle
  }
  return wrap(text, enough, wide)
}

/** As much of it as fits, with … where it is not all. */
export function fitted(text: string, width: number, wide: (part: string) => number): string {
  if (wide(text) <= width) return text
  const parts = characters(text)
  let [fits, tooMany] = [0, parts.length]
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1
    if (wide(cutAt(parts, middle)) <= width) fits = middle
    else tooMany = middle
  }
  return cutAt(parts, fits)
}

const cutAt = (parts: readonly string[], end: number) => `${parts.slice(0, end).join('').trimEnd()}…`

/** Longer than what any picture shows. */
const MOST = 400
const oneLine = (text: string) => beginningOf(text.replace(/[\p{Cc}\s]+/gu, ' ').trim(), MOST)

function runsFromRight(text: string): boolean {
  const letter = /\p{L}/u.exec(text)?.[0] ?? ''
  return isolated(letter) !== letter
}
