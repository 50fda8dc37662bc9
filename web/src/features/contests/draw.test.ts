/** Rules of the blueprint, what each person gets: tags as they are typed, pools, and what is wrong with a part. */
import { describe, expect, it } from 'vitest'
import { DEFAULT_RULES } from '@/api/contestRules'
import {
  checkParts,
  checkTags,
  type DrawPart,
  difficultiesOf,
  eachOf,
  partInWords,
  poolsOf,
  tagsIn,
  tagsOf,
} from './draw'
import { MANY_TAGS, PART_COUNT, PART_TWICE, partTooLarge, TAG_LONG } from './drawMessages'
import { checkQuestion, type NewQuestion, rewritten, tidyQuestion } from './model'
import { parsePastedList } from './pastedList'

const part = (count: number, of: Partial<DrawPart> = {}): DrawPart => ({ difficulty: '', tags: [], count, ...of })
const QUESTIONS = [
  { difficulty: 'Easy', tags: ['Optics'] },
  { difficulty: 'easy' },
  { difficulty: 'Hard', tags: ['waves', 'OPTICS'] },
  { difficulty: null, tags: ['C'] },
  { difficulty: null, tags: ['C++'] },
]

describe('tags', () => {
  it.each([
    ['optics, waves', ['optics', 'waves']],
    [' optics ,, Optics;  two   words , ', ['optics', 'two words']],
    ['', []],
    ['C, C++', ['C', 'C++']],
  ])('“%s”', (typed, tags) => expect(tagsIn(typed)).toEqual(tags))

  it('are few and short', () => {
    expect(checkTags(['a'])).toBeUndefined()
    expect(checkTags(Array.from({ length: 9 }, (_, at) => `tag ${at}`))).toBe(MANY_TAGS)
    expect(checkTags(['x'.repeat(31)])).toBe(TAG_LONG)
  })

  const question: NewQuestion = { text: 'Why?', options: ['a', 'b', 'c', 'd'], answer: 'a' }

  it('are sent with a question that has some, and where they were changed', () => {
    expect(tidyQuestion({ ...question, tags: ['optics'] }).tags).toEqual(['optics'])
    expect(tidyQuestion({ ...question, tags: [] })).not.toHaveProperty('tags')
    expect(rewritten({ ...question, tags: ['heat'] }, { tags: ['heat'] }, DEFAULT_RULES)).not.toHaveProperty('tags')
    expect(rewritten({ ...question, tags: [] }, { tags: ['heat'] }, DEFAULT_RULES).tags).toEqual([])
    expect(checkQuestion({ ...question, tags: ['x'.repeat(31)] }).tags).toBe(TAG_LONG)
  })

  it('are a line of a pasted list', () => {
    const list = `1. What bends light?
A) A prism
B) A rope
C) A drum
D) A coin
Answer: A
Tags: Optics, light
Difficulty: Easy

2. What is heat?
A) Energy
B) A colour
C) A sound
D) A coin
Answer: A
`
    const [first, second] = parsePastedList(list)
    expect(first).toMatchObject({ tags: ['Optics', 'light'], difficulty: 'Easy', problems: [] })
    expect(second).toMatchObject({ text: 'What is heat?', problems: [] })
    expect(second).not.toHaveProperty('tags')
  })
})

describe('parts', () => {
  it('have the questions that fit them and no part before', () => {
    const parts = [part(1, { difficulty: 'EASY' }), part(1, { tags: ['optics', 'heat'] }), part(1, { tags: ['c'] })]
    expect(poolsOf(parts, QUESTIONS)).toEqual([2, 1, 1])
    expect(poolsOf([part(1), part(1, { difficulty: 'easy' })], QUESTIONS)).toEqual([5, 0])
    expect(eachOf(parts)).toBe(3)
  })

  it('say what is wrong with them', () => {
    const wrong = checkParts(
      [
        part(3, { difficulty: 'easy' }),
        part(2, { difficulty: 'Easy' }),
        part(0, { tags: ['optics'] }),
        part(Number.NaN, { tags: ['c'] }),
        part(1, { tags: ['heat'] }),
        part(1),
      ],
      QUESTIONS,
    )
    expect(wrong).toEqual([partTooLarge(2), PART_TWICE, PART_COUNT, PART_COUNT, partTooLarge(0), undefined])
    expect(checkParts([part(1, { tags: ['a', 'B'] }), part(2, { tags: ['b', 'A'] })], QUESTIONS)[1]).toBe(PART_TWICE)
  })

  it('are named by what they ask for', () => {
    expect(partInWords(part(1, { difficulty: 'easy', tags: ['optics'] }))).toBe('easy, optics')
    expect(partInWords(part(1))).toBe('any')
    expect(difficultiesOf(QUESTIONS)).toEqual(['Easy', 'Hard'])
    expect(tagsOf(QUESTIONS)).toEqual(['Optics', 'waves', 'C', 'C++'])
  })
})
