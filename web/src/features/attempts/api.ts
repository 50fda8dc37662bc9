/**
 * API of attempts: the list, joining, the paper, answering, submitting, results. It is the only file of this feature
 * that knows the wire's names; everything it hands out is of model.ts. Calls throw a Failure (api/failure.ts).
 */
import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { isSameId } from '@/api/authenticity'
import { cache, SESSION_KEY, SITE_KEY } from '@/api/cache'
import { call } from '@/api/client'
import {
  amountsInShort,
  type MarkRules,
  marksInShort,
  type OwnAmounts,
  rulesOf,
  rulesOfNumber,
  rulesOfSeveral,
} from '@/api/contestRules'
import { Failure, notReached } from '@/api/failure'
import {
  getContestByContestId,
  getContestMyContests,
  getContestsByContestIdAnalysis,
  getContestsByContestIdAttempt,
  getContestsByContestIdCorrections,
  getContestsByContestIdFairness,
  getContestsByContestIdLinkPreview,
  getContestsByContestIdPaper,
  getContestsByContestIdParticipantsByUserId,
  getContestsByContestIdReview,
  getContestsByContestIdStanding,
  getContestsByContestIdTime,
  getPostByContestId,
  getPostGetallcontest,
  getPostGetcontest,
  postCheckcomplete,
  postComplete,
  postPostAnswer,
  postPostResults,
  putContestsByContestIdAnswersByQuestionId,
} from '@/api/generated/sdk.gen'
import type {
  AnswerOut,
  AttemptOut,
  ListedContestOut,
  MarksOut,
  PaperOut,
  PaperQuestionOut,
  QuestionAnalysisOut,
  ResultRowOut,
  ReviewedQuestionOut,
} from '@/api/generated/types.gen'
import type { LiveEvent } from '@/api/live'
import { picturesFrom } from '@/api/questionPictures'
import { sender, sentAs } from '@/api/sender'
import type { Maths } from '@/lib/maths'
import { serverNow } from '@/lib/serverClock'
import { serviceWorkerContainer } from '@/lib/serviceWorkerContainer'
import { userId1 } from '@/lib/storage'
import { type Marks, partInWords } from './marks'
import { PAGE_TOO_OLD } from './messages'
import {
  type Analysis,
  type Attempt,
  type BoardPage,
  type ContestHead,
  type ContestPage,
  type ContestPreview,
  type Correction,
  ENDS_ANSWER,
  type Fairness,
  type Followed,
  type ListedContest,
  type Marking,
  type Mixes,
  type Moment,
  type OwnPaper,
  type OwnPart,
  type Paper,
  type PaperQuestion,
  type ParticipantAnswers,
  type QuestionAnalysis,
  type ResultRow,
  type ReviewedQuestion,
  type Shelf,
  type Standing,
  type Typed,
  withFollowed,
  withOwnPart,
  withWindow,
} from './model'

/** Cards per step of the list. */
export const LIST_SIZE = 30
/** Rows per call of the board. */
export const BOARD_SIZE = 200

/** Everything that says whether and how the person takes part. */
const TAKING_PART = ['contests'] as const

/** After joining, submitting or the end of a contest: what the lists and heads say is stale. */
export function staleLists(): Promise<void> {
  return cache.invalidateQueries({ queryKey: TAKING_PART })
}

// The list

/** Which edition of the list the server answered, by the key of the query that asked. */
const editions = new Map<string, string>()

function noteEdition(queryKey: readonly unknown[], edition: string): void {
  editions.set(JSON.stringify(queryKey), edition)
}

/** Whether lists on the screen are older than what the server tells us is the newest; null while one of them is on its way. */
export function missedOf(edition: unknown, heard: string | null): boolean | null {
  const shown = cache.getQueryCache().findAll({ queryKey: TAKING_PART, type: 'active' })
  if (shown.some(({ state }) => state.fetchStatus === 'fetching')) return null
  const read = shown.flatMap(({ queryKey }) => editions.get(JSON.stringify(queryKey)) ?? [])
  if (read.length > 0) return read.some((one) => one !== edition)
  // What did not come a moment ago was tried often enough; it comes with the next edition, or when it is asked for.
  if (heard === null && shown.every(({ state }) => state.status === 'error')) return false
  // Lists that name no edition stand beside others that do, or are as old as what was heard last.
  return heard !== edition
}

export type ListAsked = { shelf: Shelf; words: string }

export const contestsQuery = ({ shelf, words }: ListAsked) =>
  infiniteQueryOptions({
    queryKey: [...TAKING_PART, 'list', shelf, words],
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal, queryKey }): Promise<ContestPage> => {
      const answer = await call(
        getPostGetallcontest({
          query: {
            status: shelf === 'all' ? undefined : shelf,
            q: words || undefined,
            sort: 'now',
            page: pageParam,
            size: LIST_SIZE,
            brief: true,
          },
          signal,
        }),
      )
      if (pageParam === 1) noteEdition(queryKey, answer.edition)
      const { total, counts } = answer
      return { contests: answer.contests.map(listed), total, counts, page: pageParam, at: serverNow() }
    },
    getNextPageParam: (last) => (last.page * LIST_SIZE < last.total ? last.page + 1 : undefined),
  })

