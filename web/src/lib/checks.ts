/**
 * Rules of what people enter about themselves, wherever a form asks for it. A courtesy that saves a round trip: the
 * server checks the same and has the last word.
 */
import { zonedParts } from './time'

const YEAR_CHOICES = 6
export const PASSWORD_MIN = 8
export const PASSWORD_RULES =
  'At least 8 characters, not a common password, and without what stands before the @ of your address. A sentence you can remember is best.'

/** The current year at the institute and the five before it. */
export function yearChoices(now: number, zone: string): number[] {
  const year = Number(zonedParts(now, zone).date.slice(0, 4))
  return Array.from({ length: YEAR_CHOICES }, (_, i) => year - i)
}

/** Shown as soon as the second field says something else than the first. */
export function passwordsDiffer(password: string, confirmation: string): boolean {
  return confirmation !== '' && password !== confirmation
}

export function isContact(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  return /^[+\d\s().-]*$/.test(text) && digits.length >= 7 && digits.length <= 15
}
