/**
 * Fixed places: which options of a question stay where they are where a contest mixes them, as their words speak of places: "all of the
 * above", "both A and C", a scale, numbers that go up or down. The server knows the same places
 * (features/contests/src/contests/fixed_options.rs), and both read features/contests/src/attempts/own_order.json.
 */
import { inlineParts } from './codeBlocks'

/** Speaks of the options before it, so it stays where it is. */
const OF_THE_OTHERS = [
  /^(all|none|both|neither|any|some) (of )?(the )?(above|these|those|following|options?)\b/,
  /^(all|none|neither|both) of (them|the (above|given|other)( options| choices| answers)?)$/,
  /(उपरोक्त|उपर्युक्त|इनमें|इन में|इन सभी|ये सभी|यह सभी)/,
  // Hindi in Latin letters, as people spell it.
  /^(upa?rokta?|upa?ry?ukta?|(in|un) ?me(in|n|i)? ?se)\b/,
  /^(in|ye|yeh) (sab|sabh?i|donon?)( (sah?i|galat))?( (hai|hain))?$/,
  /^(sab|sabh?i|donon?|koi)( bhi)?( (sah?i|galat|theek|thik))?( (hai|hain|nah?i|nahin))+$/,
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
].map((pair) => pair.map((one) => one.normalize('NFC')))

function words(option: string): string {
  return withoutMarks(option)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[.!।]+$/, '')
    .replace(/\s+/g, ' ')
    .trim()
}

const FENCE = /^[ \t]*`{3,}[ \t]*[^\s`]*[ \t]*$/

/** Without the lines that begin and end a block of code, and without the marks of code within lines. */
function withoutMarks(option: string): string {
  if (!option.includes('`')) return option
  const lines = option.split('\n').map((line) => line.replace(/\r+$/, ''))
  return lines
    .filter((line) => !FENCE.test(line))
    .map((line) =>
      inlineParts(line)
        .map(({ text }) => text)
        .join(''),
    )
    .join('\n')
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

/** Which options stay where they are, by their words. */
export function fixedPlaces(options: readonly string[]): boolean[] {
  const plain = options.map(words)
  const ofOthers = byLetter('abcdefgh'[options.length - 1] ?? 'a')
  const isScale = PAIRS.some((pair) => pair.every((one) => plain.includes(one)))
  const all = plain.some((one) => ofOthers.test(one)) || isScale || areInOrder(plain)
  return plain.map((one) => all || OF_THE_OTHERS.some((pattern) => pattern.test(one)))
}