/** What is on now and next: the first page of the list under a key of its own. */
export const nowQuery = queryOptions({
  queryKey: [...TAKING_PART, 'now'],
  queryFn: async ({ signal, queryKey }): Promise<ListedContest[]> => {
    const query = { sort: 'now', page: 1, size: LIST_SIZE, brief: true }
    const answer = await call(getPostGetallcontest({ query, signal }))
    noteEdition(queryKey, answer.edition)
    return answer.contests.map(listed)
  },
})

/** The contests the person joined, latest first. */
export const joinedQuery = queryOptions({
  queryKey: [...TAKING_PART, 'joined'],
  queryFn: async ({ signal }): Promise<ListedContest[]> => {
    const answer = await call(getContestMyContests({ signal }))
    return answer.map(listed)
  },
})

/** The contests the person made, newest first, as lists show them: nobody takes part in their own. */
export const ownQuery = queryOptions({
  queryKey: [...TAKING_PART, 'made'],
  queryFn: async ({ signal }): Promise<ListedContest[]> => {
    const { contests } = await call(getPostGetcontest({ signal }))
    return contests.map((contest) =>
      listed({ ...contest, joined: false, completed: false, answered: 0, rank: null, own: true, invited: false }),
    )
  },
})

/** What a guest may know of it, if it is public. */
export const previewQuery = (id: string) =>
  queryOptions({
    queryKey: ['contest-preview', id],
    queryFn: async ({ signal }): Promise<ContestPreview> => {
      const { contest } = await call(getContestsByContestIdLinkPreview({ path: { contestId: id }, signal }))
      const { title, description, startDate, endDate, questionCount, marksShown } = contest
      const window = { startsAt: moment(startDate), endsAt: moment(endDate) }
      const part = { joined: false, completed: false, own: false }
      return { id: contest.id, title, description, ...window, questionCount, marksShown, ...part }
    },
  })

export const headQuery = (id: string) =>
  queryOptions({
    queryKey: [...TAKING_PART, 'head', id],
    // Of whoever waits for its start when their session ends.
    meta: { held: true },
    queryFn: async ({ signal }): Promise<ContestHead> => {
      const head = await call(getContestByContestId({ path: { contestId: id }, signal }))
      return {
        id: head._id,
        title: head.title,
        description: head.description,
        startsAt: moment(head.startDate),
        endsAt: moment(head.endDate),
        isPublic: head.isPublic,
        questionCount: head.questionCount,
        ...(head.drawn ? { drawn: true } : {}),
        participants: head.participants,
        joined: head.joined,
        completed: head.completed,
        answered: head.answered,
        own: head.own,
        marksShown: head.marksShown,
        seed: head.seed,
        ...rulesOf(head),
      }
    },
  })

// Whose an attempt is

/** So often in a row, at once, it is asked for an attempt in whose place another's comes. */
const TRIES = 3

/**
 * What is asked, once the attempt in the reply is this person's at this contest: replies, too, may have been exchanged on their
 * way. Another's is as good as no reply.
 */
async function own<T>(
  contestId: string,
  user: string | null,
  ask: () => Promise<T>,
  attemptIn: (reply: T) => AttemptOut | null | undefined,
): Promise<T> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const reply = await ask()
    const attempt = attemptIn(reply)
    if (!attempt || isOwn(attempt, contestId, user)) return reply
  }
  // Perhaps somebody else is signed in by now: the session says it, not this.
  void cache.invalidateQueries({ queryKey: SESSION_KEY })
  throw notReached(200)
}

/** One that names nobody was kept by a version before this, or comes from a server of before. */
function isOwn(sent: { contestId: string; userId?: string }, contestId: string, user: string | null): boolean {
  return isSameId(sent.contestId, contestId) && (sent.userId === undefined || sent.userId === user)
}

// Joining and submitting

/**
 * Which questions this client can show, as every call says that the server could refuse for it (409 `needs_newer_client`): 1 is
 * single ones with two to eight options, 2 also those with several right ones, 3 also those whose answer is typed, 4 also those with
 * pictures, 5 also that answers are changed, 6 also that each person has a time of their own. Whoever teaches the screens a further kind raises it.
 */
export const SHOWN_KINDS = 6

type CompleteOptions = { attempt?: string | null; marksShown?: string; signal?: AbortSignal; by?: string | null }

