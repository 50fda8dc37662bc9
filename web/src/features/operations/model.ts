/** What runs in the background and what people wrote to the site, as those who run it see it. Pure. */

export const STATES = ['parked', 'running', 'waiting'] as const
export type JobState = (typeof STATES)[number]
export type Tab = JobState | 'enquiries'

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
  known: boolean
  createdAt: number
  answered: boolean
}

export type EnquiryPage = { enquiries: Enquiry[]; total: number; open: number; page: number }

export function tabOf(text: string | undefined): Tab {
  return [...STATES, 'enquiries' as const].find((one) => one === text) ?? 'parked'
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
  const body = [`Hello ${name},`, '', '', '', ...quoted].join('\n').slice(0, 1200)
  return `mailto:${encodeURIComponent(email).replace(/%40/g, '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
