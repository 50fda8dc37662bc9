/**
 * Marks in pasted lists: what says those of a question (`Marks: 2`, `[2 marks]`), as a line of its own or in brackets before or
 * behind words, and the words, options and answers without it. Which lines say marks and which are data, pastedList.ts decides.
 */
import { asciiNumber } from '@/lib/asciiNumber'
import { likeness, likenessOfNames } from '@/lib/likeness'
import { bare } from './pastedKey'

/** An amount marks can be, in ASCII's digits: `4`, `-2/3`, `.5`, `1½`, `1 1/2`. */
const AMOUNT = [
  String.raw`[+-]?\s?(?:(?:\d{1,2}\s(?=\d\s?[/⁄∕]))?\d{1,3}(?:\.\d{1,3})?(?:\s?[/⁄∕]\s?\d{1,3}|\s?[¼-¾⅐-⅞])?`,
  String.raw`\.\d{1,3}`,
  '[¼-¾⅐-⅞])',
].join('|')
const UNIT = String.raw`\s?(?:marks?|points?|pts?)\b\.?`
/** Between two amounts; `3 - 2` is the result of a match. */
const PART = String.raw`\s*[,،;&|]\s*|\s+(?:and|or)\s+|\s*/\s*(?=[+-])|\s+(?=[+-]\S)`
const amounts = (part: string) => `${AMOUNT}(?:${UNIT})?(?:(?:${part})${AMOUNT}(?:${UNIT})?)?`
const COLON = String.raw`\s*[:=：]\s*`
const OTHER_NAMES = 'negative|positive|penalty|wrong|incorrect|unattempted|unanswered'
const KIND = String.raw`(?:(?:negative|positive|full|total|max(?:imum)?\.?)\s+)?`
/** What says marks: its name, and nothing but amounts, or a question about marks would be one. */
const MARKS = [
  String.raw`(${KIND}mark(?:s|ing)?)(?:${COLON}|\s+-\s+)${amounts(`${PART}|\\s*-\\s*`)}`,
  `(${KIND}(?:points?|score|weightage)|${OTHER_NAMES})${COLON}${amounts(PART)}`,
  // `Correct: 4` may be an answer.
  String.raw`(correct|right)${COLON}(?:\+${AMOUNT}(?:${UNIT})?|${AMOUNT}${UNIT})`,
  String.raw`(?![+-]\s)${AMOUNT}(${UNIT})(?:(?:${PART})${AMOUNT}(?:${UNIT})?)?`,
].map((form) => new RegExp(`^${form}$`, 'i'))
const BRACKETED = String.raw`([[(［（【])([^[\]()［］（）【】]*)[\])］）】]`
const BRACKETS_BEFORE = new RegExp(`^${BRACKETED}\\s*(.*)$`)
const BRACKETS_BEHIND = new RegExp(`^(.*?)${BRACKETED}(\\s*(?:\\*|✓|✔|\\((?:correct|right)\\))?)$`, 'i')
/** What says marks is short. */
const LONGEST = 80
/** `[+4, -1]`; in round ones with a comma it is a point. */
const SIGNED = new RegExp(`^\\+${AMOUNT}\\s*[,،/; ]\\s*-${AMOUNT}$`)

/** The name under which a text says marks, and nothing else; the same for `1 mark` and `2 marks`. */
export function marksLabel(text: string): string | null {
  if (text.length > LONGEST) return null
  const bracketed = BRACKETS_BEFORE.exec(text)
  if (bracketed && bracketed[3] === '') return inBrackets(bracketed[1], bracketed[2]) ? '[]' : null
  return labelOf(asciiNumber(text))
}

function labelOf(text: string): string | null {
  for (const form of MARKS) {
    const label = form.exec(text)?.[1]
    if (label !== undefined) return label.trim().toLowerCase().replace(/s$/, '')
  }
  const [one = '', other = '', ...more] = text.split(/\s*[,;|/]\s*(?=[a-z])/i)
  if (other === '' || more.length > 0) return null
  const [first, second] = [labelOf(one), labelOf(other)]
  return first !== null && second !== null ? `${first}, ${second}` : null
}

function inBrackets(open = '', words = ''): boolean {
  if (words.length > LONGEST) return false
  const text = asciiNumber(words.trim())
  if (SIGNED.test(text)) return !/[(（]/.test(open) || text.includes('/')
  const label = labelOf(text)
  return label !== null && !label.includes('score')
}

/** `[2 marks] What …`. */
export function marksBefore(line: string): { said: string; rest: string } | null {
  const [, open, words, rest = ''] = BRACKETS_BEFORE.exec(line) ?? []
  return rest !== '' && inBrackets(open, words) ? { said: line.slice(0, -rest.length).trim(), rest } : null
}

/** `What … [2 marks]`; a star behind stays. */
export function withoutMarksBehind(line: string): { rest: string; said: string[] } {
  const [, before = '', open, words, star = ''] = BRACKETS_BEHIND.exec(line) ?? []
  const rest = before.trimEnd()
  if (rest === '' || !inBrackets(open, words)) return { rest: line, said: [] }
  const more = withoutMarksBehind(rest)
  const said = line.slice(rest.length, line.length - star.length).trim()
  return { rest: `${more.rest}${star}`, said: [...more.said, said] }
}

/** The words of a question without the marks in brackets before and behind its first and last line. */
export function withoutMarks(text: string): { words: string; marksSaid: string[] } {
  const marksSaid: string[] = []
  const lines = text.split('\n')
  const bare = lines.flatMap((line, at) => {
    if (at > 0 && at < lines.length - 1) return [line]
    if (lines.length > 1 && marksLabel(line.trim()) === '[]') {
      marksSaid.push(line.trim())
      return []
    }
    const before = at === 0 ? marksBefore(line) : null
    const behind = withoutMarksBehind(before?.rest ?? line)
    marksSaid.push(...(before ? [before.said] : []), ...behind.said)
    return [behind.rest]
  })
  return { words: bare.join('\n'), marksSaid }
}

/** Marks behind one option are those of the question; behind several, or in a question about marks, their own. */
export function optionsWithoutMarks(options: string[], words: string): { options: string[]; said: string[] } {
  const found = options.map(withoutMarksBehind)
  const at = found.findIndex(({ said }) => said.length > 0)
  const count = found.filter(({ said }) => said.length > 0).length
  const [{ rest, said } = { rest: '', said: [] }] = found.slice(at)
  const isOfQuestion = at === options.length - 1 || !/\b(?:marks?|points?|score)\b/i.test(words)
  const same = options.some((option, place) => place !== at && likeness(bare(option)) === likeness(bare(rest)))
  if (at < 0 || count > 1 || !isOfQuestion || same) return { options, said: [] }
  return { options: options.map((option, place) => (place === at ? rest : option)), said }
}

/** Unless an option reads just so. */
export function answerWithoutMarks(
  answer: string | null,
  options: readonly string[],
): { rest: string | null; said: string[] } {
  const isOption = options.some((option) => likenessOfNames(bare(option)) === likenessOfNames(answer ?? ''))
  return answer === null || isOption ? { rest: answer, said: [] } : withoutMarksBehind(answer)
}
