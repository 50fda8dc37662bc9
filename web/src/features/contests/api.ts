/**
 * API of contests: the organiser's calls, and the only file of this feature that knows the wire's names. Who may change
 * what is decided by the server; a refusal comes as a Failure with its sentence.
 */
import { queryOptions } from '@tanstack/react-query'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { call } from '@/api/client'
import { noteReached } from '@/api/connection'
import { type ContestRules, rulesOf } from '@/api/contestRules'
import { Failure, failureFrom, notReached } from '@/api/failure'
import {
  deleteContestsByContestId,
  deleteContestsByContestIdInvitation,
  deletePostByContestIdByQuestionId,
  getContestsByContestIdCorrections,
  getContestsByContestIdDraw,
  getContestsByContestIdInvitation,
  getContestsByContestIdTime,
  getGenerate,
  getPostByContestId,
  getPostGetcontest,
  postContestsByContestIdCorrections,
  postContestsByContestIdCorrectionsPreview,
  postContestsByContestIdEnd,
  postContestsByContestIdInvitation,
  postContestsByContestIdQuestions,
  postContestsByContestIdTime,
  postGenerate,
  postInvitationAccept,
  postInvitationLook,
  postMathsPreview,
  postPostAddQuestion,
  postPostCreatecontest,
  postPostMakepublic,
  postPostResults,
  putContestsByContestId,
  putContestsByContestIdDraw,
  putContestsByContestIdQuestionsByQuestionId,
  putContestsByContestIdTime,
  putPostUpdateByContestIdByQuestionId,
} from '@/api/generated/sdk.gen'
import type {
  CorrectionOut,
  DraftingProgressOut,
  DraftOut,
  DrawOut,
  InvitationAnswer,
  KeyedContestOut,
  KeyedQuestionOut,
  KeyedQuestionPictureOut,
  KindQuestionIn,
  MarkedOut,
  MarkingIn,
  OwnContestOut,
  PictureUploadedOut,
  PlaceOut,
  QuestionIn,
} from '@/api/generated/types.gen'
import type { LiveEvent } from '@/api/live'
import { pictureFrom } from '@/api/questionPictures'
import { uploadForm } from '@/api/uploadForm'
import { encoded } from '@/lib/cutText'
import { mayHoldMaths } from '@/lib/maths'
import type { Correction, NewCorrection, Place, Preview, Wanted } from './corrections'
import type { Details } from './detailChanges'
import { type Draw, MOST_PAPERS, type NewDraw } from './draw'
import { type MathsPreview, mathsBatches, textsOf } from './mathsPreview'
import {
  type Contest,
  type Invitation,
  type Invited,
  type KeyedContest,
  type Marked,
  type Marking,
  type NewQuestion,
  type Question,
  type Rewritten,
  rightOption,
  USUAL_OPTIONS,
  type WrittenPicture,
} from './model'
import type { Asked, FreshDraft, Progress, Source } from './questionGeneration'
import type { TimeAction } from './timeMessages'
import type { OfTyped, TypedKey } from './typedKey'

/** Everything that shows contests, of this feature and of others, has a key beginning like this. */
export const CONTESTS_KEY = ['contests'] as const
export const OWN_KEY = [...CONTESTS_KEY, 'own'] as const
export const keyedKey = (id: string) => [...CONTESTS_KEY, 'keyed', id] as const
export const timeLogKey = (id: string) => [...CONTESTS_KEY, 'time', id] as const
export const drawKey = (id: string) => [...CONTESTS_KEY, 'draw', id] as const
export const invitationKey = (id: string) => [...CONTESTS_KEY, 'invitation', id] as const
/** Boards and what stands beside them, shown by the feature of those who take part. */
export const resultsKey = (id: string) => ['results', id] as const

/** The topic of the live stream that tells of a contest. */
export const topicOf = (contestId: string) => `contest:${contestId}`
export type Followed = Pick<Contest, 'startsAt' | 'endsAt' | 'isPublic' | 'frozen' | 'participants'>

/** What an event says of a contest; null when it is gone. */
export function followedFrom({ startsAt, endsAt, isPublic, frozen, participants }: LiveEvent): Followed | null {
  if (typeof startsAt !== 'string' || typeof endsAt !== 'string') return null
  return {
    startsAt,
    endsAt,
    isPublic: isPublic === true,
    frozen: frozen === true,
    participants: Number(participants) || 0,
  }
}