/** Whether the person has submitted; changes nothing. A check that fails counts as not submitted. */
export async function checkComplete(contestId: string): Promise<boolean> {
  try {
    const body = { contestId, userId: userId1.read() ?? undefined }
    return (await call(postCheckcomplete({ body }))).success
  } catch {
    return false
  }
}

/** Begun here, or come before the screen (room/takePrefetchedAttempt.ts): the screen that opens next need not ask for it. */
const begun = new Map<string, RememberedAttempt>()
export type RememberedAttempt = { attempt: Attempt; at: number }
/** Later somebody may have answered, here or elsewhere. */
export const BEGUN_FOR = 10_000

export function rememberAttempt(attempt: Attempt): void {
  begun.set(attempt.contestId, { attempt, at: Date.now() })
}

/** The attempt that was begun here, or came, a moment ago. Leaves it there: a drawing that asks may be thrown away. */
export function rememberedAttempt(contestId: string): RememberedAttempt | null {
  const found = begun.get(contestId) ?? null
  return found && Date.now() - found.at < BEGUN_FOR ? found : null
}

/** Known to the screen: the next to open asks anew. */
export function forgetAttempt(contestId: string): void {
  begun.delete(contestId)
}

/** Where the service worker (src/sw.ts) keeps what it answers with when there is no network. */
const KEPT_ANSWERS = 'quad-answers'

/** An attempt that came with the join is never asked for, so the worker would not have it for a reload without a network. */
async function keepForReload(contestId: string, attempt: object): Promise<void> {
  if (!('caches' in globalThis) || !serviceWorkerContainer()?.controller) return
  const answer = new Response(JSON.stringify(attempt), { headers: { 'content-type': 'application/json' } })
  try {
    const cache = await caches.open(KEPT_ANSWERS)
    await cache.put(`/api/contests/${encodeURIComponent(contestId)}/attempt`, answer)
  } catch {
    // A full disk, or storage that is forbidden: everything works but a reload without a network.
  }
}

/**
 * Asks once more for what the contest screen starts with, so that a service worker that has come meanwhile keeps it. The
 * session first: the worker drops what it holds when the person changes.
 */
export async function askAgainForReload(contestId: string): Promise<void> {
  await cache.refetchQueries({ queryKey: SESSION_KEY })
  for (const queryKey of [SITE_KEY, attemptQuery(contestId).queryKey, paperQuery(contestId).queryKey]) {
    await cache.refetchQueries({ queryKey, exact: true })
  }
}

/**
 * Joins (or goes on), or submits. `complete` tells whether the attempt now counts as submitted; after a first join
 * `attempt` is there. `userId` only where it must not be whoever is signed in by now: the server refuses when they differ.
 * With `attempt` the answer has to be about that one. `by`: who pressed, where it goes on by itself. `marksShown`: the rule
 * by which the person joins, as they were shown it; the server refuses (409 `rules_changed`) when it is another by now.
 */
export async function complete(
  contestId: string,
  intent: 'join' | 'submit',
  userId: string | null = userId1.read(),
  { attempt = null, marksShown, signal, by }: CompleteOptions = {},
): Promise<{ complete: boolean; message: string; attempt: Attempt | null }> {
  const body = {
    contestId,
    userId: userId ?? undefined,
    intent,
    ...(attempt === null ? {} : { attempt }),
    marksShown,
    kinds: SHOWN_KINDS,
  }
  const ask = () => call(postComplete({ body, signal, ...sentAs(by) }))
  const answer = await own(contestId, userId ?? sender(), ask, ({ attempt: begun }) => begun)
  // The answer to somebody else's request.
  if (attempt !== null && answer.attemptId !== attempt) throw notReached(200)
  if (answer.attempt) void keepForReload(contestId, answer.attempt)
  // Whoever joins leaves the lists: they are read again where they are shown again, not in the second of the start.
  if (intent === 'join') void cache.invalidateQueries({ queryKey: TAKING_PART, refetchType: 'none' })
  else void staleLists()
  return {
    complete: answer.success,
    message: answer.message,
    attempt: answer.attempt ? attemptOf(answer.attempt) : null,
  }
}

// Taking a contest

/** The questions: the same for everybody and for ever, once the person joined and the contest started. */
export const paperQuery = (contestId: string) =>
  queryOptions({
    queryKey: ['paper', contestId],
    meta: { held: true },
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Paper> => {
      // Nothing at all comes only to who asks early (src/prefetch.ts), which is not done here.
      const paper = (await call(getContestsByContestIdPaper({ path: { contestId }, signal }))) as PaperOut
      // The answer to somebody else's request: it would stay.
      if (!isSameId(paper._id, contestId)) throw notReached(200)
      return { contestId: paper._id, questions: questions(paper.QuestionSet) }
    },
  })

/** Own answers, whether submitted, and the clock. Always fetched anew: another device may have answered. */
export const attemptQuery = (contestId: string) =>
  queryOptions({
    queryKey: ['attempt', contestId],
    meta: { held: true },
    staleTime: 0,
    queryFn: ({ signal }) => fetchAttempt(contestId, signal),
  })

