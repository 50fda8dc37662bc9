/**
 * API of clubs and their members: its calls, and the only file of this feature that knows the wire's names. A club is
 * asked for by its short name in whatever letter case the address has it; it is kept under one.
 */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { CLUB_CHOICE_KEY, cache } from '@/api/cache'
import { call } from '@/api/client'
import { hasCode, refusedField as namedField } from '@/api/failure'
import {
  deleteClubsByClub,
  deleteClubsByClubAdministratorsByUserId,
  deleteClubsByClubMembership,
  deleteClubsByClubPicture,
  getClubs,
  getClubsByClub,
  getClubsByClubAnnouncements,
  getClubsByClubFeedback,
  getClubsByClubMembers,
  getClubsByClubMembersCsv,
  getClubsByClubMembersXlsx,
  getClubsByClubQuestions,
  getClubsMine,
  getEvents,
  getMemberAllmembersByClub,
  getMemberPostholdersByClub,
  postClubs,
  postClubsByClubAdministrators,
  postClubsByClubFeedback,
  postClubsByClubQuestion,
  postEventNotificationsSendBySendTo,
  postMemberApproveByMemberId,
  postMemberJoinByClub,
  postMemberRejectByMemberId,
  postMemberRemoveByMemberId,
  postMemberUpgrade,
  putClubsByClub,
  putClubsByClubFeedback,
} from '@/api/generated/sdk.gen'
import type { ClubIn, ClubOut, MemberOut, MyClubOut, PutClubsByClubPictureResponse } from '@/api/generated/types.gen'
import { pictureFrom } from '@/api/pictures'
import { sentAs } from '@/api/sender'
import { putPicture } from '@/api/uploadForm'
import { encoded } from '@/lib/cutText'
import {
  type AnnouncementPage,
  type Audience,
  type Club,
  type ClubDraft,
  type ClubErrors,
  type ClubPage,
  clubName,
  type FeedbackPage,
  type Member,
  type MemberCounts,
  type MemberPage,
  type MyClub,
  type Office,
  type PastEvent,
  type Place,
  type PostHolder,
  type QuestionPage,
  type Shelf,
} from './model'

/** Cards, rows and entries per step. */
export const LIST_SIZE = 24
const MEMBERS_SIZE = 50
const FEEDBACK_SIZE = 100
const SAID_SIZE = 10
/** Names below the search box of a club's page. */
const FOUND_SIZE = 6
/** For choosing one of all. */
const ALL_SIZE = 100

const KEY = ['clubs'] as const
const LISTS = [...KEY, 'list'] as const
const MINE = [...KEY, 'mine'] as const
const ONE = [...KEY, 'one'] as const
export const clubKey = (club: string) => [...ONE, clubName(club)] as const
const membersKey = (club: string) => [...KEY, 'members', clubName(club)] as const
const holdersKey = (club: string) => [...KEY, 'holders', clubName(club)] as const
const administratorsKey = (club: string) => [...KEY, 'administrators', clubName(club)] as const
const feedbackKey = (club: string) => [...KEY, 'feedback', clubName(club)] as const
const sentKey = (club: string) => [...KEY, 'sent', clubName(club)] as const

// Wire to model

function statusFrom(status: string): Place['status'] {
  return status === 'pending' || status === 'member' ? status : 'none'
}

function clubFrom(wire: ClubOut): Club {
  const { id, shortName, name, description, members, events, you } = wire
  return {
    id,
    shortName,
    name,
    description,
    colour: wire.colour ?? null,
    links: wire.links.map(({ label, url }) => ({ label, url })),
    picture: wire.picture ? pictureFrom(wire.picture) : null,
    members,
    events,
    rating: wire.rating ? { average: wire.rating.average, count: wire.rating.count } : null,
    you: you ? { status: statusFrom(you.status), role: you.role ?? null, mayManage: you.mayManage } : null,
  }
}

function myClubFrom(wire: MyClubOut): MyClub {
  const place = { status: statusFrom(wire.status), role: wire.role ?? null, mayManage: wire.mayManage }
  return { id: wire.id, club: clubFrom(wire.club), place }
}

function memberFrom(wire: MemberOut): Member {
  const { _id, UserId, Status, administrator, appointed, createdAt, joinedAt } = wire
  return {
    id: _id,
    userId: UserId._id,
    fullName: UserId.fullName,
    email: UserId.email,
    contact: UserId.contact,
    batch: UserId.batch,
    status: Status,
    administrator,
    appointed,
    appliedAt: createdAt,
    joinedAt: joinedAt ?? null,
  }
}

