/**
 * API of polls: its calls, and the only file of this feature that knows the wire's names. Which option somebody votes
 * for goes to the server and is kept nowhere here.
 */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { cache } from '@/api/cache'
import { call } from '@/api/client'
import { Failure } from '@/api/failure'
import {
  deletePollsByPollId,
  getPolls,
  getPollsByPollId,
  postVotingCreate,
  postVotingVote,
} from '@/api/generated/sdk.gen'
import type { PollOut } from '@/api/generated/types.gen'
import type { LiveEvent } from '@/api/live'
import { sentAs } from '@/api/sender'
import { userId1 } from '@/lib/storage'
import type { Errors, Poll, PollPage, Shelf, Tally } from './model'

/** Cards per step of the list. */
export const LIST_SIZE = 30
const OPEN_SHOWN = 20

const KEY = ['polls'] as const
const LISTS = [...KEY, 'list'] as const
const OPEN = [...LISTS, 'open'] as const
export const pollKey = (id: string) => [...KEY, 'one', id] as const

function pollFrom(wire: PollOut): Poll {
  return {
    id: wire.id,
    title: wire.title,
    organization: wire.organization,
    options: wire.options.map(({ name, votes }) => ({ name, votes })),
    voters: wire.voters,
    startsAt: Date.parse(wire.startsAt),
    endsAt: Date.parse(wire.endsAt),
    voted: wire.voted,
    own: wire.own,
  }
}

export type ListAsked = { shelf: Shelf; words: string }

export const pollsQuery = ({ shelf, words }: ListAsked) =>
  infiniteQueryOptions({
    queryKey: [...LISTS, 'shelf', shelf, words],
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }): Promise<PollPage> => {
      const status = shelf === 'all' ? undefined : shelf
      const query = { status, q: words || undefined, page: pageParam, size: LIST_SIZE }
      const { polls, total, counts } = await call(getPolls({ query, signal }))
      return { polls: polls.map(pollFrom), total, counts, page: pageParam }
    },
    getNextPageParam: (last) => (last.page * LIST_SIZE < last.total ? last.page + 1 : undefined),
  })

/** What one could vote in now, for the dashboard: the one that ends first on top. */
export const openPollsQuery = queryOptions({
  queryKey: OPEN,
  queryFn: async ({ signal }): Promise<Poll[]> => {
    const { polls } = await call(getPolls({ query: { status: 'active', page: 1, size: OPEN_SHOWN }, signal }))
    return polls.map(pollFrom)
  },
})

export const pollQuery = (id: string) =>
  queryOptions({
    queryKey: pollKey(id),
    queryFn: async ({ signal }): Promise<Poll> => {
      const { poll } = await call(getPollsByPollId({ path: { pollId: id }, signal }))
      return pollFrom(poll)
    },
  })

/** The poll as it is now: not what was asked before and is still on its way. */
export async function askPoll(id: string): Promise<Poll> {
  await stopAsking(id)
  return cache.fetchQuery({ ...pollQuery(id), staleTime: 0 })
}

/** What was asked before a vote and comes after it would take it back on the screen. */
export async function stopAsking(id: string): Promise<void> {
  // The first answer of a page is waited for: without it there is nothing to show.
  if (cache.getQueryData(pollKey(id))) await cache.cancelQueries({ queryKey: pollKey(id) })
}

/** What the server has told already, so that a page opens with it. */
export function knownPoll(id: string): Poll | undefined {
  for (const [, list] of cache.getQueriesData<Poll[] | { pages: PollPage[] }>({ queryKey: LISTS })) {
    const polls = Array.isArray(list) ? list : (list?.pages.flatMap((page) => page.polls) ?? [])
    const found = polls.find((poll) => poll.id === id)
    if (found) return found
  }
  return undefined
}

export function staleLists(): Promise<void> {
  return cache.invalidateQueries({ queryKey: LISTS })
}

export function stalePoll(id: string): Promise<void> {
  return cache.invalidateQueries({ queryKey: pollKey(id) })
}

/** Changes a poll wherever it is shown. */
export function changePoll(id: string, change: (poll: Poll) => Poll): void {
  const each = (poll: Poll) => (poll.id === id ? change(poll) : poll)
  cache.setQueryData<Poll>(pollKey(id), (poll) => poll && change(poll))
  cache.setQueryData<Poll[]>(OPEN, (polls) => polls?.map(each))
  cache.setQueriesData<{ pages: PollPage[]; pageParams: unknown[] }>({ queryKey: [...LISTS, 'shelf'] }, (list) =>
    list ? { ...list, pages: list.pages.map((page) => ({ ...page, polls: page.polls.map(each) })) } : list,
  )
}

export function dropPoll(id: string): void {
  cache.removeQueries({ queryKey: pollKey(id) })
  void staleLists()
}

export type NewPoll = { title: string; organization: string; options: string[]; startsAt: number; endsAt: number }

export async function createPoll(asked: NewPoll): Promise<Poll> {
  const { poll } = await call(
    postVotingCreate({
      body: {
        Title: asked.title.trim(),
        Organization: asked.organization.trim(),
        Optionsize: asked.options.length,
        Participate: asked.options.map((option) => ({ name: option.trim(), count: [] })),
        Totalvoter: [],
        Starttime: new Date(asked.startsAt).toISOString(),
        Endtime: new Date(asked.endsAt).toISOString(),
        userId: userId1.read(),
      },
    }),
  )
  return pollFrom(poll)
}

export async function vote(pollId: string, index: number, by: string | null): Promise<Poll> {
  const { poll } = await call(postVotingVote({ body: { pollId, index, userId: by }, ...sentAs(by) }))
  return pollFrom(poll)
}

const going = new Set<string>()

export async function deletePoll(pollId: string): Promise<string> {
  going.add(pollId)
  try {
    return (await call(deletePollsByPollId({ path: { pollId } }))).message
  } catch (error) {
    going.delete(pollId)
    throw error
  }
}

/** It was deleted from here: that it is gone is no news. */
export function isOwnDoing(pollId: string): boolean {
  return going.has(pollId)
}

const FIELDS: Record<string, keyof Errors> = {
  Title: 'title',
  Organization: 'organization',
  Starttime: 'start',
  Endtime: 'end',
}

/** A refusal that belongs to one field of the form. */
export function refusedField(error: unknown): Errors | null {
  if (!(error instanceof Failure) || !error.message) return null
  const named = (error.body as { field?: unknown } | null | undefined)?.field
  const field = typeof named === 'string' ? FIELDS[named] : undefined
  return field ? { [field]: error.message } : null
}

/** The topic of one poll, and of the list. */
export const topicOf = (id: string) => `poll:${id}`
export const LIST_TOPIC = 'polls'

/** What an event says of a poll; `null` when the poll is gone. */
export function tallyFrom(event: LiveEvent): Tally | null {
  const { votes, voters, startsAt, endsAt } = event
  if (!Array.isArray(votes) || typeof voters !== 'number') return null
  return {
    votes: votes.map(Number),
    voters,
    startsAt: Date.parse(String(startsAt)),
    endsAt: Date.parse(String(endsAt)),
  }
}
