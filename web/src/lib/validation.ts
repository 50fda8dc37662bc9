/**
 * Validation of what people enter about themselves, for every form that asks for it. It only saves a round trip: the
 * server checks the same rules and decides.
 */
import { foldedEmail } from './emailFolding'
import { plainNumber } from './likeness'
import { zonedParts } from './time'

const YEAR_CHOICES = 6
export const PASSWORD_MIN = 8
export const PASSWORD_RULES =
  'At least 8 characters, not a common password, and without the first part of your e-mail address. A sentence you can remember is best.'

/** The current year at the institute and the five before it. */
export function yearChoices(now: number, zone: string): number[] {
  const year = Number(zonedParts(now, zone).date.slice(0, 4))
  return Array.from({ length: YEAR_CHOICES }, (_, i) => year - i)
}

/** Shown as soon as the second field says something else than the first. */
export function passwordsDiffer(password: string, confirmation: string): boolean {
  return confirmation !== '' && password !== confirmation
}

/** Letters and marks that show nothing. */
const BLANK = /\p{Default_Ignorable_Code_Point}/u
/** Marks that belong to a letter beyond ASCII: `प्रिया` has three. */
const MARKS = /((?![\0-\x7f\p{M}])[\p{Alphabetic}\p{N}])\p{M}+/gu
const NAME = /^[\p{Alphabetic}\p{N}!#$%&'*+\-/=?^_`{|}~]+(?:\.[\p{Alphabetic}\p{N}!#$%&'*+\-/=?^_`{|}~]+)*$/u
/** A part of a domain. */
const LABEL = /^[\p{Alphabetic}\p{N}](?:[\p{Alphabetic}\p{N}!#$%&'*+\-/=?^_`{|}~]*[\p{Alphabetic}\p{N}])?$/u
const bytes = (text: string) => new TextEncoder().encode(text).length

/**
 * The rule of `email_of_form` in crates/kernel/src/validation.rs: letters of every script with their marks, in either of
 * Unicode's spellings. Both sides read server/tests/it/email_addresses.json.
 */
export function isEmail(text: string): boolean {
  const email = foldedEmail(text)
  const bare = email.replace(MARKS, '$1')
  const at = bare.lastIndexOf('@')
  const labels = bare.slice(at + 1).split('.')
  return (
    at > 0 &&
    bytes(email) <= 254 &&
    bytes(email.slice(0, email.lastIndexOf('@'))) <= 64 &&
    !BLANK.test(email) &&
    !/\p{M}/u.test(bare) &&
    NAME.test(bare.slice(0, at)) &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label) && bytes(label) <= 63)
  )
}

/** A number with all that stands between its digits. */
const LONGEST_CONTACT = 40

/** 7 to 15 digits of any script, a plus before all of them, and what people write between them. */
export function isContact(text: string): boolean {
  const plain = plainNumber(text)
  const digits = plain.replace(/\D/g, '')
  const fits = plain.length <= LONGEST_CONTACT && digits.length >= 7 && digits.length <= 15
  return fits && /^(?:[ (]*\+)?[\d ()./-]*$/.test(plain)
}