function contestFrom(wire: Omit<OwnContestOut, 'QuestionSet' | 'questionCount' | 'createdAt'>, count: number): Contest {
  return {
    id: wire._id,
    title: wire.title,
    description: wire.description,
    startsAt: wire.startDate,
    endsAt: wire.endDate,
    isPublic: wire.isPublic,
    frozen: wire.frozen,
    participants: wire.participants,
    ...rulesOf(wire),
    marksShown: wire.marksShown,
    questionCount: count,
    ...(wire.questionsEach ? { questionsEach: wire.questionsEach } : {}),
  }
}

function questionFrom(wire: KeyedQuestionOut): Question {
  return {
    id: wire._id,
    text: wire.Question,
    options: wire.Options,
    answer: wire.Answer,
    difficulty: wire.difficulty ?? null,
    explanation: wire.explanation ?? null,
    marking: markingFrom(wire.marking),
    accepted: wire.accepted,
    ...(wire.marks ? { marks: wire.marks } : {}),
    ...(wire.star ? { starred: true } : {}),
    ...(wire.fixedOptions ? { fixed: wire.fixedOptions } : {}),
    ...(wire.tags?.length ? { tags: wire.tags } : {}),
    ...(wire.pictures?.length ? { pictures: wire.pictures.map(writtenFrom) } : {}),
    ...(wire.kind === SEVERAL ? { rightPlaces: placesIn(wire.Options, wire.accepted) } : {}),
    ...(wire.maths ? { maths: wire.maths } : {}),
    ...typedFrom(wire),
  }
}

function typedFrom({ kind, accepted, value, tolerance, unit }: KeyedQuestionOut): OfTyped {
  if (kind === 'text') return { typed: { kind, accepted } }
  if (kind !== 'number') return {}
  return { typed: { kind, value: value ?? '', tolerance: tolerance ?? '', unit: unit ?? '' } }
}

const writtenFrom = (wire: KeyedQuestionPictureOut): WrittenPicture => ({
  ...pictureFrom(wire),
  id: wire.id,
  option: wire.option ?? null,
})

/** The kind of a question with several right options. */
const SEVERAL = 'several'

const placesIn = (options: readonly string[], texts: readonly string[]) =>
  options.flatMap((option, at) => (texts.includes(option) ? [at] : []))

function markingFrom(word: string): Marking {
  return word === 'everyone' || word === 'answered' || word === 'void' ? word : 'key'
}

function markedFrom({ marking, accepted }: MarkedOut): Marked {
  return { marking: markingFrom(marking), accepted: accepted ?? [] }
}

function keyedFrom(wire: KeyedContestOut): KeyedContest {
  return {
    ...contestFrom(wire, wire.QuestionSet.length),
    own: wire.own,
    questions: wire.QuestionSet.map(questionFrom),
  }
}

/**
 * The calls of the specification have four options and one right one, and neither pictures nor tags; others go in the shape of their kind. So does
 * what may hold maths, for those calls take a formula that cannot be drawn.
 */
function isUsual(question: Rewritten): boolean {
  const { options, rightPlaces, pictures, tags } = question
  if (options.length !== USUAL_OPTIONS || rightPlaces || pictures || tags) return false
  return !textsOf([question]).some(mayHoldMaths)
}

function questionIn(question: Rewritten): QuestionIn {
  const { text, options, answer } = question
  return { Question: text, Options: options, Answer: answer, ...besides(question) }
}

function kindIn(question: Rewritten): KindQuestionIn {
  const { text, options, answer, rightPlaces, typed, tags } = question
  const rest = { ...besides(question), ...picturesIn(question), ...(tags ? { tags } : {}) }
  if (typed) return { ...typedIn(typed), text, options: [], ...rest }
  if (rightPlaces) return { kind: SEVERAL, text, options, right: rightPlaces, ...rest }
  const right = rightOption(options, answer)
  return { kind: 'single', text, options, right: right === null ? [] : [right], ...rest }
}

function picturesIn({ pictures }: Rewritten): Pick<KindQuestionIn, 'pictures'> {
  if (!pictures) return {}
  return { pictures: pictures.map(({ id, alt, option }) => ({ id, alt: alt.trim(), option })) }
}