// Reading

export const clubsQuery = (words: string) =>
  infiniteQueryOptions({
    queryKey: [...LISTS, 'all', words],
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }): Promise<ClubPage> => {
      const query = { q: words || undefined, page: pageParam, size: LIST_SIZE }
      const { clubs, total } = await call(getClubs({ query, signal }))
      return { clubs: clubs.map(clubFrom), total, page: pageParam }
    },
    getNextPageParam: (last) => (last.page * LIST_SIZE < last.total ? last.page + 1 : undefined),
  })

/** The first few that match, for the search box beside a club. */
export const foundClubsQuery = (words: string) =>
  queryOptions({
    queryKey: [...LISTS, 'found', words],
    queryFn: async ({ signal }): Promise<{ clubs: Club[]; total: number }> => {
      const { clubs, total } = await call(getClubs({ query: { q: words, page: 1, size: FOUND_SIZE }, signal }))
      return { clubs: clubs.map(clubFrom), total }
    },
  })

/** Every club, for ADMIN to choose one. */
export const everyClubQuery = queryOptions({
  queryKey: [...LISTS, 'every'],
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<Club[]> =>
    (await call(getClubs({ query: { page: 1, size: ALL_SIZE }, signal }))).clubs.map(clubFrom),
})

export const clubQuery = (club: string) =>
  queryOptions({
    queryKey: clubKey(club),
    meta: { about: 'membership' },
    queryFn: async ({ signal }): Promise<Club> =>
      clubFrom((await call(getClubsByClub({ path: { club }, signal }))).club),
  })

/** The club as it is now, with the person's place in it. */
export function askClub(club: string): Promise<Club> {
  return cache.fetchQuery({ ...clubQuery(club), staleTime: 0 })
}

/** What a list has told already, so that a page opens with it. */
export function knownClub(named: string): Club | undefined {
  const name = clubName(named)
  for (const [, list] of cache.getQueriesData<Club[] | { pages: ClubPage[] } | { clubs: Club[] }>({
    queryKey: LISTS,
  })) {
    if (!list) continue
    const clubs = Array.isArray(list) ? list : 'pages' in list ? list.pages.flatMap((page) => page.clubs) : list.clubs
    const found = clubs.find((club) => club.shortName === name)
    if (found) return found
  }
  return undefined
}

export const myClubsQuery = queryOptions({
  queryKey: MINE,
  meta: { about: 'membership' },
  queryFn: async ({ signal }): Promise<MyClub[]> => (await call(getClubsMine({ signal }))).memberships.map(myClubFrom),
})

export const postHoldersQuery = (club: string) =>
  queryOptions({
    queryKey: holdersKey(club),
    queryFn: async ({ signal }): Promise<PostHolder[]> => {
      const { data } = await call(getMemberPostholdersByClub({ path: { club }, signal }))
      return data.map(({ id, UserId, Role }) => ({ id, fullName: UserId.fullName, role: Role }))
    },
  })

export type MembersAsked = { shelf: Shelf; office: Office | 'all'; words: string }

export const membersQuery = (club: string, asked: MembersAsked) =>
  infiniteQueryOptions({
    queryKey: [...membersKey(club), asked],
    meta: { about: 'club' },
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }): Promise<MemberPage> => {
      const { shelf, office, words } = asked
      const status = shelf === 'active' && office !== 'all' ? office : shelf
      const query = { status, q: words || undefined, page: pageParam, size: MEMBERS_SIZE }
      const { members, total, counts } = await call(getClubsByClubMembers({ path: { club }, query, signal }))
      return { shelf, members: members.map(memberFrom), total, counts, page: pageParam }
    },
    getNextPageParam: (last) => (last.page * MEMBERS_SIZE < last.total ? last.page + 1 : undefined),
  })

/** Who manages a club, for ADMIN. */
export const administratorsQuery = (club: string) =>
  queryOptions({
    queryKey: administratorsKey(club),
    queryFn: async ({ signal }): Promise<Member[]> => {
      const { data } = await call(getMemberAllmembersByClub({ path: { club }, signal }))
      return data.map(memberFrom).filter(({ administrator }) => administrator)
    },
  })

export async function membersFile(club: string, kind: 'csv' | 'xlsx'): Promise<Blob> {
  // The document calls it a text; kept as bytes, its first one too, it opens everywhere.
  const options = { path: { club }, parseAs: 'blob' as const }
  const file: unknown =
    kind === 'csv' ? await call(getClubsByClubMembersCsv(options)) : await call(getClubsByClubMembersXlsx(options))
  return file as Blob
}

