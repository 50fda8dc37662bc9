/**
 * Parser of pasted lists. It reads questions out of plain text, as people keep them in documents and mails: numbered
 * questions, two to eight options marked A) to H) (on lines of their own or in one line), with bullets or numbers, or four
 * plain lines, the right one by `Answer: B` or by a star. `True` and `False` are two options, also where only the answer says so.
 * Nothing is guessed silently: what does not come out as a whole question is listed with what is wrong and where.
 */

import { likeness, likenessOfNames } from '@/lib/likeness'
import { QUESTION_MISSING } from './messages'
import { checkQuestion, isNumberOfOptions, LETTERS, type NewQuestion, sameOptionsText, USUAL_OPTIONS } from './model'

export type PastedQuestion = NewQuestion & {
  /** First and last line in the text, counted from 0. */
  from: number
  to: number
  problems: string[]
  /** What was said of its marks, in its own words: a list has none. */
  marksSaid: string[]
}

type Block = {
  from: number
  to: number
  text: string[]
  /** Lines without a letter, not yet known to be text or options. */
  loose: string[]
  /** How far each of them was indented. */
  indents: number[]
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
  /** Its own number, and how that is written. */
  number: number | null
  numberStyle: string | null
  /** The next line that is not blank, below the one that is being read. */
  below: string
  answer: string | null
  difficulty: string | null
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
const EXPLANATION = /^(?:explanation|reason|solution)\s*[:=]\s*(.*)$/i
/** `Marks: 2, -2/3`, `Negative marks: 1/3`; nothing but amounts, or a question about marks would be one. */
const MARKS =
  /^(?:(?:negative|positive|full|max(?:imum)?\.?)\s+)?(?:marks?|marking|points?|score|weightage)\s*[:=]\s*[+−–-]?\d[\d.,/+−–\s-]*(?:(?:marks?|points?|pts?)\.?)?$/i
/** `[2 marks]`, `(1 mark)` behind the words of a question. */
const MARKS_BEHIND =
  /\s*[[(]\s*(?:(?:marks?|points?)\s*[:=]\s*)?[+]?\d+(?:[./]\d+)?(?:\s*(?:marks?|points?|pts?)\.?)\s*[\])]\s*$|\s*[[(]\s*(?:marks?|points?)\s*[:=]\s*[+]?\d+(?:[./]\d+)?\s*[\])]\s*$/i
const BULLET = /^[-–•·o]\s+(.+)$/
const STAR_BEFORE = /^(?:\*(?!\*)|✓|✔)\s*/
const TRUE = /^true[.!]?$/i
const FALSE = /^false[.!]?$/i
const TRUE_OR_FALSE = /^true\s*(?:[/|]|or)\s*false[.!?]?$/i
const STAR_AFTER = /\s*(?:\*(?!\*)|✓|✔|\((?:correct|right)\))$/i

export function parsePastedList(text: string): PastedQuestion[] {
  const blocks: Block[] = []
  let block: Block | undefined
  const begin = (line: number, words: string) => {
    block = {
      from: line,
      to: line,
      text: [],
      loose: [],
      indents: [],
      options: [],
      numbered: false,
      style: null,
      spaced: false,
      inline: false,
      skipped: false,
      number: null,
      numberStyle: null,
      below: '',
      answer: null,
      difficulty: null,
      explanation: null,
      marksSaid: [],
      gap: false,
    }
    blocks.push(block)
    takeWords(block, words)
  }

  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  lines.forEach((raw, at) => {
    const line = plain(raw)
    if (line === '') {
      if (block) block.gap = true
      return
    }
    // Of no question.
    if (!block && MARKS.test(line)) return
    if (block) block.below = plain(lines.slice(at + 1).find((below) => plain(below) !== '') ?? '')
    if (block && !startsAnew(block, line)) {
      block.to = at
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
  return blocks.map(finished)
}

/** Without what word processors and chat programs wrap around it: hard spaces, `**bold**`, `## headings`. */
function plain(line: string): string {
  return line
    .replace(/[\u00a0\t]/g, ' ')
    .trim()
    .replace(/^#{1,6}\s+/, '')
    .replace(/(^|[\s*])\*\*(?=\S)(.+?)\*\*(?=[\s.,:;?!)]|$)/g, '$1$2')
    .trim()
}

/** The key of the line if it is an answer line: it has a colon, or options stand above it and no answer yet. */
function answerIn(block: Block, line: string): string | null {
  const answer = ANSWER.exec(line)?.[1]
  if (answer === undefined) return null
  const asked =
    block.answer === null &&
    (block.options.length > 0 || block.loose.length >= USUAL_OPTIONS || endsInTruth(block.loose))
  return asked || /^[^:=]{0,24}[:=]/.test(line) ? answer.trim() : null
}

/** Whether a line belongs to the next question. */
function startsAnew(block: Block, line: string): boolean {
  if (answerIn(block, line) !== null || DIFFICULTY.test(line) || EXPLANATION.test(line)) return false
  if (MARKS.test(line)) return false
  if (QUESTION_WORD.test(line)) return true
  if (NUMBERED.test(line)) return !isNumberedOption(block, line)
  // An explanation goes on in the next line.
  if (block.explanation !== null && !block.gap) return false
  if (isNextLetter(block, line)) return false
  if (block.answer !== null) return true
  if (!block.gap) return false
  if (block.options.length > 0 || block.text.length + block.loose.length > USUAL_OPTIONS) return true
  return isStarredWhole(block) && !BULLET.test(unstarred(line))
}

/** Fewer than four lines that are all options of their question, as one of them has the star. */
function isStarredWhole({ loose }: Block): boolean {
  const bulleted = loose.filter((line) => BULLET.test(unstarred(line)))
  const options = endsInTruth(loose) ? loose.slice(-2) : bulleted
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
  return place < USUAL_OPTIONS || isAsBefore(block, line)
}

/** A fifth option and those after it are written as the ones before, or `E. coli …` would be one. */
function isAsBefore(block: Block, line: string): boolean {
  if (block.answer !== null || block.explanation !== null || (block.gap && !block.spaced)) return false
  return styleOf(line) === block.style && !/^(?:[*✓✔]\s*)?[([]?[Aa1]\s*[.):\]]/.test(block.below)
}

/** Goes on behind the last letter an option may have, so that a ninth is counted. */
const letterAt = (place: number) => String.fromCharCode(65 + place)

/** `(a)`, `A.`, `1)`: brackets, and whether capitals, small letters or numbers; with a word before a number none. */
function styleOf(line: string): string | null {
  const [, open, mark = '', close] = MARKED.exec(line) ?? []
  if (open === undefined) return null
  return `${open}${/\d/.test(mark) ? '1' : mark === mark.toUpperCase() ? 'A' : 'a'}${close}`
}

const isStarred = (option: string) => STAR_BEFORE.test(option) || STAR_AFTER.test(option)
const bare = (option: string) => unstarred(option).replace(STAR_AFTER, '').trim()

/** The last two lines are `True` and `False`, in either order. */
function endsInTruth(lines: readonly string[]): boolean {
  const [one = '', other = ''] = lines.slice(-2).map(bare)
  return (TRUE.test(one) && FALSE.test(other)) || (FALSE.test(one) && TRUE.test(other))
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
    block.difficulty = difficulty[1]?.trim() ?? null
    return
  }
  if (MARKS.test(line)) {
    block.marksSaid.push(line)
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
    block.options[last] = `${block.options[last]} ${line}`.trim()
  } else {
    block.loose.push(line)
    block.indents.push(indent)
  }
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
  const place = block.options.length + 1
  const cut = place < USUAL_OPTIONS ? cutBefore(`[([]?${letterAt(place)}\\s*[.):\\]]`, rest) : cutAsBefore(block, rest)
  block.options.push(cut?.option ?? rest.trim())
  if (!cut) return
  block.inline = true
  takeOptions(block, cut.rest)
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

function finished(block: Block): PastedQuestion {
  let text = [...block.text]
  let options = block.options
  let lettered = options.length > 0 && !block.numbered
  const [only] = options
  if (lettered && options.length === 1) {
    options = fewInline(`${markShown(block.style)} ${only}`)?.options ?? options
    text.push(...asIndented(block))
  } else if (options.length === 0) {
    const bulleted = block.loose.filter((line) => BULLET.test(unstarred(line)))
    const plain = bulleted.length > 0 ? block.loose.filter((line) => !bulleted.includes(line)) : block.loose
    if (bulleted.length > 0) {
      options = bulleted.map((line) => `${STAR_BEFORE.test(line) ? '*' : ''}${BULLET.exec(unstarred(line))?.[1] ?? ''}`)
      text.push(...plain)
    } else {
      const enough = text.length + plain.length > USUAL_OPTIONS
      const truth = !enough && endsInTruth(plain)
      const count = enough ? USUAL_OPTIONS : truth ? 2 : 0
      options = count > 0 ? plain.slice(-count) : []
      text.push(...asIndented(block, plain.length - count))
      const few = count === 0 ? fewInline(text.at(-1) ?? '') : null
      if (few) {
        text = [...text.slice(0, -1), ...(few.before ? [few.before] : [])]
        options = few.options
        lettered = true
      } else if (count === 0 && isTruth(block.answer)) {
        options = ['True', 'False']
        text = text.filter((line, at) => at === 0 || !TRUE_OR_FALSE.test(line.trim()))
      }
    }
  } else text.push(...asIndented(block))

  const { clean, right, problem } = keyed(options, block.answer, lettered)
  const { words, marksSaid } = withoutMarks(text.join('\n'))
  const question: NewQuestion = { text: words, options: clean, answer: right, difficulty: block.difficulty }
  if (block.explanation?.length) question.explanation = block.explanation.join('\n')
  const problems = problemsOf(question, problem, lostOption(block, options, lettered))
  return { ...question, from: block.from, to: block.to, problems, marksSaid: [...marksSaid, ...block.marksSaid] }
}

/** Where options are not four, one may have been taken for something else: what says so. */
function lostOption({ loose, skipped }: Block, options: readonly string[], lettered: boolean): string | undefined {
  if (options.length === USUAL_OPTIONS) return undefined
  const next = letterAt(options.length)
  const marked = new RegExp(`\\s[([]?${next}\\s*[.):\\]]\\s*\\S`, 'i')
  if (lettered && (skipped || marked.test(options.at(-1) ?? ''))) return `Option ${next} is missing`
  const bulleted = loose.map((line) => BULLET.test(unstarred(line)))
  const bare = bulleted.includes(true) ? loose.find((_, at) => bulleted.indexOf(true) < at && !bulleted[at]) : undefined
  return bare === undefined || lettered ? undefined : `“${bare}” stands below an option and has no bullet`
}

const isTruth = (answer: string | null) => answer !== null && (TRUE.test(answer) || FALSE.test(answer))

/** The first option's mark in a style. */
const markShown = (style: string | null) => (style ?? 'A)').replace('1', 'A')

/** The words of a question without the marks behind their first or last line. */
function withoutMarks(text: string): { words: string; marksSaid: string[] } {
  const marksSaid: string[] = []
  const lines = text.split('\n')
  const bare = lines.map((line, at) => {
    const found = at === 0 || at === lines.length - 1 ? MARKS_BEHIND.exec(line) : null
    if (!found || line.length === found[0].length) return line
    marksSaid.push(found[0].trim())
    return line.slice(0, found.index)
  })
  return { words: bare.join('\n'), marksSaid }
}

function unstarred(text: string): string {
  return text.replace(STAR_BEFORE, '')
}

type Keyed = { clean: string[]; right: string; problem?: string }

/** Finds the right option, by the answer line if there is one, else by a star on exactly one option. */
function keyed(options: string[], answer: string | null, lettered: boolean): Keyed {
  const stars = options.filter(isStarred).length
  // Stars on all options are bullets; next to an answer line a star on one may be part of it (`char *`).
  const strip = stars === options.length || stars === 1
  if (answer !== null) {
    const clean = options.map((option) => (stars === options.length ? unstarred(option).trim() : option.trim()))
    const at = answered(clean, answer, lettered)
    if (at !== null) return { clean, right: clean[at] ?? '' }
    const barer = options.map(bare)
    const again = answered(barer, answer, lettered)
    if (again !== null) return { clean: barer, right: barer[again] ?? '' }
    return { clean, right: '', problem: `The answer “${answer}” is none of the options` }
  }
  if (stars === 1) {
    const clean = options.map((option) => (isStarred(option) ? bare(option) : option.trim()))
    return { clean, right: clean[options.findIndex(isStarred)] ?? '' }
  }
  const clean = options.map((option) => (strip ? unstarred(option).trim() : option.trim()))
  const problem =
    stars > 1 && stars < options.length
      ? 'More than one option has a star'
      : 'No answer: add a line “Answer: B” or a star on the right option'
  return { clean, right: '', problem }
}

/** Which option an answer line names: its letter, its text, or its number. */
function answered(options: string[], answer: string, lettered: boolean): number | null {
  const letter = /^(?:option\s+)?[([]?\s*([A-H])\s*(?:[)\].:].*)?$/i.exec(answer)?.[1]?.toUpperCase()
  const number = /^(?:option\s+)?[([]?([1-8])[)\].]?$/i.exec(answer)?.[1]
  const same = (option: string) => likenessOfNames(option) === likenessOfNames(answer)
  const byLetter = letter ? LETTERS.indexOf(letter) : -1
  const byExactText = options.findIndex((option) => likeness(option) === likeness(answer))
  const byText = [byExactText, options.findIndex(same)]
  const byNumber = number ? Number(number) - 1 : -1
  // Where the options have letters, a letter means one of them even if another option is just that letter.
  const order = lettered ? [byLetter, ...byText, byNumber] : [...byText, byLetter, byNumber]
  return order.find((at) => at >= 0 && at < options.length) ?? null
}

function problemsOf(question: NewQuestion, ...others: (string | undefined)[]): string[] {
  const { text, options } = checkQuestion(question)
  const problems: string[] = []
  if (text) problems.push(text === QUESTION_MISSING ? 'The question itself is missing' : text)
  if (!isNumberOfOptions(question.options.length)) {
    const found = question.options.length
    problems.push(`${found || 'No'} ${found === 1 ? 'option' : 'options'} found, two to eight are needed`)
    return problems
  }
  if (options) problems.push(sameOptionsText(question.options) || options)
  return [...problems, ...others.filter((each) => each !== undefined)]
}

/** The text without the lines of one question. */
export function withoutQuestion(text: string, question: Pick<PastedQuestion, 'from' | 'to'>): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  lines.splice(question.from, question.to - question.from + 1)
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
}