function typedIn(key: TypedKey): Pick<KindQuestionIn, 'kind' | 'value' | 'tolerance' | 'unit' | 'accepted'> {
  if (key.kind === 'text') return key
  const { kind, value, tolerance, unit } = key
  return { kind, value, tolerance: tolerance || null, unit: unit || null }
}

const inItsShape = (question: Rewritten): KindQuestionIn =>
  isUsual(question) ? questionIn(question) : kindIn(question)

/** What every shape has. */
function besides({ difficulty, explanation, marks, starred, fixed }: Rewritten) {
  const question: Pick<QuestionIn, 'difficulty' | 'explanation' | 'marks' | 'star' | 'fixedOptions'> = {}
  if (typeof difficulty === 'string') question.difficulty = difficulty
  if (typeof explanation === 'string') question.explanation = explanation
  if (marks !== undefined) question.marks = marks
  if (starred !== undefined) question.star = starred
  if (fixed !== undefined) question.fixedOptions = fixed
  return question
}

export const ownContestsQuery = queryOptions({
  queryKey: OWN_KEY,
  queryFn: async ({ signal }): Promise<Contest[]> => {
    const { contests } = await call(getPostGetcontest({ signal }))
    return contests.map((contest) => contestFrom(contest, contest.questionCount))
  },
})

export const keyedContestQuery = (contestId: string) =>
  queryOptions({
    queryKey: keyedKey(contestId),
    queryFn: async ({ signal }): Promise<KeyedContest> => {
      const { contest } = await call(getPostByContestId({ path: { contestId }, signal }))
      return keyedFrom(contest)
    },
  })

export type NewContest = Pick<Contest, 'title' | 'description' | 'startsAt' | 'endsAt' | 'isPublic'> & ContestRules

export async function createContest(asked: NewContest): Promise<Contest> {
  const { contest } = await call(
    postPostCreatecontest({
      body: {
        title: asked.title.trim(),
        description: asked.description.trim(),
        startDate: asked.startsAt,
        endDate: asked.endsAt,
        isPublic: asked.isPublic,
        ...rulesOf(asked),
        QuestionSet: [],
      },
    }),
  )
  return contestFrom(contest, contest.questionCount)
}

export async function publish(contestId: string, isPublic: boolean): Promise<void> {
  await call(postPostMakepublic({ body: { isPublic, contestId } }))
}

export type Moved = { startsAt?: string; endsAt?: string }

/** What is not named stays as it is. */
export async function reschedule(contestId: string, { startsAt, endsAt }: Moved): Promise<Contest> {
  const body = { startDate: startsAt, endDate: endsAt }
  const { contest } = await call(putContestsByContestIdTime({ path: { contestId }, body }))
  return contestFrom(contest, contest.questionCount)
}

/** Ends a running contest at this moment. */
export async function endNow(contestId: string): Promise<Told<Contest>> {
  const { contest, message } = await call(postContestsByContestIdEnd({ path: { contestId } }))
  return { message, result: contestFrom(contest, contest.questionCount) }
}

type Told<T> = { message: string; result: T }

/** What is not named stays as it is. */
export type Described = Partial<Details>

export async function describe(contestId: string, details: Described): Promise<Told<Contest>> {
  const { contest, message } = await call(putContestsByContestId({ path: { contestId }, body: details }))
  return { message, result: contestFrom(contest, contest.questionCount) }
}

export async function deleteContest(contestId: string): Promise<string> {
  return (await call(deleteContestsByContestId({ path: { contestId } }))).message
}

export async function addQuestion(contestId: string, question: NewQuestion): Promise<Question> {
  if (!isUsual(question)) {
    const [added] = await addQuestions(contestId, [question])
    if (added) return added
    throw new Failure({ status: 500, code: 'unknown', message: '' })
  }
  const answer = await call(postPostAddQuestion({ body: { ...questionIn(question), contestId } }))
  return questionFrom(answer.question)
}

/** All of them or none. */
export async function addQuestions(contestId: string, questions: NewQuestion[]): Promise<Question[]> {
  const answer = await call(
    postContestsByContestIdQuestions({ path: { contestId }, body: { questions: questions.map(inItsShape) } }),
  )
  return answer.questions.map(questionFrom)
}

