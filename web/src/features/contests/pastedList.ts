/**
 * Parser of pasted lists. It reads questions out of plain text, as people keep them in documents and mails: numbered
 * questions, two to eight options marked A) to H) (on lines of their own or in one line), with bullets or numbers, or plain
 * lines (pastedPlain.ts), or none where the answer is typed (pastedTyped.ts), the right one by `Answer: B` or by a star; several of them make a question
 * with several right options (pastedKey.ts). `True` and `False` are two options, also where only the answer says so.
 * A block of code between lines of backticks is one piece of what it stands in, whatever its lines look like.
 * Marks are no part of a list: what says those of a question is taken out and named (`placeOfMarks`), data of one stays.
 * Nothing is guessed silently: what does not come out as a whole question is listed with what is wrong and where.
 */

import { fencesIn } from '@/lib/codeBlocks'
import { tagsIn } from './draw'
import { QUESTION_MISSING } from './messages'
import {
  checkQuestion,
  isNumberOfOptions,
  MOST_OPTIONS,
  type NewQuestion,
  sameOptionsText,
  USUAL_OPTIONS,
} from './model'
import { bare, isStarred, isStarredBefore, keyed, unstarred } from './pastedKey'
import {
  answerWithoutMarks,
  marksBefore,
  marksLabel,
  optionsWithoutMarks,
  withoutMarks,
  withoutMarksBehind,
} from './pastedMarks'
import { asks, type PlainLine, plainOptions } from './pastedPlain'
import { endsInTruth, isNeither, isPairByAnswer, isPairInLine, pairOfAnswer, truthMeant } from './pastedTruth'
import { openAnswer, otherKind, saidKind, typedMeant } from './pastedTyped'
import type { TypedKey } from './typedKey'

export type PastedQuestion = NewQuestion & {
  /** First and last line in the text, counted from 0. */
  from: number
  to: number
  problems: string[]
  /** What was said of its marks, in its own words: a list has none. */
  marksSaid: string[]
  /** What an answer that is typed could be taken for as well. */
  otherKind?: TypedKey['kind']
}

type Block = {
  from: number
  to: number
  text: string[]
  /** Lines without a letter, not yet known to be text or options. */
  loose: string[]
  /** How far each of them was indented, and whether a blank line stands before it. */
  indents: number[]
  apart: boolean[]
  options: string[]
  numbered: boolean
  /** How its first option is marked, see `styleOf`. */
  style: string | null
  /** Blank lines stand between its options. */
  spaced: boolean
  /** Several of its options stand in one line. */
  inline: boolean
  /** A line was marked as an option, but with another letter than the next one. */
  skipped: boolean
  /** Such a line, taken as part of the option above it. */
  glued: string | null
  /** Its own number, and how that is written. */
  number: number | null
  numberStyle: string | null
  /** The next line that is not blank, below the one that is being read. */
  below: string
  answer: string | null
  difficulty: string | null
  tags: string[] | null
  /** Its lines; none before the first. */
  explanation: string[] | null
  marksSaid: string[]
  gap: boolean
}

const NUMBERED = /^(?:q(?:uestion|ue|n|\.)?\s*)?(\d{1,3})\s*[.):\]-]\s*(?=\D)(.*)$/i
const QUESTION_WORD = /^(?:q|question)\s*[.:)]\s*(.+)$/i
const LETTERED = /^([*✓✔]\s*)?[([]?([A-Za-z])\s*[.):\]]\s*(.*)$/
const MARKED = /^(?:[*✓✔]\s*)?([([]?)([A-Za-z]|\d{1,3})\s*([.):\]-])/
const ANSWER = /^(?:the\s+)?(?:correct\s+|right\s+)?(?:answer|ans|key|correct option)\b\s*(?:is\b)?\s*[:.=-]?\s*(.+)$/i
const DIFFICULTY = /^(?:difficulty|level)\s*[:=-]\s*(.{1,20})$/i
const TAGS = /^tags\s*[:=]\s*(.{1,300})$/i
const EXPLANATION = /^(?:explanation|reason|solution)\s*[:=]\s*(.*)$/i
const BULLET = /^[-–•·o]\s+(.+)$/
/** Boxes to tick are bullets, ticked ones with a star. */
const BOX = /^(?:[-*]\s+)?(?:([☐□❏❑▢]|\[ \])|[☑☒✅]|\[[xX]\])\s+(?=\S)/

