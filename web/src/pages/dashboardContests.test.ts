/** Which contest stands where on the dashboard. */
import { expect, it } from 'vitest'
import { DEFAULT_RULES } from '@/api/contestRules'
import type { ListedContest } from '@/features/attempts/model'
import { greeting, headline, splitContests } from './dashboardContests'

const NOW = 1_000_000
const contest = (
  id: string,
  startsAt: number | null,
  endsAt: number | null,
  more: Partial<ListedContest> = {},
): ListedContest => ({
  id,
  title: id,
  description: '',
  startsAt,
  endsAt,
  isPublic: true,
  questionCount: 10,
  participants: 0,
  joined: false,
  completed: false,
  answered: 0,
  rank: null,
  own: false,
  ...DEFAULT_RULES,
  ...more,
})
const ids = (contests: ListedContest[]) => contests.map((c) => c.id)

it('puts each contest in one place', () => {
  const around = [
    contest('runs-long', 0, NOW + 900),
    contest('runs-short', 0, NOW + 100),
    contest('endless', 0, null),
    contest('mine', 0, NOW + 50, { own: true }),
    contest('open', 0, NOW + 300, { joined: true }),
    contest('handed-in', 0, NOW + 300, { joined: true, completed: true }),
    contest('later', NOW + 500, NOW + 900),
    contest('mine-next', NOW + 600, NOW + 900, { own: true }),
    contest('soon', NOW + 1, NOW + 900),
    contest('missed', 0, NOW - 10),
  ]
  const joined = [
    contest('open', 0, NOW + 300, { joined: true }),
    contest('old', 0, NOW - 900, { joined: true, completed: true, rank: 3 }),
    contest('just-over', 0, NOW, { joined: true, completed: true }),
  ]
  const made = [
    contest('over', 0, NOW - 10, { own: true }),
    contest('mine-later', NOW + 700, NOW + 900, { own: true }),
    contest('mine-next', NOW + 600, NOW + 900, { own: true, isPublic: false }),
    contest('mine', 0, NOW + 50, { own: true }),
  ]
  const split = splitContests(around, joined, made, NOW)
  expect(ids(split.own)).toEqual(['mine', 'mine-next', 'mine-later'])
  expect(ids(split.inProgress)).toEqual(['open'])
  expect(ids(split.running)).toEqual(['runs-short', 'runs-long', 'endless'])
  expect(ids(split.waiting)).toEqual(['handed-in'])
  expect(ids(split.next)).toEqual(['soon', 'later'])
  expect(ids(split.results)).toEqual(['just-over', 'old'])
  expect(headline(split, NOW)).toBe('A contest is waiting for you to finish it.')
})

it('says what is on', () => {
  const said = (around: ListedContest[], made: ListedContest[] = []) =>
    headline(splitContests(around, [], made, NOW), NOW)
  const [running, later] = [contest('a', 0, NOW + 1), contest('b', NOW + 1, NOW + 2)]
  const own = (one: ListedContest) => ({ ...one, id: `own-${one.id}`, own: true })
  expect(said([running])).toBe('One contest is running now.')
  expect(said([])).toBe('Nothing is planned right now.')
  expect(said([later])).toMatch(/comes next/)
  expect(said([running], [own(running)])).toBe('Your contest is running now.')
  expect(said([], [own(running), own({ ...running, id: 'c' })])).toBe('2 of your contests are running now.')
  expect(said([running], [own(later)])).toBe('One contest is running now.')
  expect(said([], [own(later)])).toMatch(/comes next/)
})

it('greets by the first name', () => {
  expect(greeting('Ananya Sharma')).toBe('Hello, Ananya')
  expect(greeting(' ')).toBe('Hello')
  expect(greeting('Dr Böss')).toBe('Hello, Böss')
  expect(greeting('Prof. Asha Rao')).toBe('Hello, Asha')
  expect(greeting('डॉ. आशा राव')).toBe('Hello, आशा')
  expect(greeting('A. P. J. Abdul Kalam')).toBe('Hello, A. P. J. Abdul Kalam')
  expect(greeting('K Meera')).toBe('Hello, K Meera')
  expect(greeting('Dr.')).toBe('Hello, Dr.')
})