/** `user`: whose it has to be, where that is not whoever is signed in by now. */
export async function fetchAttempt(
  contestId: string,
  signal?: AbortSignal,
  user: string | null = sender(),
): Promise<Attempt> {
  const ask = () => call(getContestsByContestIdAttempt({ path: { contestId }, signal }))
  return attemptOf(await own(contestId, user, ask, (reply) => reply))
}

/** Why an organiser has changed the person's time last; `turn` names the change. */
export const timeReasonQuery = (contestId: string, turn: string) =>
  queryOptions({
    queryKey: ['time', contestId, turn],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<string | null> => {
      const { changes } = await call(getContestsByContestIdTime({ path: { contestId }, signal }))
      return changes[0]?.reason || null
    },
  })

export type GivenAnswer = {
  userId: string
  contestId: string
  questionId: string
  choice: string
  /** The places of all that were chosen, of a question with several right options. */
  places?: number[]
  /** `choice` was typed. */
  typed?: boolean
  /** Where answers may be changed: which change it is, and whether it takes the answer back. */
  seq?: number
  cleared?: boolean
  /** Null for an answer that was kept before attempts had ids. */
  attempt: string | null
}

async function send(given: GivenAnswer, signal: AbortSignal | undefined) {
  const { contestId, questionId, places, typed, seq, cleared } = given
  const attempt = given.attempt === null ? {} : { attempt: given.attempt }
  if (places || typed || seq) {
    // This call does not say whose it is.
    const by = sender()
    if (by !== null && by !== given.userId) throw new Failure({ status: 403, code: 'identity_mismatch', message: '' })
    const path = { contestId, questionId }
    const said = cleared ? { clear: true } : typed ? { value: given.choice } : { choice: places }
    const body = { ...attempt, ...said, ...(seq ? { seq } : {}) }
    return call(putContestsByContestIdAnswersByQuestionId({ path, body, signal }))
  }
  const body = { ...attempt, UserId: given.userId, ContestId: contestId, QuestionId: questionId, Answer: given.choice }
  return call(postPostAnswer({ body, signal }))
}

/**
 * Resolves only when the server says that this very answer is durable, and refuses it for good only where the server says that
 * of this very answer: replies, too, may have been exchanged on their way. 409 `already_answered` carries what is stored. Where answers
 * may be changed, it gives what stands in its place, if that is a later change.
 */
export async function answer(given: GivenAnswer, signal?: AbortSignal): Promise<Later | undefined> {
  const isAboutIt = (said: unknown) => {
    const { attempt, questionId } = (said ?? {}) as { attempt?: unknown; questionId?: unknown }
    return given.attempt === null || (attempt === given.attempt && questionId === given.questionId)
  }
  try {
    const said = await send(given, signal)
    const { seq } = given
    const isLater = seq !== undefined && said.saved === false && Number(said.seq) >= seq
    if (said.saved !== true && !isLater) throw notReached(200, true)
    if (!isAboutIt(said) || (said.saved && said.seq !== seq && seq !== undefined)) throw notReached(200)
    return isLater ? later(given, said) : undefined
  } catch (error) {
    const isFinal = error instanceof Failure && !error.offline && ENDS_ANSWER.has(error.code)
    throw isFinal && !isAboutIt(error.body) ? notReached(error.status) : error
  }
}

/** What stands in place of a change: a later one. The texts of its options are read by their places. */
type Later = Pick<GivenAnswer, 'choice' | 'places' | 'cleared' | 'seq'> & { instead: string }

function later({ choice, cleared }: GivenAnswer, { seq, answer }: AnswerOut): Later {
  const { choice: places, value } = answer ?? {}
  return {
    choice: value ?? '',
    places: places ?? undefined,
    cleared: answer ? undefined : true,
    seq: seq ?? undefined,
    instead: cleared ? '' : choice,
  }
}

/** The owner's contest as participants will see it: what the owner's call says more (the key) goes no further. */
export const ownPaperQuery = (contestId: string) =>
  queryOptions({
    queryKey: ['own-paper', contestId],
    queryFn: async ({ signal }): Promise<OwnPaper> => {
      const { contest } = await call(getPostByContestId({ path: { contestId }, signal }))
      return {
        contestId: contest._id,
        title: contest.title,
        startsAt: moment(contest.startDate),
        endsAt: moment(contest.endDate),
        questions: questions(contest.QuestionSet, rulesOf(contest)),
        ...(contest.questionsEach ? { questionsEach: contest.questionsEach } : {}),
        questionMarks: contest.questionMarks,
        changing: contest.changing === 'until_hand_in',
      }
    },
  })

// Results

/** A board that still moves, and what is counted from it, is another by now. */
export function staleResults(contestId: string): Promise<void> {
  return cache.invalidateQueries({ queryKey: ['results', contestId] })
}

