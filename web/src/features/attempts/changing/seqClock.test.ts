/** Numbers of changes: they rise on each device whatever is reloaded, no two devices have the same, and later is higher. */
import { expect, it } from 'vitest'
import type { Kept } from '@/lib/storage'
import { openSeqClock, seqAfter } from './seqClock'

function device() {
  let kept: unknown = null
  const time = { ticks: 0, wall: 1_000_000 }
  const store: Kept<never> = {
    read: () => kept as never,
    write: (value) => {
      kept = JSON.parse(JSON.stringify(value))
    },
    clear: () => {
      kept = null
    },
  }
  return {
    time,
    pass(ms: number) {
      time.ticks += ms
      time.wall += ms
    },
    open: (attempt = '7') =>
      openSeqClock(attempt, { store: store as never, ticks: () => time.ticks, wall: () => time.wall }),
    keep: (value: unknown) => store.write(value as never),
  }
}
const BASE = 1024 * 5000

it('goes by the time since the base came, and stays in its own class', () => {
  const { open, pass } = device()
  const clock = open()
  clock.adopt(BASE + 3)
  expect(clock.next(0)).toBe(BASE + 3)
  pass(250)
  expect(clock.next(0)).toBe(BASE + 3 + 1024 * 250)
  for (const known of [BASE, BASE + 3, BASE + 4, BASE + 1024 * 9999 + 17]) {
    const next = seqAfter(BASE + 3, 0, known)
    expect(next).toBeGreaterThan(known)
    expect(next % 1024).toBe(3)
  }
})

it('rises within one millisecond, past what is known of others, and when the clock of the device is set back', () => {
  const { open, pass, time } = device()
  const clock = open()
  clock.adopt(BASE)
  const first = clock.next(0)
  expect(clock.next(0)).toBeGreaterThan(first)
  const far = BASE + 1024 * 60_000 + 77
  expect(clock.next(far)).toBeGreaterThan(far)
  const last = clock.next(0)
  pass(10)
  time.wall -= 3_600_000
  time.ticks = 0
  const again = open()
  again.adopt(BASE)
  expect(again.next(0)).toBeGreaterThan(last)
})

it('goes on after a reload that brings the same base, an older one, or one behind what was used', () => {
  const { open, pass } = device()
  const before = open()
  before.adopt(BASE)
  pass(60_000)
  const used = before.next(0)
  for (const base of [BASE, BASE - 1024, BASE + 1024 * 1000 + 1]) {
    pass(10)
    const clock = open()
    clock.adopt(base)
    expect(clock.next(0), String(base - BASE)).toBeGreaterThan(used)
  }
})

it('counts the time that passed while the page was closed', () => {
  const { open, pass } = device()
  open().adopt(BASE)
  pass(120_000)
  const clock = open()
  clock.adopt(BASE)
  expect(clock.next(0)).toBe(BASE + 1024 * 120_000)
})

it('takes nothing from another attempt, or from what is damaged', () => {
  const { open, keep } = device()
  const other = open('6')
  other.adopt(BASE * 9)
  const clock = open('7')
  clock.adopt(BASE)
  expect(clock.next(0)).toBe(BASE)
  keep({ attempt: '8', base: 'x', at: null })
  const damaged = open('8')
  damaged.adopt(BASE)
  expect(damaged.next(0)).toBe(BASE)
})

it('two tabs of one device never use the same number, though they have the same base', () => {
  const { open, pass } = device()
  const tabs = [open(), open()]
  for (const tab of tabs) tab.adopt(BASE)
  const used: number[] = []
  for (let n = 0; n < 50; n += 1) {
    if (n % 3 === 0) pass(1)
    used.push((tabs[n % 2] as (typeof tabs)[0]).next(0))
  }
  expect(new Set(used).size).toBe(50)
  expect(used).toEqual([...used].sort((a, b) => a - b))
})
