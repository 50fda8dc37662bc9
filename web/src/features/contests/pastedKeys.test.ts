/** Keys of pasted questions are read as `quad questions check` reads them: both go through one table. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parsePastedList } from './pastedList'

type Case = { text: string; number?: string[]; texts?: string[]; right?: string[]; refused?: true }

const TABLE = JSON.parse(readFileSync('../crates/questionfile/tests/it/typed_keys.json', 'utf8')) as Case[]

it('has a table worth reading', () => expect(TABLE.length).toBeGreaterThan(50))

it.each(TABLE)('reads $text as the table says', ({ text, number, texts, right, refused }) => {
  const [question, ...others] = parsePastedList(text)
  expect(others).toEqual([])
  if (refused) return expect(question?.problems).not.toEqual([])
  expect(question?.problems).toEqual([])
  const typed = question?.typed
  if (number) {
    const [value, tolerance, unit] = number
    return expect(typed).toEqual({ kind: 'number', value, tolerance, unit })
  }
  if (texts) return expect(typed).toEqual({ kind: 'text', accepted: texts })
  const places = question?.rightPlaces ?? [question?.options.indexOf(question.answer) ?? -1]
  expect(places.map((at) => question?.options[at])).toEqual(right)
})
