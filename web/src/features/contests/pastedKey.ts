/**
 * Key of a pasted question: which of its options are right, by its answer line or by stars. Two or more make a question with several
 * right options. An answer line that reads just as one option, commas and all, names that one alone.
 */
import { likeness, likenessOfNames } from '@/lib/likeness'
import { LETTERS } from './model'

const STAR_BEFORE = /^(?:\*(?!\*)|✓|✔)\s*/
const STAR_AFTER = /\s*(?:\*(?!\*)|✓|✔|\((?:correct|right)\))$/i

export const isStarredBefore = (option: string) => STAR_BEFORE.test(option)
export const isStarred = (option: string) => STAR_BEFORE.test(option) || STAR_AFTER.test(option)
export const bare = (option: string) => unstarred(option).replace(STAR_AFTER, '').trim()

export function unstarred(text: string): string {
  return text.replace(STAR_BEFORE, '')
}

/** `rightPlaces`: where several are right. */
type Keyed = { clean: string[]; right: string; rightPlaces?: number[]; problem?: string }

/** Finds the right options, by the answer line if there is one, else by the stars on some of them. */
export function keyed(options: string[], answer: string | null, lettered: boolean): Keyed {
  const stars = options.filter(isStarred).length
  // Stars on all options are bullets; next to an answer line a star on one may be part of it (`char *`).
  const strip = stars === options.length || stars === 1
  if (answer !== null) {
    const clean = options.map((option) => (stars === options.length ? unstarred(option).trim() : option.trim()))
    const named = isOneWhole(options, answer) ? null : allAnswered(options.map(bare), answer, lettered, true)
    if (named) return { clean: options.map(bare), right: '', rightPlaces: named }
    const at = answered(clean, answer, lettered)
    if (at !== null) return { clean, right: clean[at] ?? '' }
    const barer = options.map(bare)
    const again = answered(barer, answer, lettered)
    if (again !== null) return { clean: barer, right: barer[again] ?? '' }
    for (const texts of [clean, barer]) {
      const places = allAnswered(texts, answer, lettered, false)
      if (places) return { clean: texts, right: '', rightPlaces: places }
    }
    const isTwice = allAnswered(barer, answer, lettered, false, false) !== null
    return {
      clean,
      right: '',
      problem: `The answer “${answer}” ${isTwice ? 'names an option twice' : 'is none of the options'}`,
    }
  }
  if (stars === 1) {
    const clean = options.map((option) => (isStarred(option) ? bare(option) : option.trim()))
    return { clean, right: clean[options.findIndex(isStarred)] ?? '' }
  }
  if (stars > 1 && stars < options.length) {
    const places = options.flatMap((option, at) => (isStarred(option) ? [at] : []))
    return { clean: options.map(bare), right: '', rightPlaces: places }
  }
  const clean = options.map((option) => (strip ? unstarred(option).trim() : option.trim()))
  return { clean, right: '', problem: 'No answer: add a line “Answer: B” or a star on the right option' }
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

/** Whether an answer line reads just as one option, with its letter before it or without. */
function isOneWhole(options: readonly string[], answer: string): boolean {
  const [, text = answer] = /^[([]?\s*[A-H]\s*[)\].:]\s*(\S.*)$/i.exec(answer) ?? []
  return options.some((option) => [answer, text].some((one) => likenessOfNames(bare(option)) === likenessOfNames(one)))
}

/** Its letter and nothing else, or with a mark between it and its text. */
const WITH_LETTER = /^[([]?\s*[A-H]\s*(?:[)\].:].*)?$/i

/** Between two of several answers. */
const BETWEEN = /\s*(?:[,;،、/&+|]|\band\b)(?:\s*(?:[,;&]|\band\b))*\s*/i
/** `AC`, `(A)(C)`, `B D`: letters alone, in their order. */
const IN_A_ROW = /^(?:[([]?[A-H][)\].]?\s*){2,8}$/
/** Two or three words before the letters, as in `Options A and C`. */
const NAMED = /^(?:both\s+)?(?:options?|choices?)\s+|^both\s+/i

/**
 * Which options an answer line names, where it names two or more, each once: `A, C`, `A and C`, `(A, C)`, `AC`, `1, 3`, `Lyon; Nice`.
 * What is not wholly made of such names is an answer of one, or none. `byLetters`: each has its letter. Not `once`: it may also name one
 * twice.
 */
function allAnswered(
  options: string[],
  answer: string,
  lettered: boolean,
  byLetters: boolean,
  once = true,
): number[] | null {
  const line = answer.replace(/^[([{](.*)[)\]}]\.?$/, (whole, inside: string) =>
    /[()[\]{}]/.test(inside) ? whole : inside,
  )
  const plain = line.replace(NAMED, '').replace(/\.$/, '').trim()
  const row = IN_A_ROW.test(plain) ? (plain.match(/[A-H]/g) ?? []) : null
  const parts = row && isRising(row) ? row : plain.split(BETWEEN)
  if (parts.length < 2 || (byLetters && !parts.every((part) => WITH_LETTER.test(part)))) return null
  // `1,5` may be a number.
  if (options.every((option) => /\d/.test(option)) && parts.every((part) => /^\d+$/.test(part))) return null
  const found = parts.map((part) => (part === '' ? null : answered(options, part, lettered)))
  const places = found.filter((place) => place !== null)
  if (places.length < parts.length || (once && new Set(places).size < places.length)) return null
  return places.sort((a, b) => a - b)
}

const isRising = (letters: readonly string[]) => letters.every((one, at) => at === 0 || (letters[at - 1] ?? '') < one)
