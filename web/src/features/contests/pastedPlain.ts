/**
 * Plain lines of a pasted question, those without letters, numbers or bullets: which of them are its options. Four are, and two to
 * eight where nothing else can be meant: below a line that asks, or as the answer says so. Where they may be read in another way, the
 * reading says which line it is about.
 */
import { readsLikeCode } from '@/lib/codeBlocks'
import { likenessOfNames } from '@/lib/likeness'
import { MOST_OPTIONS, USUAL_OPTIONS } from './model'
import { bare, isStarred, isStarredBefore, keyed, unstarred } from './pastedKey'
import { marksLabel, withoutMarksBehind } from './pastedMarks'
import { isPair, truthsAtEnd } from './pastedTruth'

/** `count`: how many of the last lines are options. `doubt`: a line that may be one, or may be none. */
type PlainReading = { count: number; doubt?: string }
/** `apart`: a blank line stands before it. `isCode`: it stands for a whole block of code. */
export type PlainLine = { text: string; indent: number; apart: boolean; isCode: boolean }

const QUESTION_MARK = /[?？]['"”’)\]*]*$/
const BLANK = /(?:_{2,}|…|\.{3,}|-{3,})['"”’)\]]*[.:]?$/
const CHOOSE = /^(?:which|choose|select|pick|tick)\b.*[:：]$/i
const COLON = /[:：]$/
const SENTENCE = /[.!।]$/
/** Something else than options may stand below: “What does this mean?” */
const ABOUT = /\b(?:this|these|following|below|given|code|program|output|print(?:s|ed)?)\b|निम्न|नीचे/i
const ONE_OF = /\b(?:of|in|among) (?:the|these) (?:following|below|given|options?)|निम्न(?:लिखित)? में से/gi
/** No line of a question ends so before its options' own words. */
const GOES_ON = /(?:\b(?:is|are|was|were|at|of|the|in|to|and|or|a|an|by|on|for|with|than|from)|=)$/i

const CONTINUES = /^(?:and|or|but|so|then|which|that|who|whose)\s/

const said = (line: string) => withoutMarksBehind(line.trim()).rest.trim()
export const asks = (line: string) =>
  QUESTION_MARK.test(said(line)) || BLANK.test(said(line)) || CHOOSE.test(said(line))
const words = (line: string) => bare(line).split(/\s+/).filter(Boolean).length
/** A sentence or a line of a program. */
const isWhole = (line: string) => SENTENCE.test(said(line)) || isProgram(line)
const isProgram = (line: string) => readsLikeCode(unstarred(line)) && !isStarredBefore(line)

export function plainOptions(lines: readonly PlainLine[], answer: string | null): PlainReading {
  const texts = lines.map((line) => line.text)
  const asking = askingLine(texts)
  const from = Math.max(asking, 0) + 1
  const code = blocksOfCode(lines.slice(from))
  const tail = texts.slice(from + code)
  const above = { first: texts[from - 1] ?? '', asked: asking >= 0, hasCode: code > 0, answer }
  const { count, doubt } = tailReading(tail, above)
  const question = texts[asking] ?? ''
  if (count === 0) {
    const isFifth = asking > 0 && QUESTION_MARK.test(question) && texts.length > USUAL_OPTIONS && tail.length < 2
    return isFifth ? { count: USUAL_OPTIONS, doubt: question } : { count }
  }
  const doubts = [doubt, askingOption(texts.slice(-count)), askedTwice(lines, asking, tail.length)]
  const others = [brokenBy(lines.slice(-count)), indentedFirst(lines.slice(-count)), strayStar(texts.slice(0, -count))]
  const first = [...doubts, ...others].find((each) => each !== undefined)
  return first === undefined ? { count } : { count, doubt: first }
}

/** The last line that asks or introduces, unless the last four all do: options may be questions. */
function askingLine(texts: readonly string[]): number {
  const last = texts.slice(-USUAL_OPTIONS)
  const areOptions = last.length === USUAL_OPTIONS && last.every((line) => QUESTION_MARK.test(line))
  const to = areOptions ? texts.length - USUAL_OPTIONS : texts.length
  return texts.slice(0, to).findLastIndex((line) => asks(line) || COLON.test(said(line)))
}

/** How many of the first lines end in blocks of code, above mere words. */
function blocksOfCode(lines: readonly PlainLine[]): number {
  const last = lines.findLastIndex((line) => line.isCode)
  return last < lines.length - 2 ? last + 1 : 0
}

/** How many of the first lines read like a program, like sentences or like their second half, and none below them does. */
function likelyText(texts: readonly string[]): number {
  const isSentence = (line: string) => SENTENCE.test(line) && (line.endsWith('!') || words(line) > 2)
  const last = [isProgram, isSentence, (line: string) => CONTINUES.test(line)].map((is) => {
    const at = texts.findLastIndex(is)
    return at < 0 || at > texts.length - 3 || texts.slice(at + 1).some(is) ? -1 : at
  })
  return Math.max(...last) + 1
}

/** `first`: the line that asks, or the first. `hasCode`: a block of code stands below it. */
type Above = { first: string; asked: boolean; hasCode: boolean; answer: string | null }

function tailReading(texts: readonly string[], { first, asked, hasCode, answer }: Above): PlainReading {
  const [lead = ''] = texts
  const many = texts.length
  const truths = truthsAtEnd(texts)
  if (truths > 0) return truthReading(texts, truths, asked, answer)
  const pair = texts.findIndex((line, at) => isPair(line, texts[at + 1]))
  if (pair >= 0 && many - pair <= MOST_OPTIONS && texts.slice(0, pair).every(isWhole)) return { count: many - pair }
  const whole = saysSo(texts, answer)
  const isAbout = !hasCode && ABOUT.test(first.replace(ONE_OF, ''))
  if (many < USUAL_OPTIONS) {
    if (many < 2 || !(hasKey(texts, answer) && (asked || whole))) return { count: 0 }
    const isSure = whole || ((hasCode || (asks(first) && !isAbout)) && likelyText(texts) === 0 && !isOdd(texts))
    return isSure ? { count: many } : { count: many, doubt: lead }
  }
  if (whole && many <= MOST_OPTIONS) return { count: many }
  const likely = likelyText(texts)
  if (many - likely === USUAL_OPTIONS) {
    const isUnlike = likely === 0 && !asked && isOdd(texts)
    return isUnlike ? { count: USUAL_OPTIONS, doubt: lead } : { count: USUAL_OPTIONS }
  }
  if (many === USUAL_OPTIONS) {
    const isGiven = texts.slice(0, likely).some(isProgram) && !areAlike(texts.slice(0, likely))
    return isGiven || !(asks(first) || hasCode) ? { count: USUAL_OPTIONS, doubt: lead } : { count: USUAL_OPTIONS }
  }
  const areAll = many <= MOST_OPTIONS && asks(first) && likely === 0 && !isOdd(texts)
  return areAll && !isAbout ? { count: many } : { count: USUAL_OPTIONS, doubt: lead }
}

/** A last pair of `True` and `False` wins over the last four lines where those above it are surely words of the question. */
function truthReading(texts: readonly string[], truths: number, asked: boolean, answer: string | null): PlainReading {
  const before = texts.slice(0, -truths)
  const [lead = ''] = before
  if (before.length === 0) return { count: truths }
  if (saysSo(texts, answer) && texts.length <= MOST_OPTIONS) return { count: texts.length }
  const isNamed = before.some((line) => isStarred(line) || names(line, answer))
  const isLetter = placeNamed(texts, answer) >= truths
  if (isNamed || isLetter)
    return texts.length === USUAL_OPTIONS ? { count: USUAL_OPTIONS } : { count: truths, doubt: lead }
  if (before.every(isWhole)) return { count: truths }
  const isShort = asked && words(lead) < 3
  return truths === 2 && before.length === 1 && !isShort ? { count: truths } : { count: truths, doubt: lead }
}

const names = (line: string, answer: string | null) =>
  answer !== null && likenessOfNames(bare(line)) === likenessOfNames(answer)

/** The place an answer names by a letter or number alone, where no line reads just so. */
function placeNamed(texts: readonly string[], answer: string | null): number {
  const [, letter, number] = /^(?:option\s+)?[([]?(?:([A-H])|([1-8]))[)\].]*$/i.exec(answer ?? '') ?? []
  if (texts.some((line) => names(line, answer))) return -1
  return letter ? letter.toUpperCase().charCodeAt(0) - 65 : number ? Number(number) - 1 : -1
}

/** The key names the first line by its text or star, or counts up to the last: all lines are options. */
function saysSo(texts: readonly string[], answer: string | null): boolean {
  const [lead = ''] = texts
  const isStar = answer === null && isStarred(lead) && texts.some((line) => !isStarred(line)) && !isProgram(lead)
  const isLast = texts.length > USUAL_OPTIONS && placeNamed(texts, answer) === texts.length - 1
  return isStar || names(lead, answer) || isLast
}

const hasKey = (texts: readonly string[], answer: string | null) =>
  keyed([...texts], answer, false).problem === undefined

/** The first line is unlike all others: words above numbers, a sentence above words, marks, or half a sentence. */
function isOdd([lead = '', ...others]: readonly string[]): boolean {
  const isNumber = (line: string) => /^[-+−₹$€£]?\s?[\d०-९]/.test(bare(line))
  const onlyOne = (is: (line: string) => boolean) => is(lead) && !others.some(is)
  const aboveNumbers = !isNumber(lead) && others.every(isNumber) && (others.length > 3 || words(lead) > 1)
  const isLong = words(lead) > 3 && words(lead) >= 2 * Math.max(...others.map(words))
  const isMarks = onlyOne((line) => marksLabel(line) !== null)
  return aboveNumbers || (others.length > 3 && isLong) || isMarks || onlyOne((line) => GOES_ON.test(bare(line)))
}

/** `x = 3` and `x = 4`. */
function areAlike([first = '', ...others]: readonly string[]): boolean {
  const left = (line: string) => unstarred(line).split('=')[0]?.trim()
  return others.length > 0 && others.every((line) => line.includes('=') && left(line) === left(first))
}

/** An option that asks, among others that do not. */
function askingOption(options: readonly string[]): string | undefined {
  const asking = options.filter((line) => QUESTION_MARK.test(line))
  return asking.length < options.length ? asking[0] : undefined
}

/** A later line that asks, below a first that asked already, may be an option or the next question. */
function askedTwice(lines: readonly PlainLine[], asking: number, many: number): string | undefined {
  const [first, ...others] = lines
  const { text = '' } = lines[asking] ?? {}
  if (asking < 1 || !first || !QUESTION_MARK.test(said(first.text)) || isProgram(text)) return undefined
  const isText = others.slice(0, asking - 1).every((line) => line.isCode || isWhole(line.text))
  return isText && many >= USUAL_OPTIONS ? undefined : text
}

/** More or fewer than four, the first further in than all below: it may be what the question is about. */
function indentedFirst([first, ...others]: readonly PlainLine[]): string | undefined {
  const isFurtherIn = others.length !== USUAL_OPTIONS - 1 && others.every((line) => line.indent < (first?.indent ?? 0))
  return isFurtherIn ? first?.text : undefined
}

/** More or fewer than four, and blank lines between some of them only: two questions, or words above options. */
function brokenBy([first, ...others]: readonly PlainLine[]): string | undefined {
  const apart = others.filter((line) => line.apart)
  if (!first || others.length === USUAL_OPTIONS - 1 || apart.length === others.length) return undefined
  return apart[0]?.text
}

/** One star in a question is that of an option which was taken for words. */
function strayStar(question: readonly string[]): string | undefined {
  const starred = question
    .slice(1)
    .filter((line) => isStarred(line) && !isProgram(line) && !readsLikeCode(unstarred(line)))
  return starred.length === 1 ? starred[0] : undefined
}