export const feedbackQuery = (club: string) =>
  infiniteQueryOptions({
    queryKey: feedbackKey(club),
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }): Promise<FeedbackPage> => {
      const query = { page: pageParam, size: FEEDBACK_SIZE }
      const { feedback, total, stars } = await call(getClubsByClubFeedback({ path: { club }, query, signal }))
      return {
        feedback: feedback.map(({ fullName, own, eventId, rating, text, changedAt }) => ({
          fullName,
          own,
          eventId: eventId ?? null,
          rating,
          text,
          changedAt,
        })),
        total,
        stars: stars ?? null,
        page: pageParam,
      }
    },
    getNextPageParam: (last) => (last.page * FEEDBACK_SIZE < last.total ? last.page + 1 : undefined),
  })

export const questionsQuery = (club: string) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'questions', clubName(club)],
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }): Promise<QuestionPage> => {
      const query = { page: pageParam, size: SAID_SIZE }
      const { questions, total } = await call(getClubsByClubQuestions({ path: { club }, query, signal }))
      return { questions, total, page: pageParam }
    },
    getNextPageParam: (last) => (last.page * SAID_SIZE < last.total ? last.page + 1 : undefined),
  })

const REACHED = ['all', 'members', 'registered'] as const

export const announcementsQuery = (club: string) =>
  infiniteQueryOptions({
    queryKey: sentKey(club),
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }): Promise<AnnouncementPage> => {
      const query = { page: pageParam, size: SAID_SIZE }
      const answer = await call(getClubsByClubAnnouncements({ path: { club }, query, signal }))
      const announcements = answer.announcements.map(({ audience, ...rest }) => ({
        ...rest,
        audience: REACHED.find((one) => one === audience) ?? ('members' as const),
      }))
      return { announcements, total: answer.total, page: pageParam }
    },
    getNextPageParam: (last) => (last.page * SAID_SIZE < last.total ? last.page + 1 : undefined),
  })

/** What feedback can be about beside the club: its events that have been. */
export const pastEventsQuery = (club: string) =>
  queryOptions({
    queryKey: [...KEY, 'past-events', clubName(club)],
    queryFn: async ({ signal }): Promise<PastEvent[]> => {
      const { events } = await call(getEvents({ query: { club, when: 'past', page: 1, size: ALL_SIZE }, signal }))
      return events.map(({ id, title }) => ({ id, title }))
    },
  })

// What the server has told already

/** Clubs wherever they are shown; an address may also name one by its id. */
export function staleClubs(): void {
  for (const queryKey of [ONE, LISTS, MINE, CLUB_CHOICE_KEY]) void cache.invalidateQueries({ queryKey })
}

/** Who is in a club and what they are there. */
export async function staleMembers(club: string): Promise<void> {
  staleClubs()
  await Promise.all(
    [membersKey(club), holdersKey(club), administratorsKey(club)].map((queryKey) =>
      cache.invalidateQueries({ queryKey }),
    ),
  )
}

export async function staleFeedback(club: string): Promise<void> {
  staleClubs()
  await cache.invalidateQueries({ queryKey: feedbackKey(club) })
}

export function staleSent(club: string): void {
  void cache.invalidateQueries({ queryKey: sentKey(club) })
}

export function changeClub(id: string, change: (club: Club) => Club): void {
  cache.setQueriesData<Club>({ queryKey: ONE }, (club) => (club?.id === id ? change(club) : club))
}

export function dropClub(named: string): void {
  cache.removeQueries({ queryKey: clubKey(named) })
  for (const queryKey of [LISTS, MINE, CLUB_CHOICE_KEY]) void cache.invalidateQueries({ queryKey })
}

type Members = { pages: MemberPage[]; pageParams: unknown[] }

/** A row that has left the lists, at once; the server is asked after that. */
export function dropMember(club: string, member: Member, counts: (counts: MemberCounts) => MemberCounts): void {
  cache.setQueriesData<Members>({ queryKey: membersKey(club) }, (list) =>
    list
      ? {
          ...list,
          pages: list.pages.map((page) => {
            const members = page.members.filter(({ id }) => id !== member.id)
            const gone = list.pages.some(({ members }) => members.some(({ id }) => id === member.id))
            return { ...page, members, total: page.total - (gone ? 1 : 0), counts: counts(page.counts) }
          }),
        }
      : list,
  )
}

