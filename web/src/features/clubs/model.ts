/**
 * Club model: clubs as this browser knows them, and the pure rules of their screens. What one may do in a club is the
 * server's word (`mayManage`); the tabs follow it. The checks of the forms save a round trip, the server checks the
 * same.
 */
import type { Picture } from '@/api/pictures'
import type { Tone } from '@/ui/Badge'
import * as messages from './messages'

export type Link = { label: string; url: string }
/** Where somebody stands in a club. */
export type Place = { status: 'none' | 'pending' | 'member'; role: string | null; mayManage: boolean }

export type Club = {
  id: string
  shortName: string
  name: string
  description: string
  /** `#rrggbb`. */
  colour: string | null
  links: Link[]
  picture: Picture | null
  members: number
  events: number
  rating: { average: number; count: number } | null
  /** Null for guests. */
  you: Place | null
}

export type ClubPage = { clubs: Club[]; total: number; page: number }

export type MyClub = { id: string; club: Club; place: Place }

export type PostHolder = { id: string; fullName: string; role: string }

/** Paths name a club in any letter case; it is one club. */
export function clubName(named: string): string {
  return named.trim().toUpperCase()
}

// Tabs

export type Tab = 'club-details' | 'events' | 'members' | 'gallery' | 'notifications' | 'feedback' | 'showgallery'

export const TABS: readonly Tab[] = [
  'club-details',
  'events',
  'members',
  'gallery',
  'notifications',
  'showgallery',
  'feedback',
]
const MANAGED: readonly Tab[] = ['members', 'gallery', 'notifications']

export function isManaged(tab: Tab): boolean {
  return MANAGED.includes(tab)
}

/** What the address asks for; the details when it asks for nothing that is there. */
export function tabFrom(asked: string | undefined): Tab {
  const wanted = asked?.trim().toLowerCase()
  return TABS.find((tab) => tab === wanted) ?? 'club-details'
}

/** Which tabs somebody is shown: events for everybody signed in, the tools for whoever manages the club. */
export function tabsFor(you: Place | null): Tab[] {
  return TABS.filter((tab) => (isManaged(tab) ? you?.mayManage === true : tab !== 'events' || you !== null))
}

// Colour

/** The colour of a club that has chosen none. */
export const PLAIN_COLOUR = '#0f6b4f'
const COLOUR = /^#[0-9a-f]{6}$/i

