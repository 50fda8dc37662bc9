/**
 * Option order: where the contest mixes the options, each person sees them in another order, and in the same one on every
 * device and after every reload, for the attempt's seed decides. Answers name the text of an option, or its place on the paper, so
 * nothing but the screen knows of it. Some places are fixed, because the words speak of them: "all of the above", "both A and C", numbers
 * that go up or down.
 */
import { withoutCodeMarks } from '@/lib/codeBlocks'
import { letterOf, type PaperQuestion } from './model'

/** Speaks of the options before it, so it stays where it is. */
const OF_THE_OTHERS = [
  /^(all|none|both|neither|any|some) (of )?(the )?(above|these|those|following|options?)\b/,
  /^(all|none|neither|both) of (them|the (above|given|other)( options| choices| answers)?)$/,
  /(उपरोक्त|उपर्युक्त|इनमें|इन में|इन सभी|ये सभी|यह सभी)/,
]

/** Names others by their letters, up to the `last` that the question has: mixed, it would name the wrong ones. */
const byLetter = (last: string) =>
  new RegExp(
    `^((both|only|either|neither|केवल|दोनों) )?\\(?[a-${last}]\\)?(( ?[,&] ?| (and|or|nor|और|तथा|एवं|या) |, (and|or) )\\(?[a-${last}]\\)?)+( only| both| दोनों| केवल)?$`,
  )

/** Where both of a pair are among the options, those read as a scale: *True*, *False*, *Not given*. */
const PAIRS = [
  ['true', 'false'],
  ['yes', 'no'],
  ['correct', 'incorrect'],
  ['right', 'wrong'],
  ['agree', 'disagree'],
  ['सत्य', 'असत्य'],
  ['सही', 'गलत'],
  ['सही', 'ग़लत'],
  ['हाँ', 'नहीं'],
]

function words(option: string): string {
  return withoutCodeMarks(option)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[.!।]+$/, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Numbers that go up or down, whatever unit follows them. */
function areInOrder(options: readonly string[]): boolean {
  const numbers = options.map((option) => {
    const [found] = /^[-+−]?\d[\d,]*(\.\d+)?/.exec(option) ?? []
    return found === undefined ? Number.NaN : Number(found.replaceAll(',', '').replace('−', '-'))
  })
  const steps = numbers.slice(1).map((number, at) => Math.sign(number - (numbers[at] ?? Number.NaN)))
  return steps.every((step) => step === 1) || steps.every((step) => step === -1)
}

/** Which options stay where they are. */
export function fixedPlaces(options: readonly string[]): boolean[] {
  const plain = options.map(words)
  const ofOthers = byLetter(letterOf(options.length - 1).toLowerCase())
  const isScale = PAIRS.some((pair) => pair.every((one) => plain.includes(one)))
  const all = plain.some((one) => ofOthers.test(one)) || isScale || areInOrder(plain)
  return plain.map((one) => all || OF_THE_OTHERS.some((pattern) => pattern.test(one)))
}

/** Numbers from 0 to below 1, the same for the same text. */
function randomOf(text: string): () => number {
  // FNV-1a begins, and the finish of MurmurHash3 goes on.
  let state = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) state = Math.imul(state ^ byte, 0x01000193)
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
  }
}

/** The places of the options in the order in which this person sees them. */
function mixed(options: readonly string[], seed: string): number[] {
  const fixed = fixedPlaces(options)
  const free = options.flatMap((_, at) => (fixed[at] ? [] : [at]))
  const random = randomOf(seed)
  const drawn = [...free]
  for (let last = drawn.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    const kept = drawn[last] as number
    drawn[last] = drawn[other] as number
    drawn[other] = kept
  }
  const from = new Map(free.map((place, at) => [place, drawn[at] as number]))
  return options.map((_, at) => from.get(at) ?? at)
}

/** The questions as this person sees them; as they are without a seed. */
export function inOwnOrder<Q extends Pick<PaperQuestion, 'id' | 'options' | 'places'>>(
  questions: Q[],
  seed: string | null,
): Q[] {
  if (seed === null) return questions
  return questions.map((question) => {
    const { id, options } = question
    const places = mixed(options, `${seed} ${id}`)
    const shown = { ...question, options: places.map((place) => options[place] as string) }
    return question.places ? { ...shown, places } : shown
  })
}
