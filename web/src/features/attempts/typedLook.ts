/**
 * Typed look: what would be saved of what somebody has typed as their answer, before it is. Apart from the room's model, which comes with
 * every page about contests.
 */
import { isAmbiguous, isBegunNumber, numberInWords, readNumber } from '@/api/numberAnswer'
import type { PaperQuestion } from './model'
import { textTooLong } from './room/messages'

const MAX_TEXT = 200

/**
 * What would be saved of what was typed, and how a number is read; or why it cannot be saved. Nothing of nothing. `isAmbiguous`: what has
 * been typed so far is whole, and may be two numbers.
 */
export type TypedLook =
  | { saves: string; reads?: string }
  | { wrong: string; isBegun: boolean; isAmbiguous?: boolean }
  | null

export function lookAtTyped({ typed, unit }: PaperQuestion, text: string): TypedLook {
  const saves = text.normalize('NFC').replace(/\s+/g, ' ').trim()
  if (saves === '') return null
  if (typed === 'text') {
    return [...saves].length > MAX_TEXT ? { wrong: textTooLong(MAX_TEXT), isBegun: false } : { saves }
  }
  const read = readNumber(saves)
  if (typeof read === 'string') return { wrong: read, isBegun: isBegunNumber(saves), isAmbiguous: isAmbiguous(saves) }
  return { saves, reads: `${numberInWords(read)}${unit ? ` ${unit}` : ''}` }
}
