/** Profile model: what the profile shows and lets one change, and its small rules. */
import type { Picture } from '@/api/pictures'
import { isContact, PASSWORD_MIN } from '@/lib/validation'
import {
  CONTACT_INVALID,
  NAME_MISSING,
  PASSWORD_CHOOSE,
  PASSWORD_MISSING,
  PASSWORD_SAME,
  PASSWORD_SHORT,
  PASSWORDS_DIFFER,
  PICTURE_LARGE,
  PICTURE_NONE,
} from './messages'

export type Profile = {
  id: string
  fullName: string
  email: string
  contact: string
  contestsGiven: number
  role: string
  contestCredits: number
  pollCredits: number
  batch: number | null
  createdAt: string | null
  picture: Picture | null
}

export type OpenSession = {
  id: string
  current: boolean
  /** `Chrome on Android`, as the server reads it from what the browser says of itself. */
  device: string
  address: string
  createdAt: string
  lastSeenAt: string
  expiresAt: string
}

/** ADMIN is green, everybody else blue. */
export function roleTone(role: string): 'lawn' | 'sky' {
  return role === 'ADMIN' ? 'lawn' : 'sky'
}

/** What is left of the bought creations; never less than nothing. */
export function creditsLeft(credits: number | null | undefined): number {
  return credits && credits > 0 ? credits : 0
}

/** The present session first, then the last used. */
export function inOrder(sessions: OpenSession[]): OpenSession[] {
  return [...sessions].sort(
    (a, b) => Number(b.current) - Number(a.current) || Date.parse(b.lastSeenAt) - Date.parse(a.lastSeenAt),
  )
}

// The picture

const MOST_BYTES = 10_485_760

/** Why a file cannot be one's picture; null when it may be sent. What it really is the server looks at. */
export function pictureRefusal({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (!type.startsWith('image/')) return `${name}: ${PICTURE_NONE}`
  return size > MOST_BYTES ? `${name}: ${PICTURE_LARGE}` : null
}

// Changing

/** What a person can change about themself. */
export type Details = Pick<Profile, 'fullName' | 'contact' | 'batch'>

export function tidyDetails({ fullName, contact, batch }: Details): Details {
  return { fullName: fullName.trim(), contact: contact.trim(), batch }
}

export function checkDetails(details: Details, before: Details): Partial<Record<keyof Details, string>> {
  const { fullName, contact } = tidyDetails(details)
  return {
    ...(fullName === '' ? { fullName: NAME_MISSING } : {}),
    ...(contact !== before.contact && !isContact(contact) ? { contact: CONTACT_INVALID } : {}),
  }
}

/** The years to choose from; one's own is among them however long ago. */
export function yearsWith(own: number | null, years: readonly number[]): number[] {
  return own === null || years.includes(own) ? [...years] : [...years, own]
}

export type NewPassword = { current: string; password: string; again: string }

export function checkPassword({ current, password, again }: NewPassword): Partial<Record<keyof NewPassword, string>> {
  const errors: Partial<Record<keyof NewPassword, string>> = {}
  if (current === '') errors.current = PASSWORD_MISSING
  if (password === '') errors.password = PASSWORD_CHOOSE
  else if ([...password].length < PASSWORD_MIN) errors.password = PASSWORD_SHORT
  else if (password === current) errors.password = PASSWORD_SAME
  if (again !== password) errors.again = PASSWORDS_DIFFER
  return errors
}
