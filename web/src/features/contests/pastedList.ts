/**
 * Parser of pasted lists. It reads questions out of plain text, as people keep them in documents and mails: numbered
 * questions, options marked A) to D) (on lines of their own or in one line) or on four plain lines, the right one by
 * `Answer: B` or by a star. Nothing is guessed silently: what does not come out as a whole question is listed with what
 * is wrong and where.
 */

import { likeness, likenessOfNames } from '@/lib/likeness'
import { QUESTION_MISSING } from './messages'
import { checkQuestion, LETTERS, type NewQuestion, sameOptionsText, USUAL_OPTIONS } from './model'

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
  answer: string | null
  difficulty: string | null
  /** Its lines; none before the first. */
  explanation: string[] | null
  marksSaid: string[]
  gap: boolean
}

const NUMBERED = /^(?:q(?:uestion|ue|n|\.)?\s*)?(\d{1,3})\s*[.):\]-]\s*(?=\D)(.*)$/i
const QUESTION_WORD = /^(?:q|question)\s*[.:)]\s*(.+)$/i
const LETTERED = /^([*✓✔]\s*)?[([]?([A-Da-d])\s*[.):\]]\s*(.*)$/
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
    if (block && !startsAnew(block, line)) {
      block.to = at
      takeLine(block, line, indentOf(raw))
      block.gap = false
    } else {
      const numbered = NUMBERED.exec(line)
      begin(at, (numbered ? numbered[2] : (QUESTION_WORD.exec(line)?.[1] ?? line)) ?? '')
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
  const asked = block.answer === null && (block.options.length > 0 || block.loose.length >= USUAL_OPTIONS)
  return asked || /^[^:=]{0,24}[:=]/.test(line) ? answer.trim() : null
}

/** Whether a line belongs to the next question. */
function startsAnew(block: Block, line: string): boolean {
  if (answerIn(block, line) !== null || DIFFICULTY.test(line) || EXPLANATION.test(line)) return false
  if (MARKS.test(line)) return false
  if (QUESTION_WORD.test(line)) return true
  const number = NUMBERED.exec(line)?.[1]
  if (number) return !isNumberedOption(block, Number(number))
  // An explanation goes on in the next line.
  if (block.explanation !== null && !block.gap) return false
  const letter = LETTERED.exec(line)?.[2]
  if (letter && isNextLetter(block, letter)) return false
  if (block.answer !== null) return true
  if (!block.gap) return false
  return block.options.length > 0 || block.text.length + block.loose.length > USUAL_OPTIONS
}

/** `1) … 4)` below a question are its options. */
function isNumberedOption(block: Block, number: number): boolean {
  if (block.answer !== null || block.loose.length > 0) return false
  if (block.options.length === 0) return number === 1 && block.text.length > 0
  return block.numbered && block.options.length < USUAL_OPTIONS && number === block.options.length + 1
}

function isNextLetter(block: Block, letter: string): boolean {
  return !block.numbered && letter.toUpperCase() === LETTERS[block.options.length]
}

/** The words of a question's first line, which may carry all of its options. */
function takeWords(block: Block, words: string) {
  const inline = inlineOptions(words)
  if (inline) {
    if (inline.before) block.text.push(inline.before)
    block.options = inline.options
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
    block.options = inline.options
    return
  }
  const lettered = LETTERED.exec(line)
  if (lettered?.[2] && isNextLetter(block, lettered[2])) {
    takeOptions(block, `${lettered[1] ? '*' : ''}${lettered[3] ?? ''}`)
    return
  }
  const numbered = NUMBERED.exec(line)
  if (numbered && isNumberedOption(block, Number(numbered[1]))) {
    block.numbered = true
    block.options.push(numbered[2]?.trim() ?? '')
    return
  }
  const last = block.options.length - 1
  // A long option goes on in the next line.
  if (last >= 0 && !block.gap) block.options[last] = `${block.options[last]} ${line}`.trim()
  else {
    block.loose.push(line)
    block.indents.push(indent)
  }
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

/** One option, or two of four in a line: `A) x   B) y`. */
function takeOptions(block: Block, rest: string) {
  const next = LETTERS[block.options.length + 1]
  const cut = next ? new RegExp(`^(.+?)\\s+([*✓✔]?)\\s*[([]?${next}\\s*[.):\\]]\\s*(.+)$`).exec(rest) : null
  block.options.push((cut?.[1] ?? rest).trim())
  if (cut?.[3]) takeOptions(block, `${cut[2] ? '*' : ''}${cut[3]}`)
}

/** `A) … B) … C) … D) …` within one line, with whatever stands before. */
function inlineOptions(line: string): { before: string; options: string[] } | null {
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
  }
}

