/** Likeness of texts: they are cleaned and compared as the server does it: the same table is read there. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { clean, firstAlike, isVisible, likeness, likenessOfNames, plainNumber } from './likeness'

const TABLE = JSON.parse(readFileSync('../server/tests/it/texts.json', 'utf8')) as {
  clean: Record<string, string>
  nothing: string[]
  drawn: string[]
  alike: string[][]
  alike_as_names: string[][]
  apart: [string, string][]
}

it.each(Object.entries(TABLE.clean))('cleans %j', (typed, kept) => {
  expect([clean(typed), clean(kept), isVisible(typed)]).toEqual([kept, kept, true])
})

it.each(TABLE.nothing)('sees nothing in %j', (nothing) => {
  expect([isVisible(nothing), isVisible(clean(nothing))]).toEqual([false, false])
})

it.each(TABLE.drawn)('sees %j', (drawn) => {
  expect([isVisible(drawn), clean(drawn)]).toEqual([true, drawn])
})

it.each(TABLE.alike)('takes %j and others for one', (...group) => {
  for (const other of group) {
    expect([other, likeness(other)]).toEqual([other, likeness(group[0] ?? '')])
    expect(likeness(likeness(other))).toBe(likeness(other))
  }
})

it.each(TABLE.alike_as_names)('takes %j and others for one name', (...group) => {
  for (const other of group) expect([other, likenessOfNames(other)]).toEqual([other, likenessOfNames(group[0] ?? '')])
  expect(likeness(group[0] ?? '')).not.toBe(likeness(group[1] ?? ''))
})

it.each(TABLE.apart)('keeps %j and %j apart', (one, other) => {
  expect(likeness(one)).not.toBe(likeness(other))
})

it('finds the first of two that look the same', () => {
  expect([0, 1, 2].map((at) => firstAlike(['a', "b'", 'b\u2019'], at))).toEqual([0, 1, 1])
})

it('reads the digits of all scripts', () => {
  expect(plainNumber('\u202a+\u096f\u0967\u00a0\u0669\u0668\u2011\uff17\u{1d7d4}\u202c')).toBe('+91 98-76')
})
