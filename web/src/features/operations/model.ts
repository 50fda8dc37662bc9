/** Operations model: background jobs, the state of the installation and enquiries, as administrators see them. Pure. */

import { asciiNumber } from '@/lib/asciiNumber'
import { beginningOf, encoded } from '@/lib/cutText'
import { withoutGroups } from '@/lib/digitGroups'

export const STATES = ['parked', 'running', 'waiting'] as const
export type JobState = (typeof STATES)[number]
export type Tab = JobState | 'enquiries' | 'people' | 'audit' | 'system'

export type Job = {
  id: string
  /** Its name in the queue. */
  kind: string
  /** What it does, and what it means to drop it, in words. */
  does: string
  dropping: string
  state: JobState
  tries: number
  runAt: number
  createdAt: number
  lastError: string | null
  timed: boolean
  mayRetry: boolean
  mayDrop: boolean
}

export type JobPage = { jobs: Job[]; total: number; counts: Record<JobState, number>; kinds: string[] }

export type Enquiry = {
  id: string
  topic: 'contact' | 'sales'
  name: string
  /** Empty when the sender has deleted the account. */
  email: string
  message: string
  /** Perhaps a program's. */
  doubtful: boolean
  known: boolean
  createdAt: number
  answered: boolean
}

export type EnquiryPage = { enquiries: Enquiry[]; total: number; open: number; page: number }

export type Process = {
  id: string
  /** `serve` or `worker`. */
  does: string
  /** The machine's name; empty where it is not known. */
  host: string
  pid: number
  version: string
  beganAt: number
  seenAt: number
  runs: boolean
  /** It gave this answer. */
  answers: boolean
}

export type Room = { holds: string; folder: string; freeBytes: number | null }

export type BackupRun = {
  beganAt: number
  file: string
  bytes: number | null
  verifiedAt: number | null
  why: string | null
}

export type System = {
  processes: Process[]
  storage: {
    engine: string
    databaseBytes: number
    logHeldBytes: number
    pictures: number
    pictureBytes: number
    rooms: Room[]
  }
  backup: {
    folder: string
    byTheClock: boolean
    newest: BackupRun | null
    failed: BackupRun | null
    dueAt: number | null
    underWay: boolean
  }
  /** `of` is who said so, as long as that process is known. */
  errors: { at: number; place: string; said: string; of: { host: string; pid: number } | null }[]
}

export type FoundPerson = {
  id: string
  fullName: string
  email: string
  batch: number
  /** ADMIN, ORGANISER and the clubs administered; none for most. */
  roles: string[]
}

export type PeoplePage = { people: FoundPerson[]; total: number }

export type PersonDetails = {
  id: string
  fullName: string
  email: string
  contact: string
  batch: number
  createdAt: number
  roles: string[]
  contestCredits: number
  pollCredits: number
  contestsMade: number
  contestsJoined: number
  pollsMade: number
  /** By their short names. */
  clubs: { id: string; name: string; status: string; administers: boolean }[]
  sessions: { id: string; device: string; address: string; createdAt: number; lastSeenAt: number }[]
}

/** Creations given; negative ones are taken. */
export type CreditChange = { contests: number; polls: number }

export type AuditPerson = { id: string; fullName: string; deleted: boolean }

export type AuditEntry = {
  id: string
  at: number
  /** Null: the command line of the host. */
  by: AuditPerson | null
  about: AuditPerson | null
  said: string
}

export type AuditPage = { entries: AuditEntry[]; total: number }

export type FirstStep = {
  step: 'institute' | 'registration' | 'mail' | 'backups' | 'clubs' | 'payments' | 'push'
  state: 'done' | 'open' | 'broken' | 'looking'
  says: string
  /** As `quad.toml` calls them. */
  settings: string[]
  /** Done because an administrator said that it shall be so. */
  kept: boolean
}

export type FirstSteps = { steps: FirstStep[]; done: boolean }

/**
 * A whole number that may have a sign and commas between its groups, in digits of any script, of what somebody typed;
 * nothing typed is none.
 */
export function countOf(typed: string): number | null {
  const text = withoutGroups(asciiNumber(typed).trim())
  if (text === '') return 0
  return /^[+-]?\d{1,6}$/.test(text) ? Number(text) : null
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

/** `843 B`, `4.2 MB`, `120 GB`: in thousands, as disks are sold and the operator's commands say it. */
export function sizeOf(bytes: number): string {
  let [size, unit] = [bytes, 0]
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1000
    unit += 1
  }
  return `${unit === 0 || size >= 99.95 ? Math.round(size) : size.toFixed(1)} ${UNITS[unit]}`
}

/** Below this a contest or a backup may fill the disk; the doctor warns at the same. */
const LITTLE = 2_000_000_000

/** A backup that a command made has a whole path, one of the server a name in the folder that is shown. */
export function isByHand({ file }: BackupRun): boolean {
  return file.includes('/')
}

export function isTight({ freeBytes }: Room): boolean {
  return freeBytes !== null && freeBytes < LITTLE
}

export function tabOf(text: string | undefined): Tab {
  return (
    [...STATES, 'enquiries' as const, 'people' as const, 'audit' as const, 'system' as const].find(
      (one) => one === text,
    ) ?? 'parked'
  )
}

/** A page number out of an address; the first where it is none. */
export function pageOf(text: string | undefined): number {
  return /^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : 1
}

/** A letter to the sender: the subject says what it answers, the message is quoted below. */
export function letterTo({ email, name, topic, message }: Enquiry, site: string): string {
  const subject = topic === 'sales' ? `Your question about plans on ${site}` : `Your message to ${site}`
  const quoted = message.split('\n').map((line) => `> ${line}`)
  // Addresses of mail programs have an end: a long message is quoted by its beginning.
  const body = beginningOf([`Hello ${name},`, '', '', '', ...quoted].join('\n'), 1200)
  return `mailto:${encoded(email).replace(/%40/g, '@')}?subject=${encoded(subject)}&body=${encoded(body)}`
}
