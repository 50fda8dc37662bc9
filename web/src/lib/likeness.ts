/**
 * Likeness of texts: what the server keeps of a text (`clean`), and whether two look the same to a reader (`likeness`). It only
 * saves a round trip: crates/text decides. Both sides read server/tests/it/texts.json.
 */
import { asciiDigits } from './asciiNumber'

const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g
const CONTROLS = /(?![\t\n])\p{Cc}/gu
/** What may change how its neighbours look: joiners, variation selectors, the tags of a flag. */
const CONTEXTUAL = /\u200d|\u180b|[\u180c-\u180f\u200c]|[\ufe00-\ufe0f]|[\u{e0020}-\u{e007f}]|[\u{e0100}-\u{e01ef}]/u
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu
const EACH_CONTEXTUAL = new RegExp(CONTEXTUAL.source, 'gu')
const AROUND = /^[\s\u2800]+|[\s\u2800]+$/g

/** Signs that take the vowel from a consonant. */
const VIRAMA =
  '\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e3a\u0eba\u0f84\u1039\u103a\u17d2\u1a60\u1b44'
const AFTER_VIRAMA = new RegExp(`\\p{Alphabetic}\\p{M}*[${VIRAMA}]$`, 'u')
const BEFORE_VIRAMA = new RegExp(`^[${VIRAMA}]`, 'u')
const LETTER_BEFORE = /\p{Alphabetic}\p{M}*$/u
/** Arabic letters that join what follows: all but those that never do. */
const LEADS =
  /(?=[\p{Script=Arabic}\u0640])(?![\u0621-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0677\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2-\u06d5\u06ee\u06ef])[\p{L}]\p{Mn}*$/u
const FOLLOWS = /^\p{Mn}*(?![\u0621\u0674])(?=[\p{Script=Arabic}\u0640])\p{L}/u

function changesSomething(before: string, sign: string, after: string): boolean {
  if (sign === '\u200d' && /(?:\p{Extended_Pictographic}|[\ufe0f\u{1f3fb}-\u{1f3ff}\u{e007f}])$/u.test(before))
    return /^\p{Extended_Pictographic}/u.test(after)
  if (sign === '\u200c' || sign === '\u200d') {
    if (AFTER_VIRAMA.test(before)) return sign === '\u200d' || /^\p{Alphabetic}/u.test(after)
    if (!LETTER_BEFORE.test(before)) return false
    if (BEFORE_VIRAMA.test(after)) return true
    const [leads, follows] = [LEADS.test(before), FOLLOWS.test(after)]
    return leads && (sign === '\u200c' ? follows : !/^\p{Alphabetic}/u.test(after))
  }
  if (/[\ufe0e\ufe0f]/.test(sign) && /\p{Emoji}$/u.test(before)) return true
  if (/[\u180b-\u180f]/.test(sign)) return /\p{Script=Mongolian}$/u.test(before)
  if (/[\u{e0020}-\u{e007f}]/u.test(sign))
    return /\u{1f3f4}[\u{e0020}-\u{e007e}]*$/u.test(before) && /^[\u{e0020}-\u{e007e}]*\u{e007f}/u.test(sign + after)
  return /(?:\p{Unified_Ideograph}|[\p{Script=Myanmar}\p{Sm}])$/u.test(before) && !/\p{ASCII}$/u.test(before)
}

/** As the server keeps it: one of Unicode's spellings, without what nobody sees and without blanks at the ends. */
export function clean(text: string): string {
  const seen = text
    .replace(LINE_ENDS, '\n')
    .replace(CONTROLS, '')
    .normalize('NFD')
    .replace(INVISIBLE, (sign) => (CONTEXTUAL.test(sign) ? sign : ''))
  const kept = seen.replace(EACH_CONTEXTUAL, (sign, at: number) =>
    changesSomething(seen.slice(0, at), sign, seen.slice(at + sign.length)) ? sign : '',
  )
  return kept.normalize('NFC').replace(AROUND, '')
}

/** Drawn as nothing: the object replacement character, hieroglyphs' blanks, the null notehead. */
const UNDRAWN = '\\ufffc\\u{13441}\\u{13442}\\u{1d159}'
const SEEN = new RegExp(`[^\\s\\u2800\\p{Default_Ignorable_Code_Point}\\p{M}\\p{Cc}\\p{Cf}${UNDRAWN}]`, 'u')
/** Format controls that are drawn (Prepended_Concatenation_Mark of Unicode's PropList.txt). */
const DRAWN_CONTROL = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u

/** Whether anybody sees anything of it: a mark without a letter is nothing to read. */
export function isVisible(text: string): boolean {
  return SEEN.test(text) || DRAWN_CONTROL.test(text)
}

/**
 * Signs that NFKC takes for others although they look otherwise: raised and lowered ones (`2⁵` is not `25`), letters of a
 * mathematical style, those in circles, fractions, accents that stand alone.
 */
const OF_ITS_OWN =
  /[ªº²³¹\u02b0-\u02b8\u02e0-\u02e4\u10fc\u1d2c-\u1d6a\u1d78\u1d9b-\u1dbf\u2070-\u209c\u2120\u2122\u2c7c\u2c7d\u2d6f\u3192-\u319f\ua69c\ua69d\ua770\ua7f1-\ua7f4\ua7f8\ua7f9\uab5c-\uab5f\uab69\u{10781}-\u{107ba}\u{1e030}-\u{1e06d}\u{1f16a}-\u{1f16c}\u2102\u210a-\u2113\u2115\u2119-\u211d\u2124\u2128\u212c\u212d\u212f-\u2131\u2133\u2134\u2139\u213c-\u2140\u2145-\u2149\u{1d400}-\u{1d7ff}\u{1ee00}-\u{1eebb}\u2460-\u2473\u24b6-\u24ea\u3244-\u3247\u3250-\u327e\u3280-\u32bf\u32d0-\u32fe\u{1f12b}-\u{1f14f}\u{1f190}\u{1f200}-\u{1f251}\u00bc-\u00be\u2150-\u215f\u2189\u00a8\u00af\u00b4\u00b8\u02d8-\u02dd\u037a\u0384\u0385\u1fbd-\u1fc1\u1fcd-\u1fcf\u1fdd-\u1fdf\u1fed\u1fee\u1ffe\u2017\u203e\u309b\u309c]/u

