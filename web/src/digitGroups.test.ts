/** Groups of digits: which commas part thousands. */
import { expect, it } from 'vitest'
import { eventFrom, NO_EVENT } from '@/features/events/model'
import { countOf } from '@/features/operations/model'
import { withoutGroups } from '@/lib/digitGroups'

const GROUPED: [typed: string, number: number][] = [
  ['1,000', 1000],
  ['10,000', 10_000],
  ['1,00,000', 100_000],
  ['100,000', 100_000],
  ['१,०००', 1000],
  ['1，000', 1000],
  ['１，０００', 1000],
  ['1٬000', 1000],
  ['١٬٠٠٠', 1000],
  [' 1,000 ', 1000],
]
const OTHERS = ['1,00', ',100', '1,', '1,2,345', '1234,567', '1,,000', '1,000,', '1.000', '1;000']

it.each(GROUPED)('places and creations take %s', (typed, number) => {
  expect(eventFrom({ ...NO_EVENT, capacity: typed }, 'Asia/Kolkata').capacity).toBe(number)
  expect(countOf(typed)).toBe(number)
  expect(countOf(`-${typed.trim()}`)).toBe(-number)
})

it.each(OTHERS)('they take no other comma or sign: %s', (typed) => {
  expect(eventFrom({ ...NO_EVENT, capacity: typed }, 'Asia/Kolkata').capacity).toBeNull()
  expect(countOf(typed)).toBeNull()
})

it('leaves what has no groups as it is', () => {
  for (const text of ['', '12', '-3', 'many', '1,00', '1.5']) expect(withoutGroups(text)).toBe(text)
})
