/**
 * File names made of what people wrote: letters, marks and digits of every script stay, as one form (NFC); what a file system
 * refuses or a shell reads otherwise becomes a blank. Never empty, never a name that Windows keeps for a device, and at most
 * `MOST` bytes, which leaves 24 of 120 for what a caller puts around it.
 */
import { beginningOf } from './cutText'

const MOST = 96

/** Joiners are part of words in Persian, Bengali and others; between emoji they join nothing that stays. */
const OTHER = /[^\p{L}\p{M}\p{N}\p{Join_C}_-]+/gu
/** Marks and joiners without a letter before them, as emoji leave them behind, and what dresses up digits. */
const STRAY = /(^|[ _-])[\p{M}\p{Join_C}]+|[\uFE00-\uFE0F\u20E3]/gu
const APOSTROPHES = /['\u2019\u02BC]/g
const DEVICE = /^(con|prn|aux|nul|(com|lpt)[\d\u00B9\u00B2\u00B3])$/i

const bytes = (text: string) => new TextEncoder().encode(text).length

/** A title as the name of a file, without an extension: `Night photography walk`. */
export function fileNameOf(title: string, otherwise: string): string {
  const words = title.normalize('NFC').replace(APOSTROPHES, '').replace(OTHER, ' ').replace(STRAY, '$1')
  const name = beginningOf(words.replace(/ +/g, ' ').trim(), MOST, bytes).trim()
  return /[\p{L}\p{N}]/u.test(name) ? (DEVICE.test(name) ? `${otherwise} ${name}` : name) : otherwise
}

/** The same in small letters, with dashes for blanks: `circuit-night-digital-logic`. */
export function dashedFileName(title: string, otherwise: string): string {
  const words = fileNameOf(title.toLowerCase(), otherwise).replace(/[ -]+/g, '-')
  return words.replace(/^-+|-+$/g, '')
}