/** One page (from 1) of the board. */
export const boardQuery = (contestId: string, page: number) =>
  queryOptions({
    queryKey: ['results', contestId, 'board', page],
    queryFn: ({ signal }) => fetchBoard(contestId, page, BOARD_SIZE, signal),
  })

export async function fetchBoard(
  contestId: string,
  page: number,
  size: number,
  signal?: AbortSignal,
): Promise<BoardPage> {
  const answer = await call(postPostResults({ query: { page, size }, body: { ContestId: contestId }, signal }))
  return {
    rows: answer.results.map(resultRow),
    total: answer.totalParticipants,
    final: answer.final,
    marksShown: answer.marksShown,
    mostMarks: answer.mostMarks,
  }
}

/** How the person did, and how everybody did. */
export const standingQuery = (contestId: string) =>
  queryOptions({
    queryKey: ['results', contestId, 'standing'],
    queryFn: async ({ signal }): Promise<Standing> => {
      const answer = await call(getContestsByContestIdStanding({ path: { contestId }, signal }))
      return {
        you: answer.you ? resultRow(answer.you) : null,
        betterThanPercent: answer.betterThanPercent ?? null,
        histogram: answer.histogram,
        questionCount: answer.questionCount,
        total: answer.totalParticipants,
        final: answer.final,
        seesAll: answer.seesAll,
        mostMarks: answer.mostMarks,
      }
    },
  })

const FINDINGS = ['told', 'doubtful', 'few', 'alike', 'close'] as const

/** How each question did; for the owner and ADMIN, `missing` for everybody else. */
export const analysisQuery = (contestId: string) =>
  queryOptions({
    queryKey: ['results', contestId, 'analysis'],
    queryFn: async ({ signal }): Promise<Analysis> => {
      const answer = await call(getContestsByContestIdAnalysis({ path: { contestId }, signal }))
      return {
        participants: answer.participants,
        tookPart: answer.tookPart,
        reliability: answer.reliability ?? null,
        lateAnswers: answer.lateAnswers,
        questions: answer.questions.map((one) => ({
          id: one._id,
          text: one.Question,
          options: one.Options,
          ...(typeof one.had === 'number' ? { had: one.had } : {}),
          answered: one.answered,
          correct: one.correctCount,
          ...(one.kind === SEVERAL ? { partly: one.partlyCount ?? 0 } : {}),
          ...clustersOf(one),
          marking: marking(one.marking),
          discrimination: one.discrimination ?? null,
          finding: FINDINGS.find((finding) => finding === one.finding) ?? null,
          doubt: one.doubt ?? null,
          ...(one.marks ? ownMarksOf(one.marks) : {}),
          starred: one.star ?? undefined,
          ...(one.maths ? { maths: one.maths } : {}),
          ...picturesFrom(
            one.pictures,
            one.Options.map(({ text }) => text),
          ),
        })),
      }
    },
  })

/** Own answers and the right ones, after the end and where the owner shows them; else 403 `review_closed`. */
export const reviewQuery = (contestId: string) =>
  queryOptions({
    queryKey: ['results', contestId, 'review'],
    queryFn: async ({ signal }): Promise<ReviewedQuestion[]> => {
      const answer = await call(getContestsByContestIdReview({ path: { contestId }, signal }))
      const questions = answer.questions.map(reviewed)
      const { seed } = answer.contest
      return seed ? (await import('./optionOrder')).inOwnOrder(questions, seed, mixesOf(answer.contest)) : questions
    },
  })

/** What somebody answered, as it was written; for the owner and ADMIN. */
export const participantQuery = (contestId: string, userId: string) =>
  queryOptions({
    queryKey: ['results', contestId, 'participant', userId],
    queryFn: async ({ signal }): Promise<ParticipantAnswers> => {
      const answer = await call(getContestsByContestIdParticipantsByUserId({ path: { contestId, userId }, signal }))
      return {
        joinedAt: moment(answer.joinedAt),
        submittedAt: moment(answer.submittedAt),
        seed: answer.seed ?? null,
        mixes: mixesOf(answer),
        questions: answer.questions.map((one) => ({
          ...reviewed(one),
          answeredAt: moment(one.answeredAt),
          ...(one.number ? { number: one.number } : {}),
        })),
      }
    },
  })

const VERDICT_WORDS = ['few', 'chance', 'beyond_chance'] as const
const likelihood = (word: string) => VERDICT_WORDS.find((one) => one === word) ?? 'few'

