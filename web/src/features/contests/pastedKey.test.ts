/** Keys of pasted questions with several right options, as people write them, and what stays a question with one. */
import { describe, expect, it } from 'vitest'
import { parsePastedList } from './pastedList'

const OPTIONS = ['Lyon', 'Paris', 'Nice', 'Lille']
const LETTERED = '1. Which?\nA) Lyon\nB) Paris\nC) Nice\nD) Lille\n'
const read = (text: string) => {
  const [question, ...others] = parsePastedList(text)
  expect(others).toEqual([])
  return question
}

describe('several are right', () => {
  it.each([
    'Answer: A, C',
    'Ans: A and C',
    'Answer: A & C',
    'Answer: (A, C)',
    'Answer: (A) and (C)',
    'Answer: (A), (C)',
    'Answer: A) Lyon, C) Nice',
    'Answer: a, c',
    'Answer: C, A',
    'Answer: AC',
    'Answer: A C',
    'Answer: A; C',
    'Answer: A/C',
    'Answer: Options A and C',
    'Answer: both A and C',
    'Answer: A, C.',
    'Answer: Lyon, Nice',
    'Answer: Lyon and Nice',
    'Answer: 1, 3',
    'Correct answer: A, and C',
  ])('%s', (line) => {
    expect(read(LETTERED + line)).toMatchObject({ options: OPTIONS, rightPlaces: [0, 2], answer: '', problems: [] })
  })

  it('by stars before and behind, ticks and words', () => {
    for (const text of [
      '1. Which?\n*A) Lyon\nB) Paris\n*C) Nice\nD) Lille',
      '1. Which?\nA) Lyon *\nB) Paris\nC) Nice *\nD) Lille',
      '1. Which?\nA) Lyon ✓\nB) Paris\nC) Nice ✔\nD) Lille',
      'Which?\n* Lyon\nParis\n* Nice\nLille',
      '1. Which?\nA) Lyon (correct)\nB) Paris\nC) Nice (correct)\nD) Lille',
    ]) {
      expect(read(text), text).toMatchObject({ options: OPTIONS, rightPlaces: [0, 2], problems: [] })
    }
  })

  it('all of them, by an answer line', () => {
    expect(read(`${LETTERED}Answer: A, B, C, D`)).toMatchObject({ rightPlaces: [0, 1, 2, 3], problems: [] })
  })
})

describe('one is right', () => {
  it.each([
    ['a comma', ['red, green', 'red', 'green', 'blue'], 'Answer: red, green', 'red, green'],
    ['a comma, with its letter', ['red, green', 'red', 'green', 'blue'], 'Answer: A) red, green', 'red, green'],
    ['“and”', ['Tom', 'Jerry', 'Tom and Jerry', 'Spike'], 'Answer: C. Tom and Jerry', 'Tom and Jerry'],
    ['letters', ['A and C', 'AC', 'B', 'D'], 'Answer: AC', 'AC'],
    ['both', ['x', 'y', 'Both A and B', 'z'], 'Answer: Both A and B', 'Both A and B'],
    ['digit groups', ['1,000', '2,000', '3', '1'], 'Answer: 1,000', '1,000'],
  ])('whose text has %s', (_, options, line, answer) => {
    const text = `1. Which?\n${options.map((option, at) => `${'ABCD'[at]}) ${option}`).join('\n')}\n${line}`
    const question = read(text)
    expect(question).toMatchObject({ answer, problems: [] })
    expect(question?.rightPlaces).toBeUndefined()
  })

  it.each(['Answer: B', 'Answer: B) Paris', 'Answer: (B)', 'Answer: Paris'])('%s', (line) => {
    expect(read(LETTERED + line)?.answer).toBe('Paris')
    expect(read(LETTERED + line)?.rightPlaces).toBeUndefined()
  })

  it('and none is guessed where some of what is named is no option, or named twice, or may be a number', () => {
    for (const line of ['Answer: A, E', 'Answer: A, A', 'Answer: Lyon, Metz', 'Answer: A or C']) {
      const question = read(LETTERED + line)
      expect(question?.rightPlaces, line).toBeUndefined()
      expect(question?.problems, line).toHaveLength(1)
    }
    expect(read(`${LETTERED}Answer: A, A`)?.problems).toEqual(['The answer “A, A” names an option twice'])
    const numbers = '1. Which?\nA) 1.5\nB) 2\nC) 2.5\nD) 3\n'
    expect(read(`${numbers}Answer: 1,3`)?.rightPlaces).toBeUndefined()
  })
})
