/**
 * Draw: what each person of a contest gets, by a blueprint such as "8 easy ones and 8 about optics". The pure rules of the screen; the
 * server checks the same and has the last word.
 */
import { isVisible, likenessOfNames } from '@/lib/likeness'
import { MANY_TAGS, PART_COUNT, PART_TWICE, partTooLarge, TAG_LONG } from './drawMessages'
import type { Question } from './model'

/** Words for a difficulty that are offered. Others come with pasted lists and the API. */
export const DIFFICULTIES = ['Easy', 'Medium', 'Hard'] as const
export const MOST_PAPERS = 16
export const MOST_PARTS = 20
export const MOST_TAGS = 8
const LONGEST_TAG = 30
const MOST_OF_A_PART = 200

/** So many questions of a difficulty, with one of the tags; of any where none is named. */
export type DrawPart = { difficulty: string; tags: string[]; count: number }
export type NewDraw = { parts: DrawPart[]; papers: number }
/** As the server has it; without parts everybody gets all questions. */
export type Draw = NewDraw & { frozen: boolean; questionsEach: number; inNoPaper: number }

type About = Pick<Question, 'difficulty' | 'tags'>

/** Tags as they are typed, with commas between: of two that are alike the first. */
export function tagsIn(text: string): string[] {
  const tags: string[] = []
  for (const each of text.split(/[,;،、]/)) {
    const tag = each.trim().replace(/\s+/g, ' ')
    if (isVisible(tag) && !tags.some((other) => likenessOfNames(other) === likenessOfNames(tag))) tags.push(tag)
  }
  return tags
}

/** What is wrong with tags, or nothing. */
export function checkTags(tags: readonly string[] = []): string | undefined {
  if (tags.length > MOST_TAGS) return MANY_TAGS
  return tags.some((tag) => [...tag].length > LONGEST_TAG) ? TAG_LONG : undefined
}

const isAlike = (one: string, other: string) => likenessOfNames(one) === likenessOfNames(other)

function fits({ difficulty, tags }: DrawPart, question: About): boolean {
  if (difficulty && !isAlike(question.difficulty ?? '', difficulty)) return false
  return tags.length === 0 || tags.some((tag) => (question.tags ?? []).some((own) => isAlike(own, tag)))
}

/** How many questions there are for each part: a question belongs to the first that it fits. */
export function poolsOf(parts: readonly DrawPart[], questions: readonly About[]): number[] {
  const pools = parts.map(() => 0)
  for (const question of questions) {
    const at = parts.findIndex((part) => fits(part, question))
    if (at >= 0) pools[at] = (pools[at] ?? 0) + 1
  }
  return pools
}

/** How many questions each person gets. */
export const eachOf = (parts: readonly DrawPart[]): number =>
  parts.reduce((sum, { count }) => sum + (Number.isFinite(count) ? count : 0), 0)

const wishOf = ({ difficulty, tags }: DrawPart) =>
  JSON.stringify([likenessOfNames(difficulty), tags.map(likenessOfNames).sort()])

/** What is wrong with each part, or nothing. */
export function checkParts(parts: readonly DrawPart[], questions: readonly About[]): (string | undefined)[] {
  const pools = poolsOf(parts, questions)
  return parts.map((part, at) => {
    const wrong = checkTags(part.tags)
    if (wrong) return wrong
    if (parts.slice(0, at).some((other) => wishOf(other) === wishOf(part))) return PART_TWICE
    if (!(Number.isInteger(part.count) && part.count >= 1 && part.count <= MOST_OF_A_PART)) return PART_COUNT
    const pool = pools[at] ?? 0
    return part.count > pool ? partTooLarge(pool) : undefined
  })
}

/** What occurs among the questions, as it is written first. */
export function difficultiesOf(questions: readonly About[]): string[] {
  return firstsOf(questions.flatMap(({ difficulty }) => (difficulty ? [difficulty] : [])))
}

export function tagsOf(questions: readonly About[]): string[] {
  return firstsOf(questions.flatMap(({ tags }) => tags ?? []))
}

function firstsOf(words: readonly string[]): string[] {
  const byLikeness = new Map<string, string>()
  for (const word of words) {
    const key = likenessOfNames(word)
    if (!byLikeness.has(key)) byLikeness.set(key, word)
  }
  return [...byLikeness.values()]
}

/** `easy, optics`, or `any`. */
export function partInWords({ difficulty, tags }: Pick<DrawPart, 'difficulty' | 'tags'>): string {
  return [difficulty, ...tags].filter(Boolean).join(', ') || 'any'
}