export function parsePastedList(text: string): PastedQuestion[] {
  const blocks: Block[] = []
  let block: Block | undefined
  /** Marks said above the question they belong to, and their first line. */
  let pending: string[] = []
  let pendingFrom = 0
  const keepForNext = (said: string, at: number) => {
    if (pending.length === 0) pendingFrom = at
    pending.push(said)
  }
  const begin = (line: number, words: string) => {
    block = {
      from: line,
      to: line,
      text: [],
      loose: [],
      indents: [],
      apart: [],
      options: [],
      numbered: false,
      style: null,
      spaced: false,
      inline: false,
      skipped: false,
      glued: null,
      number: null,
      numberStyle: null,
      below: '',
      answer: null,
      difficulty: null,
      tags: null,
      explanation: null,
      marksSaid: [],
      gap: false,
    }
    if (pending.length > 0) {
      block.from = pendingFrom
      block.marksSaid = pending
      pending = []
    }
    blocks.push(block)
    takeWords(block, words)
  }

  const { lines, places, unfolded } = foldedCode(text)
  const filled = lines.map(plain).filter((line) => line !== '')
  // Each question ends in its marks, none begins with them.
  const areBelow = marksLabel(filled[0] ?? '') === null && marksLabel(filled.at(-1) ?? '') !== null
  lines.forEach((raw, at) => {
    let line = block?.explanation ? tidied(raw) : plain(raw)
    if (line === '') {
      if (block) block.gap = true
      return
    }
    if (block) block.below = plain(lines.slice(at + 1).find((below) => plain(below) !== '') ?? '')
    const place = placeOfMarks(block, lines, at, areBelow)
    if (place === 'next') {
      keepForNext(line, at)
      return
    }
    if (block && place === 'here') {
      block.to = at
      block.marksSaid.push(line)
      block.gap = false
      return
    }
    const before = marksBefore(line)
    if (before && (NUMBERED.test(before.rest) || QUESTION_WORD.test(before.rest))) {
      keepForNext(before.said, at)
      line = before.rest
    }
    if (block && !startsAnew(block, line)) {
      block.to = at
      block.marksSaid.push(...pending)
      pending = []
      takeLine(block, line, indentOf(raw))
      block.gap = false
    } else {
      const numbered = NUMBERED.exec(line)
      begin(at, (numbered ? numbered[2] : (QUESTION_WORD.exec(line)?.[1] ?? line)) ?? '')
      if (block && numbered) {
        block.number = Number(numbered[1])
        block.numberStyle = styleOf(line)
      }
    }
  })
  return blocks.map((block) => finished(block, places, unfolded))
}