/** Whether it mattered in which order people saw the paper; for the owner and ADMIN, after the end. */
export const fairnessQuery = (contestId: string) =>
  queryOptions({
    queryKey: ['results', contestId, 'fairness'],
    queryFn: async ({ signal }): Promise<Fairness> => {
      const { tookPart, positions, options, variants } = await call(
        getContestsByContestIdFairness({ path: { contestId }, signal }),
      )
      return {
        tookPart,
        positions: positions
          ? {
              thirds: positions.thirds,
              each: positions.each,
              isEnough: likelihood(positions.thirdsVerdict) !== 'few' || likelihood(positions.verdict) !== 'few',
              warning: positions.warning ?? null,
            }
          : null,
        options: options
          ? {
              places: options.places,
              isEnough: likelihood(options.verdict) !== 'few',
              warning: options.warning ?? null,
            }
          : null,
        ...(variants
          ? {
              variants: {
                papers: variants.papers.map((one) => ({ ...one, facility: one.facility ?? null })),
                isEnough: likelihood(variants.verdict) !== 'few',
                warning: variants.warning ?? null,
              },
            }
          : {}),
      }
    },
  })

/** What was corrected after the end, newest first; for the owner, ADMIN and those who took part. */
export const correctionsQuery = (contestId: string) =>
  queryOptions({
    queryKey: ['results', contestId, 'corrections'],
    queryFn: async ({ signal }): Promise<Correction[]> => {
      const answer = await call(getContestsByContestIdCorrections({ path: { contestId }, signal }))
      return answer.corrections.map((one) => ({
        id: one.id,
        questionId: one.questionId,
        number: one.unnumbered ? null : (one.ownNumber ?? one.questionNumber),
        question: one.question,
        ...(one.papers ? { papers: one.papers } : {}),
        marking: marking(one.after.marking),
        accepted: one.after.accepted ?? [],
        several: one.kind === SEVERAL,
        reason: one.reason,
        madeAt: moment(one.createdAt),
      }))
    },
  })

// Following

/** The topic of one contest, and of the list. */
export const topicOf = (contestId: string) => `contest:${contestId}`
export const LIST_TOPIC = 'contests'
/** The topic of the own part in one, which other windows and devices move as well. */
export const partTopicOf = (contestId: string) => `attempt:${contestId}`

/** What an event says of a contest; null when it is gone, or not for this person any more. */
export function followedFrom(event: LiveEvent): Followed | null {
  const { status, startsAt, endsAt, isPublic, frozen, participants, submitted, resultsOpen, corrections } = event
  const { marksShown, pausedAt } = event
  if (typeof startsAt !== 'string' || typeof endsAt !== 'string') return null
  return {
    status: status === 'upcoming' || status === 'ended' ? status : 'active',
    startsAt: moment(startsAt),
    endsAt: moment(endsAt),
    isPublic: isPublic === true,
    frozen: frozen === true,
    participants: Number(participants) || 0,
    submitted: Number(submitted) || 0,
    resultsOpen: resultsOpen === true,
    corrections: Number(corrections) || 0,
    marksShown: typeof marksShown === 'string' ? marksShown : undefined,
    ...(typeof pausedAt === 'string' ? { pausedAt: Date.parse(pausedAt) } : {}),
  }
}

/** What an event says of the own part in a contest. */
export function partFrom({ joined, submitted, endsAt }: LiveEvent): OwnPart {
  const own = typeof endsAt === 'string' ? { endsAt: Date.parse(endsAt) } : {}
  return { joined: joined === true, submitted: submitted === true, ...own }
}

/** What is shown of the own part in a contest is as it was told. */
export function noteOwnPart(contestId: string, told: OwnPart): void {
  eachShown(contestId, (one) => withOwnPart(one, told))
  const { endsAt } = told
  if (endsAt === undefined) return
  change<Attempt>(['attempt', contestId], (attempt) =>
    attempt.endsAt === endsAt || !attempt.joined
      ? attempt
      : { ...attempt, endsAt, contestEndsAt: attempt.contestEndsAt ?? attempt.endsAt },
  )
}

/** What is shown of a contest is as it was told; what is not shown is read when it is. */
export function noteFollowed(contestId: string, told: Followed): void {
  eachShown(contestId, (one) => withFollowed(one, told))
  const { startsAt, endsAt, marksShown } = told
  noteRule(headQuery(contestId), marksShown)
  noteRule(attemptQuery(contestId), marksShown)
  if (startsAt === null || endsAt === null) return
  change<Attempt>(['attempt', contestId], (attempt) => withWindow(attempt, { startsAt, endsAt }, told.pausedAt))
}

/** Another rule is shown in the words that were told. What an answer gives by it comes with the attempt that is begun. */
function noteRule({ queryKey }: { queryKey: readonly unknown[] }, marksShown = ''): void {
  change<Pick<Attempt, 'marksShown'>>(queryKey, (one) =>
    (one.marksShown ?? '') === marksShown ? one : { ...one, marksShown },
  )
}

