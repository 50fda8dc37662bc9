/** Minutes as they are typed, and what is said of time given and taken. */
import { expect, it } from 'vitest'
import { DEFAULT_RULES, rulesOf } from '@/api/contestRules'
import { changedDetails } from './detailChanges'
import { askText, checkMinutes, doneText, minutesIn, spanText, timeLine } from './timeMessages'

it('reads minutes, none, and what is neither', () => {
  expect([' 45 ', '1', '1440'].map(minutesIn)).toEqual([45, 1, 1440])
  expect(minutesIn('  ')).toBeNull()
  for (const typed of ['0', '1441', '4.5', '-3', 'an hour', '1e2']) {
    expect(minutesIn(typed), typed).toBeNaN()
    expect(checkMinutes(minutesIn(typed)), typed).toHaveProperty('minutes')
  }
  expect([checkMinutes(null), checkMinutes(45)]).toEqual([{}, {}])
})

it('says how the time is set', () => {
  expect([null, 1, 45].map(timeLine)).toEqual([
    'until the contest ends',
    '1 minute for each person',
    '45 minutes for each person',
  ])
})

it('takes minutes away with 0, as a null is not heard', () => {
  const before = { title: 'Quiz', description: '', ...DEFAULT_RULES, minutes: 45 }
  expect(changedDetails(before, { ...before, minutes: null })).toEqual({ minutes: 0 })
  expect(changedDetails(before, { ...before, minutes: 30 })).toEqual({ minutes: 30 })
  expect(changedDetails(before, before)).toEqual({})
})

it('has no minutes where a reply or a draft names none', () => {
  expect([rulesOf({}).minutes, rulesOf({ minutes: 20 }).minutes, rulesOf({ minutes: '20' }).minutes]).toEqual([
    null,
    20,
    null,
  ])
})

it('tells what was done, to the second where minutes do not say it', () => {
  expect([300_000, -60_000, 61_000].map(spanText)).toEqual(['5 minutes', '−1 minute', '61 seconds'])
  const line = (action: string, millis: number, people: number) => doneText({ action, millis, people })
  expect([line('extend', 300_000, 1), line('extend', -60_000, 3)]).toEqual([
    '+5 minutes for 1 person',
    '−1 minute for 3 people',
  ])
  expect([line('pause', 0, 3), line('resume', 61_000, 3)]).toEqual([
    'Clocks stopped',
    'Clocks restarted after 61 seconds',
  ])
  expect(line('reopen', 180_000, 2)).toBe('Let in again: 2 people, 3 minutes at least')
  expect([askText('extend', '5', 'Everybody'), askText('extend', 'ugc', 'Ada')]).toEqual([
    'Everybody: +5 minutes.',
    'Ada: +ugc.',
  ])
})
