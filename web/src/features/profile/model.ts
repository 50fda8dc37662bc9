/** What the profile shows, and its small rules. */

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