export async function rewriteQuestion(
  contestId: string,
  questionId: string,
  question: Rewritten,
  was: Question,
): Promise<Told<Question>> {
  const path = { contestId, questionId }
  // The specification's call does not rewrite one that it does not know.
  const isKnown = was.options.length === USUAL_OPTIONS && !was.rightPlaces && !was.typed
  const answer = await call(
    isUsual(question) && isKnown
      ? putPostUpdateByContestIdByQuestionId({ path, body: questionIn(question) })
      : putContestsByContestIdQuestionsByQuestionId({ path, body: kindIn(question) }),
  )
  return { message: answer.message, result: questionFrom(answer.question) }
}

type PictureUpload = { file: File; onProgress: (share: number) => void; signal: AbortSignal }

/** Puts a picture where a question of the contest can show it; it stands nowhere yet, and in no words. */
export async function uploadPicture(
  contestId: string,
  { file, onProgress, signal }: PictureUpload,
): Promise<WrittenPicture> {
  const form = new FormData()
  form.append('image', file, file.name)
  const path = `/contests/${encoded(contestId)}/pictures`
  const { picture } = await uploadForm<PictureUploadedOut>(path, form, { onProgress, signal })
  return { ...pictureFrom({ ...picture, alt: '' }), id: picture.id, option: null }
}

export async function removeQuestion(contestId: string, questionId: string): Promise<string> {
  return (await call(deletePostByContestIdByQuestionId({ path: { contestId, questionId } }))).message
}

// What each person gets

function drawFrom({ parts, papers, frozen, questionsEach, inNoPaper }: DrawOut): Draw {
  return {
    parts: parts.map(({ difficulty, tags, count }) => ({ difficulty: difficulty ?? '', tags, count })),
    papers: papers ?? MOST_PAPERS,
    frozen,
    questionsEach,
    inNoPaper,
  }
}

export const drawQuery = (contestId: string) =>
  queryOptions({
    queryKey: drawKey(contestId),
    queryFn: async ({ signal }): Promise<Draw> =>
      drawFrom(await call(getContestsByContestIdDraw({ path: { contestId }, signal }))),
  })

/** Without parts everybody gets all questions. */
export async function setDraw(contestId: string, { parts, papers }: NewDraw): Promise<Told<Draw>> {
  const body = {
    parts: parts.map(({ difficulty, tags, count }) => ({ difficulty: difficulty || null, tags, count })),
    papers,
  }
  const answer = await call(putContestsByContestIdDraw({ path: { contestId }, body }))
  return { message: answer.message ?? '', result: drawFrom(answer) }
}

// People's time

export type TimeChange = { action: string; millis: number; people: number; reason: string; by: string; at: string }
export type TimeLog = { paused: boolean; changes: TimeChange[] }

export const timeLogQuery = (contestId: string) =>
  queryOptions({
    queryKey: timeLogKey(contestId),
    queryFn: async ({ signal }): Promise<TimeLog> => {
      const { pausedAt, changes } = await call(getContestsByContestIdTime({ path: { contestId }, signal }))
      const change = ({ people, by, ...one }: (typeof changes)[number]) => ({
        ...one,
        people: people ?? 0,
        by: by ?? '',
      })
      return { paused: typeof pausedAt === 'string', changes: changes.map(change) }
    },
  })

export type Taker = { id: string; name: string }

/** Those who have joined, by name: the board is the owner's at any time. */
export const takersQuery = (contestId: string) =>
  queryOptions({
    queryKey: [...timeLogKey(contestId), 'takers'],
    queryFn: async ({ signal }): Promise<Taker[]> => {
      const { results } = await call(postPostResults({ body: { ContestId: contestId }, signal }))
      const takers = results.map(({ userId, fullName }) => ({ id: userId, name: fullName }))
      return takers.sort((one, other) => one.name.localeCompare(other.name))
    },
  })

/** `amount`: minutes, a share or ugc, as it was typed; empty for none. */
export type NewTimeChange = { action: TimeAction; amount: string; people: 'all' | string[]; reason: string }

export async function changeTime(contestId: string, asked: NewTimeChange): Promise<string> {
  const { action, amount, people, reason } = asked
  const isForAll = action === 'pause' || action === 'resume'
  const minutes = /^[-–—−]?\d+$/.test(amount) ? Number(amount.replace(/^[–—−]/, '-')) : amount
  const body = { action, reason, ...(isForAll ? {} : { people, ...(amount === '' ? {} : { minutes }) }) }
  return (await call(postContestsByContestIdTime({ path: { contestId }, body }))).message
}

// Maths

