/**
 * Account model: the pure rules of the account forms; those the profile shares are in lib/validation.ts. The browser's
 * check is a courtesy that saves a round trip: the server checks the same and has the last word.
 */

import { asciiDigits } from '@/lib/asciiNumber'
import { foldedEmail } from '@/lib/emailFolding'

export const REDIRECT_AFTER_MS = 2000

export function domainOf(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 0 ? '' : foldedEmail(email.slice(at + 1))
}

/** The address's whole domain is one of the institute's; with none configured every address will do. */
export function hasInstituteDomain(email: string, domains: string[]): boolean {
  if (domains.length === 0) return true
  const domain = domainOf(email)
  return domains.some((known) => foldedEmail(known) === domain)
}

/** Six digits of a mail, or twelve that the operator told, in groups or not. */
export function isCode(text: string): boolean {
  return /^(\d{6}|\d{12})$/.test(asciiDigits(text).replaceAll(/[\s-]/g, ''))
}