/** Changes a contest wherever it is shown: in lists and heads. */
function eachShown(contestId: string, by: <T extends ListedContest | ContestHead>(one: T) => T): void {
  const changed = <T extends ListedContest | ContestHead>(one: T): T => (one.id === contestId ? by(one) : one)
  const each = (list: ListedContest[]) => kept(list, list.map(changed))
  change<ContestHead>([...TAKING_PART, 'head', contestId], changed)
  change<ListedContest[]>([...TAKING_PART, 'now'], each)
  change<ListedContest[]>([...TAKING_PART, 'joined'], each)
  change<ListedContest[]>([...TAKING_PART, 'made'], each)
  change<InfiniteData<ContestPage>>([...TAKING_PART, 'list'], (data) => {
    const pages = data.pages.map((page) => {
      const contests = each(page.contests)
      return contests === page.contests ? page : { ...page, contests }
    })
    return kept(data.pages, pages) === data.pages ? data : { ...data, pages }
  })
}

/** As old as before: a part of it is newer, the rest is not. */
function change<T>(queryKey: readonly unknown[], changed: (data: T) => T): void {
  for (const query of cache.getQueryCache().findAll({ queryKey, type: 'active' })) {
    const data = query.state.data as T | undefined
    if (data === undefined) continue
    const fresh = changed(data)
    if (fresh !== data) cache.setQueryData(query.queryKey, fresh, { updatedAt: query.state.dataUpdatedAt })
  }
}

/** The old list when nothing in it is another. */
function kept<T>(old: T[], fresh: T[]): T[] {
  return fresh.every((one, at) => one === old[at]) ? old : fresh
}

// Wire → model

/** Absent in replies about a contest without marks. */
function marksFrom({ marksText, marksDecimal, marks10080 }: MarksOut): Marks | undefined {
  if (typeof marksText !== 'string') return undefined
  return { text: marksText, decimal: marksDecimal ?? '', units: marks10080 ?? 0 }
}

function attemptOf(sent: AttemptOut): Attempt {
  return {
    id: sent.attempt ?? null,
    contestId: sent.contestId,
    title: sent.title,
    startsAt: Date.parse(sent.startDate),
    ...endsOf(sent),
    questionCount: sent.questionCount,
    joined: sent.joined,
    submitted: sent.submitted,
    answered: sent.answered,
    choices: sent.choices ?? {},
    graceSeconds: sent.graceSeconds,
    seed: sent.seed ?? null,
    mixes: mixesOf(sent),
    marksShown: sent.marksShown,
    questionMarks: sent.questionMarks,
    ...(sent.changing && sent.changing !== 'first'
      ? { changes: { base: sent.seqBase ?? null, seqs: sent.seqs ?? {} } }
      : {}),
  }
}

/** A server of before knows no own end, and neither does whoever has not joined. */
function endsOf({ endDate, endsAt, minutes, pausedAt }: AttemptOut): Pick<Attempt, 'endsAt' | Ends> {
  const contestEndsAt = Date.parse(endDate)
  const own = typeof endsAt === 'string' ? Date.parse(endsAt) : contestEndsAt
  return {
    endsAt: own,
    ...(minutes || own !== contestEndsAt ? { contestEndsAt } : {}),
    ...(minutes ? { minutes } : {}),
    ...(pausedAt ? { pausedAt: Date.parse(pausedAt) } : {}),
  }
}

type Ends = 'contestEndsAt' | 'minutes' | 'pausedAt'

/** Where a seed comes without a word, it is from a server that mixes nothing but options. */
function mixesOf({ questionOrder, optionOrder }: Pick<AttemptOut, 'questionOrder' | 'optionOrder'>): Mixes {
  const questions = questionOrder === 'shuffled'
  return { questions, options: optionOrder === 'shuffled' || !questions }
}

const fixedOf = ({ fixedOptions }: { fixedOptions?: number[] | null }) => (fixedOptions ? { fixed: fixedOptions } : {})

function reviewed(one: ReviewedQuestionOut): ReviewedQuestion {
  return {
    id: one._id,
    text: one.Question,
    options: one.Options,
    chosen: one.chosen ?? null,
    ...(one.kind === SEVERAL ? { chosenOptions: textsAt(one.Options, one.choice ?? []) } : {}),
    ...typedAs(one.kind),
    accepted: one.accepted,
    marking: marking(one.marking),
    correct: one.correct,
    ...(one.partly ? { partly: true } : {}),
    marks: one.marksText,
    starred: one.star ?? undefined,
    explanation: one.explanation,
    ...(one.maths ? { maths: one.maths } : {}),
    ...picturesFrom(one.pictures, one.Options),
    ...fixedOf(one),
  }
}

function marking(word: string): Marking {
  return word === 'everyone' || word === 'answered' || word === 'void' ? word : 'key'
}

function moment(iso: string | null | undefined): Moment {
  const ms = iso ? Date.parse(iso) : Number.NaN
  return Number.isNaN(ms) ? null : ms
}