/** What is drawn for the formulas of texts, which stays the same. */
export const mathsQuery = (texts: readonly string[]) =>
  queryOptions({
    queryKey: ['maths', ...texts],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    queryFn: async ({ signal }): Promise<MathsPreview> => {
      const preview: MathsPreview = { maths: {}, problems: [] }
      for (const batch of mathsBatches(texts)) {
        const { maths, problems } = await call(postMathsPreview({ body: { texts: batch }, signal }))
        preview.maths = { ...preview.maths, ...maths }
        preview.problems.push(...problems.map((problem) => ({ ...problem, text: batch[problem.text] ?? '' })))
      }
      return preview
    },
  })

// The invitation link

function invitationFrom({ invitation }: InvitationAnswer): Invitation | null {
  if (!invitation) return null
  return { token: invitation.token, madeAt: invitation.createdAt, accepted: invitation.accepted }
}

/** Always asked anew: people come in while nobody looks. */
export const invitationQuery = (contestId: string) =>
  queryOptions({
    queryKey: invitationKey(contestId),
    staleTime: 0,
    queryFn: async ({ signal }) =>
      invitationFrom(await call(getContestsByContestIdInvitation({ path: { contestId }, signal }))),
  })

/** Makes a link; the one until now dies. */
export async function makeInvitation(contestId: string): Promise<Invitation | null> {
  return invitationFrom(await call(postContestsByContestIdInvitation({ path: { contestId } })))
}

export async function revokeInvitation(contestId: string): Promise<string> {
  return (await call(deleteContestsByContestIdInvitation({ path: { contestId } }))).message
}

/** What a link leads to; a person may look at a few of them a minute, so a refusal is not asked again. */
/** What somebody sees who is not logged in says nothing of their own part. */
export const invitedQuery = (token: string, isGuest: boolean) =>
  queryOptions({
    queryKey: ['invited', token, isGuest],
    queryFn: async ({ signal }): Promise<Invited> => {
      const { contest, accepted, own } = await call(postInvitationLook({ body: { token }, signal }))
      const { id, title, description, startDate, endDate, questionCount, owner, marksShown } = contest
      return {
        contest: { id, title, description, startsAt: startDate, endsAt: endDate, questionCount, owner, marksShown },
        accepted,
        own,
      }
    },
  })

export async function acceptInvitation(token: string): Promise<Told<{ contestId: string }>> {
  const { message, contest } = await call(postInvitationAccept({ body: { token } }))
  return { message, result: { contestId: contest.id } }
}

// Corrections after the end

function correctionFrom(wire: CorrectionOut): Correction {
  return {
    id: wire.id,
    questionId: wire.questionId,
    number: wire.questionNumber,
    ...(wire.papers ? { papers: wire.papers } : {}),
    before: markedFrom(wire.before),
    after: markedFrom(wire.after),
    reason: wire.reason,
    by: wire.by,
    scores: wire.scores,
    ranks: wire.ranks,
    madeAt: wire.createdAt,
  }
}

function placeFrom({ rank, correct, wrong, durationMs, marksText, starred, partly }: PlaceOut): Place {
  return { rank, correct, wrong, durationMs, marks: marksText, starred, partly }
}

/** Of a number the key itself is sent, not its words. */
function wantedIn({ questionId, marking, accepted, number }: Wanted): MarkingIn {
  if (!number || marking !== 'key') return { questionId, marking, accepted: number ? [] : accepted }
  return { questionId, marking, value: number.value, tolerance: number.tolerance || null }
}

/** Who would move; changes nothing. */
export async function previewCorrection(contestId: string, wanted: Wanted): Promise<Preview> {
  const answer = await call(postContestsByContestIdCorrectionsPreview({ path: { contestId }, body: wantedIn(wanted) }))
  const { version, changes, moved } = answer
  const people = moved.map(({ before, after, ...one }) => ({
    ...one,
    before: placeFrom(before),
    after: placeFrom(after),
  }))
  return { version, ...changes, moved: people }
}

/** 409 `preview_stale` where something changed since the preview. */
export async function correct(contestId: string, correction: NewCorrection): Promise<Told<Correction>> {
  const { reason, version } = correction
  const body = { ...wantedIn(correction), reason, version }
  const answer = await call(postContestsByContestIdCorrections({ path: { contestId }, body }))
  return { message: answer.message, result: correctionFrom(answer.correction) }
}