const PLAIN: [RegExp, string][] = [
  [/[\u2010-\u2015\u2043\u2212\u2e3a\u2e3b]/g, '-'],
  [/[\u2018-\u201b\u2032\u2035\u02b9\u02bb-\u02bd\u02c8\u00b4\u055a\u05f3]/g, "'"],
  [/[\u201c-\u201f\u2033\u2036\u02ba\u05f4]/g, '"'],
  [/[\u00b7\u2022\u2219\u22c5\u30fb]/g, '\u00b7'],
  [/[\u2044\u2215]/g, '/'],
  [/[\u2236\ua789]/g, ':'],
  [/\u2217/g, '*'],
  [/\u2223/g, '|'],
  [/\u223c/g, '~'],
  [new RegExp(`[${UNDRAWN}]`, 'gu'), ' '],
]

/** Letters that older keyboards type in parts: Bengali's khanda ta, Malayalam's chillus. */
const ALONE: [string, string][] = [
  ['\u09a4\u09cd\u200d', '\u09ce'],
  ['\u0d23\u0d4d\u200d', '\u0d7a'],
  ['\u0d28\u0d4d\u200d', '\u0d7b'],
  ['\u0d30\u0d4d\u200d', '\u0d7c'],
  ['\u0d32\u0d4d\u200d', '\u0d7d'],
  ['\u0d33\u0d4d\u200d', '\u0d7e'],
  ['\u0d15\u0d4d\u200d', '\u0d7f'],
]

const plainSigns = (text: string) => PLAIN.reduce((folded, [signs, sign]) => folded.replace(signs, sign), text)

const SRI = '\u0bb8\u0bcd\u0bb0\u0bc0'
/** Thai's and Lao's ring before the tone, which comes behind it. */
const RING_BEFORE_TONE = /(\u0e4d+)([\u0e48-\u0e4b]+)|(\u0ecd+)([\u0ec8-\u0ecb]+)/g
const JOINED_TO = /^[\p{Mn}\p{Me}]*(?![\u0621\u0674])(?:\u200d|(?=[\p{Script=Arabic}\u0640])\p{L})/u

function shape(sign: string, at: number, text: string): string {
  if (sign >= '\u06f0') return String.fromCharCode(sign.charCodeAt(0) - 0x90)
  const isJoined = JOINED_TO.test(text.slice(at + 1))
  if (sign === '\u06a9') return isJoined ? '\u0643' : sign
  return isJoined ? '\u064a' : '\u0649'
}

/**
 * Texts of several spellings that fonts draw alike, in one of them: the ring of Thai's and Lao's am behind the tone, Tamil's sri,
 * Arabic's and Persian's kaf, yeh and digits where their shapes are the same.
 */
function withOneCodeForAShape(text: string): string {
  const again = text
    .replaceAll('\u0bb6\u0bcd\u0bb0\u0bc0', SRI)
    .replace(RING_BEFORE_TONE, '$2$1$4$3')
    .replace(/[\u06a9\u06cc\u06f0-\u06f3\u06f7-\u06f9]/g, shape)
    .normalize('NFC')
  return again === text ? text : withOneCodeForAShape(again)
}

/** The key of what a text looks like: two of one key look the same. Case, accents and position stay apart. */
export function likeness(text: string): string {
  const whole = ALONE.reduce((rest, [parts, letter]) => rest.replaceAll(parts, letter), clean(text))
  const folded = Array.from(plainSigns(whole).replace(/[\ufe0e\ufe0f]/g, ''), (sign) =>
    OF_ITS_OWN.test(sign) ? sign : sign.normalize('NFKD'),
  ).join('')
  const words = withOneCodeForAShape(clean(plainSigns(folded))).split(/[\s\u2800]+/)
  return words.join(' ')
}

/** The same for names and places, of which case makes no other. */
export function likenessOfNames(text: string): string {
  return likeness(likeness(text).toLowerCase().toUpperCase().toLowerCase())
}

/** The place of the first text that looks like the one at `at`; `at` itself where there is none before it. */
export function firstAlike(texts: readonly string[], at: number, key: (text: string) => string = likeness): number {
  const look = key(texts[at] ?? '')
  const first = texts.findIndex((text) => key(text) === look)
  return first < 0 ? at : first
}

/** A telephone number as the server keeps it: as it is dialled from abroad, without a link's `tel:`. */
export function plainNumber(text: string): string {
  return fromAbroad(asciiDigits(likeness(text)).replace(/^tel:\s*/i, ''))
}

/** Italy and San Marino. */
const KEEP_THE_ZERO = ['39', '378']

/** `00` in front is a plus, and the `(0)` of those who dial at home goes where the code of a country stands before it. */
function fromAbroad(plain: string): string {
  const abroad = plain.replace(/^([ (]*)00 *(?=\D*[1-9])/, '$1+')
  return abroad.replace(/^([ (]*\+.*?\d.*?)( *)\( *0 *\)( *)/, (whole, before: string, left: string, right: string) =>
    KEEP_THE_ZERO.includes(before.replace(/\D/g, '')) ? whole : before + (left || right),
  )
}