export function isColour(text: string): boolean {
  return COLOUR.test(text)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** How well one colour is read on another, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** Ground and letters of a club's mark: white or black, whichever is read better; one of them always is, at 4.5 and more. */
export function coloursOf(colour: string | null): { ground: string; ink: string } {
  const ground = colour && isColour(colour) ? colour : PLAIN_COLOUR
  return { ground, ink: contrast(ground, '#ffffff') >= contrast(ground, '#000000') ? '#ffffff' : '#000000' }
}

// Members

export const OFFICES = ['President', 'Secretary', 'Joint Secretary', 'Treasurer', 'Member'] as const
export type Office = (typeof OFFICES)[number]

export type Member = {
  id: string
  userId: string
  fullName: string
  email: string
  contact: string
  batch: string
  /** `Pending` or the office. */
  status: string
  /** Manages the club: by appointment, or as President. */
  administrator: boolean
  appointed: boolean
  appliedAt: string
  joinedAt: string | null
}

export type MemberCounts = { total: number; pending: number; office: number }
export type Shelf = 'active' | 'pending'
export type MemberPage = { shelf: Shelf; members: Member[]; total: number; counts: MemberCounts; page: number }

export function isPending(status: string): boolean {
  return status.toLowerCase() === 'pending'
}

const TONES: Record<string, Tone> = {
  admin: 'brick',
  president: 'marigold',
  moderator: 'sky',
  secretary: 'sky',
  'joint secretary': 'sky',
  treasurer: 'sky',
  pending: 'amber',
}

/** What is not known looks like a member. */
export function statusTone(status: string): Tone {
  return TONES[status.toLowerCase()] ?? 'lawn'
}

/** What a member can be made: every office but the own. */
export function officesBeside(status: string): Office[] {
  return OFFICES.filter((office) => office.toLowerCase() !== status.toLowerCase())
}

/** What giving this office means, before it is given. */
export function officeNote(from: string, to: Office): string {
  if (to === 'President') return messages.PRESIDENT_MANAGES
  return from.toLowerCase() === 'president' ? messages.PRESIDENT_NO_MORE : ''
}

// Feedback

export const STARS = [1, 2, 3, 4, 5] as const
export const FEEDBACK_MOST = 2000
export const QUESTION_MOST = 2000

export type Feedback = {
  fullName: string
  own: boolean
  /** The event it is about; null for the club. */
  eventId: string | null
  rating: number
  text: string
  changedAt: string
}

export type FeedbackPage = {
  feedback: Feedback[]
  total: number
  /** How often one to five stars were given; null for whoever does not manage the club. */
  stars: number[] | null
  page: number
}

export type Question = { id: string; fullName: string; email: string; text: string; createdAt: string }
export type QuestionPage = { questions: Question[]; total: number; page: number }

export type PastEvent = { id: string; title: string }

/** To a tenth, as the club's page shows it; null while nobody has rated. */
export function averageOf(stars: readonly number[]): number | null {
  const count = stars.reduce((sum, one) => sum + one, 0)
  const sum = stars.reduce((sum, one, at) => sum + one * (at + 1), 0)
  return count === 0 ? null : Math.round((sum / count) * 10) / 10
}

// Notifications

export type Audience = 'all' | 'members'
/** To whom something was sent; `registered`: to those registered for the event of the title. */
export type Reached = Audience | 'registered'
export const TITLE_MOST = 120
export const BODY_MOST = 1000

export type Announcement = {
  id: string
  audience: Reached
  title: string
  body: string
  createdAt: string
  /** People it has reached so far. */
  told: number
  done: boolean
}
export type AnnouncementPage = { announcements: Announcement[]; total: number; page: number }

export function maySend({ title, body }: { title: string; body: string }): boolean {
  return title.trim() !== '' && body.trim() !== ''
}

// Founding and changing

export const MOST_LINKS = 10

/** A club as its form has it; links have a key of their own while they are written. */
export type ClubDraft = {
  name: string
  shortName: string
  description: string
  colour: string
  links: (Link & { key: number })[]
}
export type ClubErrors = {
  name?: string
  shortName?: string
  description?: string
  colour?: string
  links?: string
  /** By the link's key. */
  link?: Record<number, string>
}

export function newDraft(): ClubDraft {
  return { name: '', shortName: '', description: '', colour: PLAIN_COLOUR, links: [] }
}

export function draftOf(club: Club): ClubDraft {
  const { name, shortName, description, colour, links } = club
  return {
    name,
    shortName,
    description,
    colour: colour ?? PLAIN_COLOUR,
    links: links.map((link, key) => ({ ...link, key })),
  }
}

/** A short name from a name, as a proposal: `Film & Photo Club` → `FILM_PHOTO`. */
export function proposedShortName(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/\s+(club|society|circle)$/i, '')
    .replace(/^[^a-z]+/i, '')
    .replace(/[\s_]+/g, '_')
  return plain.toUpperCase().slice(0, 30)
}

const SHORT_NAME = /^[A-Z][A-Z0-9_-]{1,29}$/

export function checkDraft(draft: ClubDraft): ClubErrors {
  const errors: ClubErrors = {}
  if (draft.name.trim() === '') errors.name = messages.NAME_MISSING
  if (!SHORT_NAME.test(clubName(draft.shortName))) errors.shortName = messages.SHORT_NAME_STRANGE
  if (!isColour(draft.colour)) errors.colour = messages.COLOUR_STRANGE
  const link: Record<number, string> = {}
  for (const { key, label, url } of draft.links) {
    if (label.trim() === '') link[key] = messages.LINK_LABEL_MISSING
    else if (!/^https:\/\/[^\s/?#@\\]+([/?#]\S*)?$/.test(url.trim())) link[key] = messages.LINK_STRANGE
  }
  if (Object.keys(link).length > 0) errors.link = link
  return errors
}

const MOST_BYTES = 10_485_760

/** Why a file cannot be a club's picture; null when it may be one. */
export function pictureRefusal({ type, size }: { type: string; size: number }): string | null {
  if (!type.startsWith('image/') || type === 'image/svg+xml') return messages.PICTURE_NONE
  return size > MOST_BYTES ? messages.PICTURE_LARGE : null
}
