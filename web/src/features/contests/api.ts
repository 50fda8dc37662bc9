/**
 * The organiser's calls, and the only file of this feature that knows the wire's names. Who may change what is decided
 * by the server; a refusal comes as a Failure with its sentence.
 */
import { queryOptions } from '@tanstack/react-query'
import { call } from '@/api/client'
import {
  deleteContestsByContestId,
  deletePostByContestIdByQuestionId,
  getPostByContestId,
  getPostGetcontest,
  postChangetime,
  postContestsByContestIdQuestions,
  postPostAddQuestion,
  postPostCreatecontest,
  postPostMakepublic,
  putContestsByContestId,
  putPostUpdateByContestIdByQuestionId,
} from '@/api/generated/sdk.gen'
import type { KeyedContestOut, KeyedQuestionOut, OwnContestOut, QuestionIn } from '@/api/generated/types.gen'
import type { Contest, KeyedContest, NewQuestion, Question } from './model'

/** Everything that shows contests, of this feature and of others, has a key beginning like this. */
export const CONTESTS_KEY = ['contests'] as const
export const OWN_KEY = [...CONTESTS_KEY, 'own'] as const
export const keyedKey = (id: string) => [...CONTESTS_KEY, 'keyed', id] as const

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
    answersShown: wire.answersShown,
    questionCount: count,
  }
}

function questionFrom(wire: KeyedQuestionOut): Question {
  return {
    id: wire._id,
    text: wire.Question,
    options: wire.Options,
    answer: wire.Answer,
    difficulty: wire.difficulty ?? null,
  }
}

function keyedFrom(wire: KeyedContestOut): KeyedContest {
  return {
    ...contestFrom(wire, wire.QuestionSet.length),
    own: wire.own,
    questions: wire.QuestionSet.map(questionFrom),
  }
}

function questionIn({ text, options, answer, difficulty }: NewQuestion): QuestionIn {
  const question = { Question: text, Options: options, Answer: answer }
  return difficulty ? { ...question, difficulty } : question
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

export type NewContest = Pick<Contest, 'title' | 'description' | 'startsAt' | 'endsAt' | 'isPublic' | 'answersShown'>

export async function createContest(asked: NewContest): Promise<Contest> {
  const { contest } = await call(
    postPostCreatecontest({
      body: {
        title: asked.title.trim(),
        description: asked.description.trim(),
        startDate: asked.startsAt,
        endDate: asked.endsAt,
        isPublic: asked.isPublic,
        answersShown: asked.answersShown,
        QuestionSet: [],
      },
    }),
  )
  return contestFrom(contest, contest.questionCount)
}

export async function publish(contestId: string, isPublic: boolean): Promise<void> {
  await call(postPostMakepublic({ body: { isPublic, contestId } }))
}

export async function reschedule(contestId: string, startsAt: string, endsAt: string): Promise<Contest> {
  const { contest } = await call(postChangetime({ body: { contestId, startDate: startsAt, endDate: endsAt } }))
  return contestFrom(contest, contest.questionCount)
}

type Told<T> = { message: string; result: T }

export type Described = Pick<Contest, 'title' | 'description' | 'answersShown'>

export async function describe(contestId: string, asked: Described): Promise<Told<Contest>> {
  const { contest, message } = await call(
    putContestsByContestId({
      path: { contestId },
      body: {
        title: asked.title.trim(),
        description: asked.description.trim(),
        answersShown: asked.answersShown,
      },
    }),
  )
  return { message, result: contestFrom(contest, contest.questionCount) }
}

export async function deleteContest(contestId: string): Promise<string> {
  return (await call(deleteContestsByContestId({ path: { contestId } }))).message
}

export async function addQuestion(contestId: string, question: NewQuestion): Promise<Question> {
  const answer = await call(postPostAddQuestion({ body: { ...questionIn(question), contestId } }))
  return questionFrom(answer.question)
}

/** All of them or none. */
export async function addQuestions(contestId: string, questions: NewQuestion[]): Promise<Question[]> {
  const answer = await call(
    postContestsByContestIdQuestions({ path: { contestId }, body: { questions: questions.map(questionIn) } }),
  )
  return answer.questions.map(questionFrom)
}

export async function rewriteQuestion(
  contestId: string,
  questionId: string,
  question: NewQuestion,
): Promise<Told<Question>> {
  const answer = await call(
    putPostUpdateByContestIdByQuestionId({ path: { contestId, questionId }, body: questionIn(question) }),
  )
  return { message: answer.message, result: questionFrom(answer.question) }
}

export async function removeQuestion(contestId: string, questionId: string): Promise<string> {
  return (await call(deletePostByContestIdByQuestionId({ path: { contestId, questionId } }))).message
}