function listed(contest: ListedContestOut): ListedContest {
  return {
    id: contest._id,
    title: contest.title,
    description: contest.description,
    startsAt: moment(contest.startDate),
    endsAt: moment(contest.endDate),
    isPublic: contest.isPublic,
    ...rulesOf(contest),
    questionCount: contest.questionCount,
    participants: contest.participants,
    joined: contest.joined,
    completed: contest.completed,
    answered: contest.answered,
    rank: contest.rank ?? null,
    own: contest.own,
    invited: contest.invited,
  }
}

type SentQuestion = Omit<PaperQuestionOut, 'marks'> & { marks?: OwnAmounts | null; maths?: Maths | null }

/** The server's code of a refusal, as it gives the paper itself to everybody who has joined, on whatever page that was. */
export const NEEDS_NEWER_CLIENT = 'needs_newer_client'

/** The kind of a question with several right options. */
const SEVERAL = 'several'

/** How the answer to a question of this kind is typed, where it is. */
function typedAs(kind: string | null | undefined): { typed?: Typed } {
  return kind === 'number' || kind === 'text' ? { typed: kind } : {}
}

function clustersOf({ kind, clusters, otherAnswers, accepted }: QuestionAnalysisOut): Partial<QuestionAnalysis> {
  const { typed } = typedAs(kind)
  if (!typed) return {}
  return { typed, clusters: clusters ?? [], otherAnswers: otherAnswers ?? 0, accepted: accepted ?? [] }
}

function checkKinds(sent: SentQuestion[]): void {
  if (sent.every(({ kind }) => !kind || kind === 'single' || kind === SEVERAL || typedAs(kind).typed)) return
  throw new Failure({ status: 409, code: NEEDS_NEWER_CLIENT, message: PAGE_TOO_OLD })
}

/**
 * Null when there is no list at all; throws where a question is of a kind that no screen here shows; a question without options
 * keeps an empty list. The screen says what is wrong. A paper names both amounts of a question that has own ones; its organiser's, by the `rules`, those that were set.
 */
function questions(sent: SentQuestion[] | null | undefined, rules?: MarkRules): PaperQuestion[] | null {
  if (!Array.isArray(sent)) return null
  checkKinds(sent)
  return sent.map(({ _id, kind, Question, Options, marks, star, maths, unit, pictures, fixedOptions }) => ({
    id: _id,
    text: Question,
    options: Options ?? [],
    ...(marks ? { marks: rules ? marksInShort(rules, marks) : amountsInShort(marks) } : {}),
    ...(kind === SEVERAL ? severalOf(Options ?? [], marks, rules && rulesOfSeveral(rules)) : {}),
    ...typedOf(kind, unit, marks, rules),
    ...(star ? { starred: true } : {}),
    ...(maths ? { maths } : {}),
    ...picturesFrom(pictures, Options ?? []),
    ...fixedOf({ fixedOptions }),
  }))
}

function severalOf(
  options: readonly string[],
  marks: OwnAmounts | null | undefined,
  rules: MarkRules | undefined,
): Pick<PaperQuestion, 'places' | 'part' | 'marks'> {
  const part = partInWords(marks?.partial ?? rules?.partial, marks?.right ?? rules?.right)
  return {
    places: options.map((_, at) => at),
    ...(part ? { part } : {}),
    ...(rules ? { marks: marksInShort(rules, marks ?? {}) } : {}),
  }
}

/** Of a question that gives other marks than its contest. */
function ownMarksOf(marks: OwnAmounts): { marks: string; part?: string } {
  const part = partInWords(marks.partial, marks.right)
  return { marks: amountsInShort(marks), ...(part ? { part } : {}) }
}

function typedOf(
  kind: string | null | undefined,
  unit: string | null | undefined,
  marks: OwnAmounts | null | undefined,
  rules: MarkRules | undefined,
): Pick<PaperQuestion, 'typed' | 'unit' | 'marks'> {
  const { typed } = typedAs(kind)
  if (!typed) return {}
  const ofNumbers = rules && typed === 'number' ? { marks: marksInShort(rulesOfNumber(rules), marks ?? {}) } : {}
  return { typed, ...(unit ? { unit } : {}), ...ofNumbers }
}

const textsAt = (options: readonly string[], places: readonly number[]) =>
  places.flatMap((place) => options[place] ?? [])

function resultRow(row: ResultRowOut): ResultRow {
  return {
    rank: row.rank,
    userId: row.userId,
    fullName: row.fullName,
    email: row.email ?? null,
    picture: row.profileImage ?? null,
    correct: row.correctAnswerCount,
    wrong: row.wrongAnswerCount,
    total: row.totalAnswered,
    durationMs: row.durationMs,
    marks: marksFrom(row),
    starred: row.starred ?? undefined,
    partly: row.partlyAnswerCount ?? undefined,
  }
}