/** Newest first. */
export const correctionsQuery = (contestId: string) =>
  queryOptions({
    queryKey: [...CONTESTS_KEY, 'corrections', contestId],
    queryFn: async ({ signal }): Promise<Correction[]> => {
      const answer = await call(getContestsByContestIdCorrections({ path: { contestId }, signal }))
      return answer.corrections.map(correctionFrom)
    },
  })

// Question generation

export const GENERATION_KEY = ['drafting'] as const

/** What there is to draft with. It changes with the server's settings, and with every draft. */
export const generationQuery = queryOptions({
  queryKey: GENERATION_KEY,
  queryFn: async ({ signal }): Promise<Source> => {
    const said = await call(getGenerate({ signal }))
    return {
      model: said.source === 'provider' ? (said.model ?? '') : null,
      topics: said.topics,
      holdings: said.holdings,
      notes: said.notes,
      leftToday: said.leftToday ?? null,
      dayEndsAt: said.dayEndsAt ?? null,
      leftThisMonth: said.leftThisMonth ?? null,
      monthEndsAt: said.monthEndsAt ?? null,
    }
  },
})

/** What is right at a draft that has not one right option of four. */
function rightOfKind(wire: DraftOut): Pick<FreshDraft, 'rightPlaces' | 'typed'> {
  if (wire.kind === 'several') return { rightPlaces: wire.right ?? [] }
  if (wire.kind === 'number') {
    const { value, tolerance, unit } = wire
    return { typed: { kind: 'number', value: value ?? '', tolerance: tolerance ?? '', unit: unit ?? '' } }
  }
  return wire.kind === 'text' ? { typed: { kind: 'text', accepted: wire.accepted ?? [] } } : {}
}

function draftFrom(wire: DraftOut): FreshDraft {
  return {
    text: wire.Question,
    options: wire.Options,
    answer: wire.Answer,
    ...rightOfKind(wire),
    difficulty: wire.difficulty,
    doubtful: wire.checkKey,
    source: wire.source ?? null,
    why: wire.why ?? null,
    from: wire.topic ?? null,
    about: wire.about,
    takenAs: wire.takenAs ?? null,
  }
}

/** Milliseconds. The server says something at least every 15 s, even if only that it is there. */
const SILENCE = 45_000

/**
 * Drafts as a stream: how far the work is, then all of them at once. Aborting ends the work on the server, too. A
 * refusal comes before the stream or at its end, and either way as a Failure; a stream that has gone silent is not reached.
 */
export async function generate(
  asked: Asked,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<FreshDraft[]> {
  const { topic, number, difficulty, notes, contestId, avoid, kinds } = asked
  const answer = await call(
    postGenerate({
      body: {
        topic,
        number,
        contestId,
        avoid,
        ...(difficulty ? { difficulty } : {}),
        ...(notes ? { notes } : {}),
        ...(kinds ? { kinds: [...kinds] } : {}),
      },
      headers: { accept: 'text/event-stream' },
      parseAs: 'stream',
      signal,
    }),
  )
  const reader = (answer as unknown as ReadableStream<Uint8Array>).getReader()
  const stop = () => void reader.cancel().catch(() => {})
  signal.addEventListener('abort', stop)
  let isSilent = false
  const giveUp = () => {
    isSilent = true
    stop()
  }
  let silence = setTimeout(giveUp, SILENCE)
  const whole: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => void whole.push(event) })
  const text = new TextDecoder()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      clearTimeout(silence)
      silence = setTimeout(giveUp, SILENCE)
      parser.feed(text.decode(value, { stream: true }))
      for (const { event, data } of whole.splice(0)) {
        if (event === 'progress') {
          const { written, of, step } = JSON.parse(data) as DraftingProgressOut
          onProgress({ written, of, checking: step === 'checking' })
        } else if (event === 'drafts') return (JSON.parse(data) as DraftOut[]).map(draftFrom)
        else if (event === 'failed') {
          const problem = JSON.parse(data) as { status?: number }
          throw failureFrom(problem.status ?? 500, problem)
        }
      }
    }
  } catch (error) {
    if (error instanceof Failure || signal.aborted) throw error
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', stop)
    stop()
  }
  if (signal.aborted) throw new DOMException('given up', 'AbortError')
  if (isSilent) {
    noteReached(false)
    throw notReached()
  }
  // Broken off: the sentence is the screen's.
  throw new Failure({ status: 500, code: 'broken_off', message: '' })
}
