/** Pasted questions without options: what their answer lines mean, and what is not guessed. */
import { expect, it } from 'vitest'
import { parsePastedList } from './pastedList'
import { otherKind, typedMeant, withKind } from './pastedTyped'

const number = (value: string, tolerance = '', unit = '') => ({ kind: 'number', value, tolerance, unit })
const text = (...accepted: string[]) => ({ kind: 'text', accepted })

it.each([
  ['9.81', number('9.81')],
  ['-4', number('-4')],
  ['3/4', number('3/4')],
  ['1.5e3', number('1.5e3')],
  ['9.81 ± 0.05 m/s²', number('9.81', '0.05', 'm/s²')],
  ['9.81 m/s² ± 0.05 m/s²', number('9.81', '0.05', 'm/s²')],
  ['9.81+/-2%', number('9.81', '2%')],
  ['9.81 ± 2 % m/s²', number('9.81', '2%', 'm/s²')],
  ['12 ± 1 years', number('12', '1', 'years')],
  ['9.81 m/s²', number('9.81', '', 'm/s²')],
  ['50%', number('50', '', '%')],
  ['20 kg·m', number('20', '', 'kg·m')],
  ['5 eV', number('5', '', 'eV')],
  ['Mysuru', text('Mysuru')],
  ['Mysuru / Mysore', text('Mysuru', 'Mysore')],
  ['TCP/IP', text('TCP/IP')],
  ['3 May', text('3 May')],
  ['1857-1858', text('1857-1858')],
  ['12 years', text('12 years')],
  ['A cat', text('A cat')],
  ['(text): 9.81', text('9.81')],
  ['(text) B', text('B')],
  ['(number): 12 years', number('12', '', 'years')],
])('takes “%s” for what it says', (answer, key) => {
  expect(typedMeant(answer)).toEqual(key)
})

it.each(['B', '(B)', 'b', 'B) Queue', 'A, C', 'A and C', 'Option B', 'Options A and C'])(
  'does not take “%s”, which may name an option',
  (answer) => expect(typedMeant(answer)).toBeNull(),
)

it('says what else it could be', () => {
  expect(otherKind('9.81', { kind: 'number', value: '9.81', tolerance: '', unit: '' })).toBe('text')
  expect(otherKind('12 years', { kind: 'text', accepted: ['12 years'] })).toBe('number')
  expect(otherKind('(text): 12 years', { kind: 'text', accepted: ['12 years'] })).toBe('number')
  expect(otherKind('Mysuru', { kind: 'text', accepted: ['Mysuru'] })).toBeNull()
})

const LIST = `1. What is g at the equator?
Answer: 9.81 ± 0.05 m/s²

2. Which city has the palace?
Ans: Mysuru / Mysore
Explanation: It was renamed.

3. First in, first out?
A) Stack
B) Queue
Answer: B

4. How many bits has a byte?
It is a power of two.
Answer: 8`

it('reads them among questions with options, which stay as they are', () => {
  const read = parsePastedList(LIST)
  expect(read.map(({ problems }) => problems)).toEqual([[], [], [], []])
  expect(read.map(({ typed }) => typed)).toEqual([
    number('9.81', '0.05', 'm/s²'),
    text('Mysuru', 'Mysore'),
    undefined,
    number('8'),
  ])
  expect(read[1]).toMatchObject({ text: 'Which city has the palace?', options: [], explanation: 'It was renamed.' })
  expect(read[2]).toMatchObject({ options: ['Stack', 'Queue'], answer: 'Queue' })
  expect(read[3]?.text).toBe('How many bits has a byte?\nIt is a power of two.')
})

it('asks for a look instead of guessing', () => {
  expect(parsePastedList('1. Which?\nAnswer: B')[0]?.problems[0]).toContain('No options found')
  expect(parsePastedList('1. Which?')[0]?.problems[0]).toContain('No options found')
  const [long] = parsePastedList('1. How many?\nAnswer: 1,234')
  expect(long?.problems).toEqual([expect.stringContaining('1234 or 1.234')])
  expect(parsePastedList('1. Water is wet.\nAnswer: True')[0]).toMatchObject({ options: ['True', 'False'] })
})

it('changes the kind in the text, which stays the one thing that is edited', () => {
  const [first] = parsePastedList(LIST)
  const changed = withKind(LIST, first ?? { from: 0, to: 0 }, 'text')
  expect(changed).toContain('Answer (text): 9.81 ± 0.05 m/s²')
  expect(parsePastedList(changed)[0]).toMatchObject({ typed: text('9.81 ± 0.05 m/s²'), otherKind: 'number' })
  const [again] = parsePastedList(changed)
  const back = withKind(changed, again ?? { from: 0, to: 0 }, 'number')
  expect(parsePastedList(back)[0]?.typed).toEqual(number('9.81', '0.05', 'm/s²'))
  expect(parsePastedList(back).slice(1)).toEqual(parsePastedList(LIST).slice(1))
})