/** A row as it is now. */
export function changeMember(club: string, now: Member): void {
  cache.setQueriesData<Members>({ queryKey: membersKey(club) }, (list) =>
    list
      ? {
          ...list,
          pages: list.pages.map((page) => ({
            ...page,
            members: page.members.map((member) => (member.id === now.id ? now : member)),
          })),
        }
      : list,
  )
}

// One's own place

export async function join(club: string, by: string | null): Promise<string> {
  return (await call(postMemberJoinByClub({ path: { club }, ...sentAs(by) }))).message
}

export async function leave(club: string): Promise<string> {
  return (await call(deleteClubsByClubMembership({ path: { club } }))).message
}

// Members

export async function approve(memberId: string): Promise<{ message: string; member: Member }> {
  const { message, member } = await call(postMemberApproveByMemberId({ path: { memberId } }))
  return { message, member: memberFrom(member) }
}

export async function reject(memberId: string): Promise<string> {
  return (await call(postMemberRejectByMemberId({ path: { memberId } }))).message
}

export async function remove(memberId: string): Promise<string> {
  return (await call(postMemberRemoveByMemberId({ path: { memberId } }))).message
}

export async function upgrade(club: string, memberId: string, office: Office) {
  const { message, member } = await call(postMemberUpgrade({ body: { memberId, Role: office, club } }))
  return { message, member: memberFrom(member) }
}

export async function appoint(club: string, email: string): Promise<string> {
  return (await call(postClubsByClubAdministrators({ path: { club }, body: { email: email.trim() } }))).message
}

export async function dismiss(club: string, userId: string): Promise<string> {
  return (await call(deleteClubsByClubAdministratorsByUserId({ path: { club, userId } }))).message
}

// Saying

export type NewFeedback = { eventId: string | null; rating: number; text: string }

/** `given`: there is feedback of the person on the same already. */
export async function saveFeedback(club: string, { eventId, rating, text }: NewFeedback, given: boolean) {
  const options = { path: { club }, body: { rating, text: text.trim(), eventId } }
  return (await call(given ? putClubsByClubFeedback(options) : postClubsByClubFeedback(options))).message
}

export async function ask(club: string, text: string): Promise<string> {
  return (await call(postClubsByClubQuestion({ path: { club }, body: { text: text.trim() } }))).message
}

export type NewNotification = { audience: Audience; title: string; body: string }

export async function announce(club: string, { audience, title, body }: NewNotification): Promise<void> {
  await call(
    postEventNotificationsSendBySendTo({
      path: { sendTo: audience },
      body: { title: title.trim(), body: body.trim(), club },
    }),
  )
}

// Founding and changing

function wireOf(draft: ClubDraft): ClubIn {
  return {
    name: draft.name.trim(),
    shortName: clubName(draft.shortName),
    description: draft.description.trim(),
    colour: draft.colour,
    links: draft.links.map(({ label, url }) => ({ label: label.trim(), url: url.trim() })),
  }
}

type Saved = { club: Club; message: string }

export async function foundClub(draft: ClubDraft): Promise<Saved> {
  const { club, message } = await call(postClubs({ body: wireOf(draft) }))
  return { club: clubFrom(club), message }
}

/** Sends what differs from `before` alone: somebody else may be changing the rest. */
export async function saveClub(club: string, draft: ClubDraft, before: ClubDraft): Promise<Saved> {
  const was = Object.entries(wireOf(before)).map(([name, value]) => [name, JSON.stringify(value)])
  const kept = new Map(was as [string, string][])
  const changed = Object.entries(wireOf(draft)).filter(([name, value]) => JSON.stringify(value) !== kept.get(name))
  const saved = await call(putClubsByClub({ path: { club }, body: Object.fromEntries(changed) as ClubIn }))
  return { club: clubFrom(saved.club), message: saved.message }
}

export async function setPicture(club: string, image: File, by: string | null): Promise<Club> {
  return clubFrom((await putPicture<PutClubsByClubPictureResponse>(`/clubs/${encoded(club)}/picture`, image, by)).club)
}

export async function removePicture(club: string, by: string | null): Promise<Club> {
  return clubFrom((await call(deleteClubsByClubPicture({ path: { club }, ...sentAs(by) }))).club)
}

export async function deleteClub(club: string): Promise<string> {
  return (await call(deleteClubsByClub({ path: { club } }))).message
}

/** A refusal that belongs to one part of a club's form. */
export function refusedPart(error: unknown): keyof ClubErrors | null {
  if (hasCode(error, 'club_taken')) return 'shortName'
  const field = namedField(error)
  const parts = ['name', 'shortName', 'description', 'colour', 'links'] as const
  return parts.find((part) => part === field) ?? null
}