/** What may stand before the first backticks of a block, in their line. */
const BEFORE_CODE =
  /^\s*(?:(?:q(?:uestion|ue|n|\.)?\s*)?\d{1,3}\s*[.):\]-]|(?:q|question)\s*[.:)]|(?:[*✓✔]\s*)?[([]?[a-z]\s*[.):\]]|[-–•·o*✓✔]|(?:explanation|reason|solution)\s*[:=])\s*(?=```)/i
/** Stands for a block of code, with its number between. No text holds these two signs. */
const [BEGIN, END] = ['\ufdd0', '\ufdd1']
/** A line without a letter, and whether it is a block of code alone. */
const asPlainLine = (line: Omit<PlainLine, 'isCode'>): PlainLine => ({
  ...line,
  isCode: line.text.trim().startsWith(BEGIN),
})
const FOLDED = new RegExp(`[^\\S\\n]*${BEGIN}(\\d+)${END}[^\\S\\n]*`, 'g')

type FoldedCode = {
  lines: string[]
  /** Where each of them begins and ends in the text. */
  places: { from: number; to: number }[]
  unfolded: (text: string) => string
}

/** The lines of a list with each block of code as one word. Marks before it stay before it. */
function foldedCode(text: string): FoldedCode {
  const whole = text
    .replace(/\r\n?/g, '\n')
    .replace(/[\ufdd0\ufdd1]/g, '')
    .replace(/\u00a0/g, ' ')
    .split('\n')
  const fences = fencesIn(whole, (line) => line.replace(BEFORE_CODE, ''))
  const lines: string[] = []
  const places: FoldedCode['places'] = []
  let next = 0
  for (const [number, { from, to }] of [...fences, { from: whole.length, to: whole.length }].entries()) {
    for (; next < from; next += 1) {
      lines.push(whole[next] ?? '')
      places.push({ from: next, to: next })
    }
    if (from === whole.length) break
    const [before = ''] = BEFORE_CODE.exec(whole[from] ?? '') ?? /^\s*/.exec(whole[from] ?? '') ?? []
    lines.push(`${before}${BEGIN}${number}${END}`)
    places.push({ from, to })
    next = to + 1
  }
  const codeOf = (number: number) => {
    const { from = 0, to = 0, lines: inside = [] } = fences[number] ?? {}
    const [marks = '', end = ''] = [whole[from]?.replace(BEFORE_CODE, ''), whole[to]]
    return [marks.trim(), ...inside, end.trim()].join('\n')
  }
  const unfolded = (part: string) => {
    if (!part.includes(BEGIN)) return part
    return part.replace(FOLDED, (found: string, number: string, at: number) => {
      const after = at + found.length
      const begins = at === 0 || part[at - 1] === '\n'
      const ends = after === part.length || part[after] === '\n'
      return `${begins ? '' : '\n'}${codeOf(Number(number))}${ends ? '' : '\n'}`
    })
  }
  return { lines, places, unfolded }
}

/** As a line of a question or an option, with a bullet for a box. */
function plain(line: string): string {
  const words = tidied(line)
  const [box, empty] = BOX.exec(words) ?? []
  if (box === undefined) return words
  const rest = words.slice(box.length)
  return `${empty === undefined ? '*' : ''}${LETTERED.test(rest) ? '' : '- '}${rest}`
}

/** Without what word processors and chat programs wrap around it: hard spaces, `**bold**`, `## headings`. */
function tidied(line: string): string {
  return line
    .replace(/[\u00a0\t]/g, ' ')
    .trim()
    .replace(/^#{1,6}\s+/, '')
    .replace(/(^|[\s*])\*\*(?=\S)(.+?)\*\*(?=[\s.,:;?!)]|$)/g, '$1$2')
    .trim()
}

/** The key of the line if it is an answer line: it has a colon, or options stand above it and no answer yet. */
function answerIn(block: Block, line: string): string | null {
  const open = block.options.length === 0 && !isFirstOption(block.below) ? openAnswer(line) : null
  if (open !== null) return open
  const answer = ANSWER.exec(line)?.[1]
  if (answer === undefined) return null
  const asked =
    block.answer === null &&
    (block.options.length > 0 ||
      block.loose.length >= USUAL_OPTIONS ||
      endsInTruth(block.loose) ||
      isDashed(block, line))
  return asked || /^[^:=]{0,24}[:=]/.test(line) ? answer.trim() : null
}

/** `Ans - B`, where so short a line can be nothing else. */
function isDashed({ loose }: Block, line: string): boolean {
  const [, value] = /^[^:=–—-]{0,24}\s[-–—]\s*(.+)$/.exec(line) ?? []
  if (value === undefined) return false
  const isOption = /^[([]?[A-H1-8][)\].]*$/i.test(value) || loose.some((each) => bare(each) === value.trim())
  return pairOfAnswer(value) !== null || (loose.length > 1 && isOption)
}

const FIRST_OPTION = /^(?:[*✓✔]\s*)?[([]?[Aa1]\s*[.):\]]/
const FIRST_LETTER = /^(?:[*✓✔]\s*)?[([]?[Aa]\s*[.):\]]/
/** How far is read around a line to see where it stands. */
const LINES_AHEAD = 24

/** What stands below a line, without other lines of marks. */
type Below = {
  next: string
  /** Blank lines stand before it. */
  apart: boolean
  /** How many lines of mere words, and whether marked options come behind them. */
  words: number
  beforeOptions: boolean
}

function belowMarks(block: Block | undefined, lines: readonly string[], at: number): Below {
  const ahead = lines.slice(at + 1, at + 1 + LINES_AHEAD).map(plain)
  const start = ahead.findIndex((line) => line !== '' && marksLabel(line) === null)
  if (start < 0) return { next: '', apart: true, words: 0, beforeOptions: false }
  const rest = ahead.slice(start)
  const end = rest.findIndex((line) => line === '' || !isWords(block, line))
  const words = end < 0 ? rest.length : end
  const behind = rest.slice(words).find((line) => line !== '') ?? ''
  return {
    next: rest[0] ?? '',
    apart: ahead.slice(0, start).includes(''),
    words,
    beforeOptions: isFirstOption(behind),
  }
}

const isFirstOption = (line: string) => FIRST_OPTION.test(line) || BULLET.test(unstarred(line))

function isSaid(block: Block | undefined, line: string): boolean {
  if (DIFFICULTY.test(line) || TAGS.test(line) || EXPLANATION.test(line)) return true
  return block ? answerIn(block, line) !== null : /^[^:=]{0,24}[:=]/.test(line) && ANSWER.test(line)
}

/** Neither an option, nor the first line of a numbered question, nor what is said of one. */
function isWords(block: Block | undefined, line: string): boolean {
  if (isSaid(block, line) || isFirstOption(line) || QUESTION_WORD.test(line) || NUMBERED.test(line)) return false
  return !(block && isNextLetter(block, line))
}

/** Whether the line at a place says the marks of the question it stands in or of the next one, or is data of either. */
function placeOfMarks(
  block: Block | undefined,
  lines: readonly string[],
  at: number,
  areBelow: boolean,
): 'here' | 'next' | null {
  const label = marksLabel(plain(lines[at] ?? ''))
  if (label === null) return null
  const below = belowMarks(block, lines, at)
  const { next, words } = below
  const asQuestion = words === USUAL_OPTIONS && !below.beforeOptions
  if (!block) return FIRST_LETTER.test(next) || BULLET.test(unstarred(next)) || asQuestion ? null : 'next'
  if (isAmongAlike(block, label, lines, at)) return null
  const bulleted = block.loose.some((line) => BULLET.test(unstarred(line)))
  const optionsAbove = block.options.length > 0 || bulleted || endsInTruth(block.loose)
  const ended = block.answer !== null || block.explanation !== null
  const isPlain = words > 0 && !below.apart
  const asked = isComplete(block) && (block.gap || !isPlain)
  if (!ended && !optionsAbove && !asked) return isBeforeOptions(block, below) ? 'here' : null
  // Words go on below: of an explanation, of an option.
  if (isPlain && !block.gap && (block.explanation !== null || (!ended && block.options.length > 0))) return null
  const expected = !ended && (isNextLetter(block, next) || (bulleted && BULLET.test(unstarred(next))))
  if (!expected && (FIRST_LETTER.test(next) || BULLET.test(unstarred(next)))) return null
  if (block.gap && isPlain && asQuestion) return null
  const begins = (NUMBERED.test(next) && !isNumberedOption(block, next)) || QUESTION_WORD.test(next)
  if (below.apart || !(begins || (isPlain && block.gap))) return 'here'
  return block.gap || !areBelow ? 'next' : 'here'
}

/** A question and four lines. */
const isComplete = (block: Block) => block.text.length + block.loose.length > USUAL_OPTIONS

/** Of a block without options: whether they come next, or the answer of a question without any. */
function isBeforeOptions(block: Block, { next, words, beforeOptions }: Below): boolean {
  if (isFirstOption(next) || inlineOptions(next) || (bare(next).length > 1 && pairOfAnswer(next))) return true
  const isAsked =
    words > USUAL_OPTIONS && words <= MOST_OPTIONS && block.loose.length === 0 && asks(block.text[0] ?? '')
  if (words > 0) return (words === USUAL_OPTIONS || isAsked) && !beforeOptions
  return block.loose.length === 0 || pairOfAnswer(answerIn(block, next)) !== null
}

/** Lines of one name in a row, or below one option each, are options or data of them. */
function isAmongAlike(block: Block, label: string, lines: readonly string[], at: number): boolean {
  const alike = (line = '') => marksLabel(bare(plain(line))) === label
  if (block.explanation !== null) return !block.gap && (alike(lines[at - 1]) || alike(lines[at + 1]))
  if (block.answer !== null) return false
  const near = (side: readonly string[]) => side.map(plain).filter((line) => line !== '')
  const above = near(lines.slice(Math.max(0, at - LINES_AHEAD), at)).reverse()
  const below = near(lines.slice(at + 1, at + 1 + LINES_AHEAD))
  if (block.options.length < 2 && (alike(above[0]) || alike(below[0]))) return true
  if (block.options.length === 0) return false
  const isOption = (line = '') => LETTERED.test(line) || NUMBERED.test(line)
  return (isOption(above[0]) && alike(above[1])) || (isNextLetter(block, below[0] ?? '') && alike(below[1]))
}

/** Whether a line belongs to the next question. */
function startsAnew(block: Block, line: string): boolean {
  if (answerIn(block, line) !== null || isSaid(block, line)) return false
  if (QUESTION_WORD.test(line)) return true
  if (NUMBERED.test(line)) return !isNumberedOption(block, line)
  // An explanation goes on in the next line.
  if (block.explanation !== null && !block.gap) return false
  if (isNextLetter(block, line)) return false
  if (block.answer !== null) return true
  if (!block.gap) return false
  if (block.options.length > 0 || block.text.length + block.loose.length > USUAL_OPTIONS) return true
  return isStarredWhole(block, line) && !BULLET.test(unstarred(line))
}

/** Fewer than four lines that are all options of their question, as one of them has the star. */
function isStarredWhole({ text, loose, apart }: Block, line: string): boolean {
  if (isNeither(line)) return false
  const bulleted = loose.filter((line) => BULLET.test(unstarred(line)))
  const isPlain = bulleted.length === 0 && !apart.slice(1).includes(true) && asks(text[0] ?? '') && asks(line)
  const options = endsInTruth(loose) ? loose.slice(-2) : isPlain ? loose : bulleted
  return options.length > 1 && options.filter(isStarred).length === 1
}

/** `1) … 4)` below a question are its options. */
function isNumberedOption(block: Block, line: string): boolean {
  const number = Number(NUMBERED.exec(line)?.[1])
  const place = block.options.length
  if (block.answer !== null || block.loose.length > 0) return false
  if (place === 0) return number === 1 && block.text.length > 0
  if (!block.numbered || number !== place + 1) return false
  const isNextQuestion = block.number === place && styleOf(line) === block.numberStyle
  if (place < USUAL_OPTIONS) return !isNextQuestion || isAsBefore(block, line) || !block.gap
  return !isNextQuestion && isAsBefore(block, line)
}

function isNextLetter(block: Block, line: string): boolean {
  const place = block.options.length
  if (block.numbered || LETTERED.exec(line)?.[2]?.toUpperCase() !== letterAt(place)) return false
  return place < USUAL_OPTIONS || isAsBefore(block, line) || isFifth(block, line)
}

/** A fifth option and those after it are written as the ones before, or `E. coli …` would be one. */
function isAsBefore(block: Block, line: string): boolean {
  if (block.answer !== null || block.explanation !== null || styleOf(line) !== block.style) return false
  return (!block.gap || block.spaced || isLastOption(block)) && !FIRST_OPTION.test(block.below)
}

/** What stands below it is no option of another question. */
function isLastOption({ below, options }: Block): boolean {
  if (below === '' || [ANSWER, DIFFICULTY, TAGS, EXPLANATION].some((said) => said.test(below))) return true
  return NUMBERED.test(below) || LETTERED.exec(below)?.[2]?.toUpperCase() === letterAt(options.length + 1)
}

/** A fifth option in another style, as its own words, its star or the answer below say. */
function isFifth({ options, answer, explanation, gap, style, below }: Block, line: string): boolean {
  if (options.length !== USUAL_OPTIONS || answer !== null || explanation !== null || gap || style === null) return false
  const [, star, , words = ''] = LETTERED.exec(line) ?? []
  const isNamed = /^[([]?E(?:[)\].:]|$)/i.test(ANSWER.exec(below)?.[1] ?? '')
  return star !== undefined || isNamed || isStarred(words) || OF_THE_OTHERS.test(words)
}

/** Goes on behind the last letter an option may have, so that a ninth is counted. */
const letterAt = (place: number) => String.fromCharCode(65 + place)

const OF_THE_OTHERS = /^(?:(?:all|none|both|neither|any)\b|उपरोक्त|उपर्युक्त|इनमें|इन सभी|ये सभी)/i

/** `(a)`, `A.`, `1)`: brackets, and whether capitals, small letters or numbers; with a word before a number none. */
function styleOf(line: string): string | null {
  const [, open, mark = '', close] = MARKED.exec(line) ?? []
  if (open === undefined) return null
  return `${open}${/\d/.test(mark) ? '1' : mark === mark.toUpperCase() ? 'A' : 'a'}${close}`
}

/** The words of a question's first line, which may carry all of its options. */
function takeWords(block: Block, words: string) {
  const inline = inlineOptions(words)
  if (inline) {
    if (inline.before) block.text.push(inline.before)
    takeInline(block, inline)
  } else if (words.trim()) block.text.push(words.trim())
}

function takeLine(block: Block, line: string, indent: number) {
  const difficulty = DIFFICULTY.exec(line)
  if (difficulty) {
    const { rest, said } = withoutMarksBehind(difficulty[1]?.trim() ?? '')
    block.difficulty = rest
    block.marksSaid.push(...said)
    return
  }
  const tags = TAGS.exec(line)
  if (tags) {
    block.tags = tagsIn(tags[1] ?? '')
    return
  }
  const explanation = EXPLANATION.exec(line)
  if (explanation) {
    block.explanation = explanation[1] ? [explanation[1].trim()] : []
    return
  }
  const answer = answerIn(block, line)
  if (answer !== null) {
    block.answer = answer
    return
  }
  if (block.explanation !== null) {
    block.explanation.push(line)
    return
  }
  const inline = block.options.length === 0 ? inlineOptions(line) : null
  if (inline && inline.before === '') {
    takeInline(block, inline)
    return
  }
  const lettered = LETTERED.exec(line)
  if (lettered && isNextLetter(block, line)) {
    noteStyle(block, line)
    takeOptions(block, `${lettered[1] ? '*' : ''}${lettered[3] ?? ''}`)
    return
  }
  const numbered = NUMBERED.exec(line)
  if (numbered && isNumberedOption(block, line)) {
    noteStyle(block, line)
    block.numbered = true
    block.options.push(numbered[2]?.trim() ?? '')
    return
  }
  const last = block.options.length - 1
  // A long option goes on in the next line.
  if (last >= 0 && !block.gap) {
    if (lettered && styleOf(line) === block.style) block.skipped = true
    if (lettered && isLikeOption(block, line)) block.glued ??= line
    block.options[last] = `${block.options[last]} ${line}`.trim()
  } else {
    block.loose.push(line)
    block.indents.push(indent)
    block.apart.push(block.gap)
  }
}

/** Whether a line of an option begins as another option does: in its style, or with a letter that could be next. */
function isLikeOption({ style, options, numbered }: Block, line: string): boolean {
  const letter = LETTERED.exec(line)?.[2]?.toUpperCase() ?? ''
  if (numbered || letter > letterAt(MOST_OPTIONS)) return false
  if (styleOf(line)?.toLowerCase() === style?.toLowerCase()) return true
  return letter >= letterAt(options.length - 1) && !/^[A-Z]\.\s?[A-Z]\./.test(line)
}

function noteStyle(block: Block, line: string) {
  if (block.options.length === 0) block.style = styleOf(line)
  else if (block.gap) block.spaced = true
}

/** In spaces; a tab counts as four. */
function indentOf(line: string): number {
  const [blank = ''] = /^\s*/.exec(line) ?? []
  return blank.replaceAll('\t', '    ').length
}

/** Lines of a question's text, those further in than the others still so: a program lives by it. */
function asIndented({ loose, indents }: Block, to = loose.length): string[] {
  const least = Math.min(...indents.slice(0, to))
  return loose.slice(0, to).map((line, at) => `${' '.repeat((indents[at] ?? least) - least)}${line}`)
}

/** One option, or two of four in a line: `A) x   B) y`. A fifth stands in one only where others do. */
function takeOptions(block: Block, rest: string) {
  const cut = cutNext(block, rest)
  block.options.push(cut?.option ?? rest.trim())
  if (!cut) return
  block.inline = true
  takeOptions(block, cut.rest)
}

function cutNext(block: Block, rest: string) {
  const place = block.options.length + 1
  if (place >= USUAL_OPTIONS) return cutAsBefore(block, rest)
  if (!block.style?.includes('a')) return cutBefore(`[([]?${letterAt(place)}\\s*[.):\\]]`, rest)
  // A small letter within an option, where the line below has that one.
  const isBelow = LETTERED.exec(block.below)?.[2]?.toUpperCase() === letterAt(place)
  return isBelow ? null : cutBefore(markOf(block.style, place), rest)
}

function cutAsBefore({ inline, options, style }: Block, rest: string) {
  return inline && style ? cutBefore(markOf(style, options.length + 1), rest) : null
}

/** A line's first option, and the rest from the next one's mark on. */
function cutBefore(mark: string, line: string): { option: string; rest: string } | null {
  const cut = new RegExp(`^(.+?)\\s+([*✓✔]?)\\s*${mark}\\s*(.+)$`).exec(line)
  return cut ? { option: cut[1]?.trim() ?? '', rest: `${cut[2] ? '*' : ''}${cut[3]}` } : null
}

/** The mark of the option at a place, in a style, as an expression. */
function markOf(style: string, place: number): string {
  const letter = style.includes('a') ? letterAt(place).toLowerCase() : letterAt(place)
  return `${style.slice(0, -2).replace(/./, '\\$&')}${letter}\\s*\\${style.slice(-1)}`
}

type Inline = { before: string; options: string[]; style: string | null }

function takeInline(block: Block, { options, style }: Inline) {
  const [last = '', ...others] = options.toReversed()
  block.options = others.toReversed()
  block.style = style
  block.inline = true
  takeOptions(block, last)
}

/** `A) … B) … C) … D) …` within one line, with whatever stands before. */
function inlineOptions(line: string): Inline | null {
  const mark = (letter: string) => `([*✓✔]?)\\s*[([]?${letter}\\s*[.):\\]]\\s*`
  const found = new RegExp(
    `^(?:(.*?)\\s)?${mark('A')}(.+?)\\s+${mark('B')}(.+?)\\s+${mark('C')}(.+?)\\s+${mark('D')}(.+)$`,
    'i',
  ).exec(line)
  if (!found) return null
  const starred = (star: string | undefined, text: string | undefined) => `${star ? '*' : ''}${text ?? ''}`.trim()
  return {
    before: found[1]?.trim() ?? '',
    options: [2, 4, 6, 8].map((at) => starred(found[at], found[at + 1])),
    style: styleOf(line.slice(found[1]?.length ?? 0).trim()),
  }
}

/** Two or three options in one line, all marked as the first of them. */
function fewInline(line: string): Inline | null {
  const [, before = '', marked] = /^(?:(.*?)\s)?((?:[*✓✔]\s*)?[([]?[Aa]\s*[.):\]].*)$/.exec(line) ?? []
  const style = styleOf(marked ?? '')
  const first = LETTERED.exec(marked ?? '')
  if (!first || !style) return null
  const options: string[] = []
  let rest = `${first[1] ? '*' : ''}${first[3] ?? ''}`
  for (let cut = cutBefore(markOf(style, 1), rest); cut; cut = cutBefore(markOf(style, options.length + 1), rest)) {
    options.push(cut.option)
    rest = cut.rest
  }
  return options.length > 0 ? { before: before.trim(), options: [...options, rest.trim()], style } : null
}

function finished(block: Block, places: FoldedCode['places'], unfolded: (text: string) => string): PastedQuestion {
  let text = [...block.text]
  let options = block.options
  let lettered = options.length > 0 && !block.numbered
  const [only] = options
  let doubt: string | undefined
  if (lettered && options.length === 1) {
    options = fewInline(`${markShown(block.style)} ${only}`)?.options ?? options
    text.push(...asIndented(block))
  } else if (options.length === 0) {
    const bulleted = block.loose.filter((line) => BULLET.test(unstarred(line)))
    const plain = bulleted.length > 0 ? block.loose.filter((line) => !bulleted.includes(line)) : block.loose
    if (bulleted.length > 0) {
      options = bulleted.map((line) => `${isStarredBefore(line) ? '*' : ''}${BULLET.exec(unstarred(line))?.[1] ?? ''}`)
      text.push(...plain)
    } else {
      const lines = [
        ...text.map((line) => ({ text: line, indent: 0, apart: false })),
        ...plain.map((line, at) => ({
          text: line,
          indent: block.indents[at] ?? 0,
          apart: block.apart[at] ?? false,
        })),
      ]
      const reading = saidKind(block.answer) ? { count: 0 } : plainOptions(lines.map(asPlainLine), block.answer)
      const count = Math.min(reading.count, plain.length)
      doubt = reading.doubt
      options = count > 0 ? plain.slice(-count) : []
      text.push(...asIndented(block, plain.length - count))
      const few = count === 0 ? fewInline(text.at(-1) ?? '') : null
      if (few) {
        text = [...text.slice(0, -1), ...(few.before ? [few.before] : [])]
        options = few.options
        lettered = true
      } else if (count === 0 && isPairByAnswer(block.answer, text)) {
        options = [...(pairOfAnswer(block.answer) ?? [])]
        const isAsked = (line: string) => !isPairInLine(line)
        block.marksSaid.push(...text.slice(1).flatMap((line) => (isAsked(line) ? [] : withoutMarksBehind(line).said)))
        text = text.filter((line, at) => at === 0 || isAsked(line))
      }
    }
  } else text.push(...asIndented(block))

  const { words, marksSaid } = withoutMarks(text.join('\n'))
  const bareOptions = optionsWithoutMarks(options, words)
  options = bareOptions.options
  const answer = answerWithoutMarks(block.answer, options)
  const typed = options.length === 0 && answer.rest && doubt === undefined ? typedMeant(answer.rest) : null
  const { clean, right, rightPlaces, problem } = typed
    ? { clean: [], right: '' }
    : keyed(options, truthMeant(answer.rest, options), lettered)
  const question: NewQuestion = {
    text: unfolded(words),
    options: clean.map(unfolded),
    answer: unfolded(right),
    difficulty: block.difficulty,
  }
  if (rightPlaces) question.rightPlaces = rightPlaces
  if (typed) question.typed = typed
  if (block.tags?.length) question.tags = block.tags
  if (block.explanation?.length) question.explanation = unfolded(block.explanation.join('\n'))
  const asked = doubt === undefined ? problem : `Is “${bare(doubt)}” an option? Put A), B) … before the options`
  const lost = lostOption(block, options, lettered)
  const problems = problemsOf(question, block.loose.length > 0, asked, lost).map(unfolded)
  const said = new Set([...marksSaid, ...bareOptions.said, ...answer.said, ...block.marksSaid])
  const [from, to] = [places[block.from]?.from ?? 0, places[block.to]?.to ?? 0]
  const other = typed && otherKind(answer.rest ?? '', typed)
  return { ...question, from, to, problems, marksSaid: [...said], ...(other ? { otherKind: other } : {}) }
}

/** One option may have been taken for something else: what says so. */
function lostOption({ loose, skipped, glued, style }: Block, options: readonly string[], lettered: boolean) {
  const next = letterAt(options.length)
  const last = options.at(-1) ?? ''
  if (options.length !== USUAL_OPTIONS) {
    const marked = new RegExp(`\\s[([]?${next}\\s*[.):\\]]\\s*\\S`, 'i')
    if (lettered && (skipped || marked.test(last))) return `Option ${next} is missing`
  } else if (lettered && glued === null && style?.endsWith(')')) {
    // Of four, only what is bracketed as they are: `D) only E. coli`.
    const marked = new RegExp(`\\s${style.startsWith('(') ? '\\(' : ''}${next}\\)\\s*\\S`, 'i')
    if (marked.test(last)) return `Option ${next} is missing`
  }
  if (lettered && glued !== null) {
    const at = options.findIndex((option) => option.includes(glued))
    return `“${glued}” stands in option ${letterAt(Math.max(at, 0))}: is it an option of its own?`
  }
  const bulleted = loose.map((line) => BULLET.test(unstarred(line)))
  const bare = bulleted.includes(true) ? loose.find((_, at) => bulleted.indexOf(true) < at && !bulleted[at]) : undefined
  return bare === undefined || lettered ? undefined : `“${bare}” stands below an option and has no bullet`
}

/** The first option's mark in a style. */
const markShown = (style: string | null) => (style ?? 'A)').replace('1', 'A')

function problemsOf(question: NewQuestion, hasLines: boolean, ...others: (string | undefined)[]): string[] {
  const { text, options, ...ofTyped } = checkQuestion(question)
  const problems: string[] = []
  if (text) problems.push(text === QUESTION_MISSING ? 'The question itself is missing' : text)
  if (question.typed) return [...problems, ...Object.values(ofTyped)]
  if (!isNumberOfOptions(question.options.length)) {
    const found = question.options.length
    const help = found === 0 && hasLines ? `: put A), B) … before them` : ''
    problems.push(`${found || 'No'} ${found === 1 ? 'option' : 'options'} found, two to eight are needed${help}`)
    return problems
  }
  if (options) problems.push(sameOptionsText(question.options) || options)
  return [...problems, ...[...others, ofTyped.tags].filter((each) => each !== undefined)]
}

/** The text without the lines of one question. */
export function withoutQuestion(text: string, question: Pick<PastedQuestion, 'from' | 'to'>): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const kept = lines.slice(0, question.from)
  for (const line of lines.slice(question.to + 1)) {
    // One blank line where two come together; those within code stay.
    const isSeam = line === '' && kept.slice(question.from).every((each) => each === '')
    if (!isSeam || (kept.at(-1) ?? '') !== '') kept.push(line)
  }
  return kept.join('\n').replace(/^\n+/, '')
}