function finished(block: Block): PastedQuestion {
  const text = [...block.text]
  let options = block.options
  if (options.length === 0) {
    const bulleted = block.loose.filter((line) => BULLET.test(unstarred(line)))
    const plain = bulleted.length > 0 ? block.loose.filter((line) => !bulleted.includes(line)) : block.loose
    if (bulleted.length > 0) {
      options = bulleted.map((line) => `${STAR_BEFORE.test(line) ? '*' : ''}${BULLET.exec(unstarred(line))?.[1] ?? ''}`)
      text.push(...plain)
    } else {
      const enough = text.length + plain.length > USUAL_OPTIONS
      options = enough ? plain.slice(-USUAL_OPTIONS) : []
      text.push(...asIndented(block, enough ? plain.length - USUAL_OPTIONS : plain.length))
    }
  } else text.push(...asIndented(block))

  const { clean, right, problem } = keyed(options, block.answer, block.options.length > 0 && !block.numbered)
  const { words, marksSaid } = withoutMarks(text.join('\n'))
  const question: NewQuestion = { text: words, options: clean, answer: right, difficulty: block.difficulty }
  if (block.explanation?.length) question.explanation = block.explanation.join('\n')
  const problems = problemsOf(question, problem)
  return { ...question, from: block.from, to: block.to, problems, marksSaid: [...marksSaid, ...block.marksSaid] }
}

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
  const isStarred = (option: string) => STAR_BEFORE.test(option) || STAR_AFTER.test(option)
  const stars = options.filter(isStarred).length
  // Stars on all options are bullets; next to an answer line a star on one may be part of it (`char *`).
  const strip = stars === options.length || stars === 1
  const bare = (option: string) => unstarred(option).replace(STAR_AFTER, '').trim()
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
  const letter = /^(?:option\s+)?[([]?\s*([A-D])\s*(?:[)\].:].*)?$/i.exec(answer)?.[1]?.toUpperCase()
  const number = /^(?:option\s+)?[([]?([1-4])[)\].]?$/i.exec(answer)?.[1]
  const same = (option: string) => likenessOfNames(option) === likenessOfNames(answer)
  const byLetter = letter ? LETTERS.indexOf(letter) : -1
  const byExactText = options.findIndex((option) => likeness(option) === likeness(answer))
  const byText = [byExactText, options.findIndex(same)]
  const byNumber = number ? Number(number) - 1 : -1
  // Where the options have letters, a letter means one of them even if another option is just that letter.
  const order = lettered ? [byLetter, ...byText, byNumber] : [...byText, byLetter, byNumber]
  return order.find((at) => at >= 0 && at < options.length) ?? null
}

function problemsOf(question: NewQuestion, keyProblem: string | undefined): string[] {
  const { text, options } = checkQuestion(question)
  const problems: string[] = []
  if (text) problems.push(text === QUESTION_MISSING ? 'The question itself is missing' : text)
  if (question.options.length !== USUAL_OPTIONS) {
    const found = question.options.length
    problems.push(`${found || 'No'} ${found === 1 ? 'option' : 'options'} found, four are needed`)
    return problems
  }
  if (options) problems.push(sameOptionsText(question.options) || options)
  if (keyProblem) problems.push(keyProblem)
  return problems
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
