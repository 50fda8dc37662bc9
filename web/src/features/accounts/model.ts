/**
 * The rules of the account forms, pure. The browser's check is a courtesy that saves a round trip: the server checks
 * the same and has the last word.
 */
import { zonedParts } from '@/lib/time'

export const YEAR_CHOICES = 6
export const REDIRECT_AFTER_MS = 2000

export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())
}

export function domainOf(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 0
    ? ''
    : email
        .slice(at + 1)
        .trim()
        .toLowerCase()
}

/** The address's whole domain is one of the institute's; with none configured every address will do. */
export function hasInstituteDomain(email: string, domains: string[]): boolean {
  if (domains.length === 0) return true
  const domain = domainOf(email)
  return domains.some((known) => known.toLowerCase() === domain)
}

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

export function isCode(text: string): boolean {
  return /^\d{6}$/.test(text.trim())
}
