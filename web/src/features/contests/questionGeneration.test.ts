/** AI question generation: what is kept, what is asked for, and what a person does to drafts. */
import { describe, expect, it } from 'vitest'
import {
  cancelledAfter,
  draftsLeft,
  heldWarning,
  lostByStopping,
  NARROW_TOPICS,
  NOTES_LONG,
  NOTES_MISSING,
  NUMBER_WRONG,
  sentToProvider,
  takenSays,
} from './messages'
import {
  allowedAt,
  avoided,
  checkFields,
  type Draft,
  type DraftKind,
  dropped,
  FRESH_FIELDS,
  fitting,
  holdingOf,
  isWorthKeeping,
  kindsOf,
  lengthOf,
  NOTHING,
  numberOf,
  orderInPlaceOf,
  replaced,
  restored,
  rewritten,
  type Source,
  saved,
  suggested,
  takenBack,
  takenFrom,
  topicOf,
  wholeOrder,
} from './questionGeneration'

const draft = (key: string, part: Partial<Draft> = {}): Draft => ({
  key,
  text: `Question ${key}?`,
  options: ['a', 'b', 'c', 'd'],
  answer: 'b',
  difficulty: 'Easy',
  doubtful: false,
  source: null,
  why: null,
  from: 'Sports',
  about: true,
  takenAs: null,
  topic: 'Sports',
  fromNotes: false,
  ...part,
})
const work = (...drafts: Draft[]) => ({ ...NOTHING, drafts })

const SOURCE: Source = {
  model: null,
  topics: ['Cricket', 'Sports'],
  holdings: [{ topic: 'Sports', easy: 8, medium: 9, hard: 5 }],
  notes: false,
  leftToday: 200,
  dayEndsAt: '2026-11-20T18:30:00.000Z',
  leftThisMonth: null,
  monthEndsAt: null,
}

describe('what was kept', () => {
  it('comes back as it was', () => {
    const whole = { ...work(draft('1', { doubtful: true, why: 'so' })), dropped: ['Gone?'] }
    expect(restored(JSON.parse(JSON.stringify(whole)))).toEqual(whole)
  })

  it('is read with suspicion', () => {
    for (const strange of [null, 7, 'x', [], { fields: 3, drafts: {}, dropped: 'x' }]) {
      expect(restored(strange)).toEqual(NOTHING)
    }
    const half = {
      fields: { way: 'x', difficulty: 'odd', number: 5 },
      drafts: [{ key: 'k', text: 't', options: ['a'] }, 1],
    }
    expect(restored(half)).toEqual(NOTHING)
  })

  it.each([2, 5, 8])('has drafts of %i options', (count) => {
    const whole = work(draft('1', { options: Array.from({ length: count }, (_, at) => `option ${at}`) }))
    expect(restored(JSON.parse(JSON.stringify(whole)))).toEqual(whole)
  })

  it('is worth keeping when somebody typed or got something', () => {
    expect(isWorthKeeping(NOTHING)).toBe(false)
    expect(isWorthKeeping({ ...NOTHING, fields: { ...FRESH_FIELDS, topic: 'x' } })).toBe(true)
    expect(isWorthKeeping(work(draft('1')))).toBe(true)
  })
})

describe('what is asked for', () => {
  it('is a whole number from 1 to 20', () => {
    expect(['1', '20', ' 5 ', '५', '２０'].map(numberOf)).toEqual([1, 20, 5, 5, 20])
    expect(['', '0', '21', '2.5', '-1', 'x'].map(numberOf)).toEqual([null, null, null, null, null, null])
    expect(checkFields({ ...FRESH_FIELDS, number: '21' })).toEqual({ number: NUMBER_WRONG })
  })

  it('needs notes that fit, when it is notes', () => {
    const notes = (text: string) => checkFields({ ...FRESH_FIELDS, way: 'notes', notes: text }).notes
    expect(notes(' ')).toBe(NOTES_MISSING)
    expect(notes('ü'.repeat(60_000))).toBeUndefined()
    expect(notes('ü'.repeat(60_001))).toBe(NOTES_LONG)
    expect(lengthOf(' 🏏🏏 ')).toBe(2)
  })

  it('never names notes that belong to the other tab', () => {
    const fields = { ...FRESH_FIELDS, topic: ' Sports ', notes: 'Long.', difficulty: 'hard' as const }
    const asked = wholeOrder('c1', { ...NOTHING, fields })
    expect(asked).toEqual({
      contestId: 'c1',
      topic: 'Sports',
      number: 5,
      difficulty: 'hard',
      notes: null,
      avoid: [],
      kinds: null,
    })
    expect(wholeOrder('c1', { ...NOTHING, fields: { ...fields, way: 'notes' } }).notes).toBe('Long.')
  })

  it('asks for kinds only where another than the usual is chosen, and for one more of its kind', () => {
    const of = (...kinds: DraftKind[]) =>
      wholeOrder('c1', { ...NOTHING, fields: { ...FRESH_FIELDS, topic: 'Sports', kinds: kindsOf(kinds) } }).kinds
    expect([of(), of('single'), of('text', 'number')]).toEqual([null, null, ['number', 'text']])
    const typed = draft('t', { options: [], answer: '', typed: { kind: 'text', accepted: ['Mysuru'] } })
    const several = draft('s', { answer: '', rightPlaces: [0, 2] })
    expect([typed, several, draft('o')].map((each) => orderInPlaceOf(each, 'c1', NOTHING).kinds)).toEqual([
      ['text'],
      ['several'],
      null,
    ])
  })

  it('keeps drafts of every kind in the browser, and what is right of them', () => {
    const all = [
      draft('o'),
      draft('s', { answer: '', rightPlaces: [0, 2] }),
      draft('n', { options: [], answer: '', typed: { kind: 'number', value: '9.81', tolerance: '2%', unit: 'm/s' } }),
      draft('t', { options: [], answer: '', typed: { kind: 'text', accepted: ['Mysuru'] } }),
    ]
    const fields = { ...FRESH_FIELDS, kinds: ['several', 'text'] as const }
    const kept = restored(JSON.parse(JSON.stringify({ ...work(...all), fields })))
    expect(kept.drafts).toEqual(all)
    expect(kept.fields.kinds).toEqual(['several', 'text'])
    expect(restored({ fields: { kinds: ['essay'] } }).fields.kinds).toEqual(['single'])
  })

  it('a rewrite is of the kind it is now, and what was right before is no reason any more', () => {
    const several = draft('s', { answer: '', rightPlaces: [0, 2], why: 'So.', doubtful: true })
    const { text, options, answer } = several
    const change = (part: object) => rewritten(work(several), 's', { text, options, answer, ...part }).drafts[0]
    expect(change({ rightPlaces: [2, 0] })).toMatchObject({ rightPlaces: [2, 0], why: 'So.', doubtful: false })
    expect(change({ rightPlaces: [0] })).toMatchObject({ rightPlaces: [0], why: null })
    const typed = change({ options: [], typed: { kind: 'text', accepted: ['Mysuru'] } })
    expect(typed).toMatchObject({ typed: { kind: 'text', accepted: ['Mysuru'] }, why: null })
    expect(typed).not.toHaveProperty('rightPlaces')
    expect(rewritten(work(several), 's', {}).drafts[0]).toMatchObject({ rightPlaces: [0, 2], why: 'So.' })
  })

  it('needs no topic beside notes: their first words stand for it', () => {
    const of = (notes: string, topic = '') => topicOf({ way: 'notes', topic, notes })
    expect(of('Long notes.', ' Stacks ')).toBe('Stacks')
    expect(of('\n\n---\n## Week 3: Stacks\tand queues\nMore.')).toBe('Week 3: Stacks and queues')
    expect(of(' \n')).toBe('')
    const long = of('word '.repeat(50))
    expect(long.length).toBeLessThanOrEqual(80)
    expect(long.endsWith('word')).toBe(true)
    expect([...of('🏏'.repeat(300))]).toHaveLength(80)
    expect(topicOf({ way: 'topic', topic: '', notes: 'Long notes.' })).toBe('')
    const fields = { ...FRESH_FIELDS, way: 'notes' as const, notes: 'A stack is LIFO.\nMore.' }
    expect(wholeOrder('c1', { ...NOTHING, fields })).toMatchObject({
      topic: 'A stack is LIFO.',
      notes: 'A stack is LIFO.\nMore.',
    })
  })

  it('avoids the newest forty of what is there or was dropped', () => {
    const many = Array.from({ length: 30 }, (_, at) => draft(String(at)))
    const gone = Array.from({ length: 30 }, (_, at) => `Gone ${at}?`)
    const told = avoided({ ...work(...many), dropped: gone })
    expect(told).toHaveLength(40)
    expect(told[0]).toBe('Question 29?')
    expect(told[30]).toBe('Gone 29?')
    const long = avoided(work(...many.map((each) => ({ ...each, text: each.text.padEnd(1500, 'x') }))))
    expect(long.join('').length).toBeLessThanOrEqual(20_000)
    expect(long.length).toBeGreaterThan(10)
  })

  it('is one of the same kind in the place of another', () => {
    const from = draft('1', { difficulty: 'Hard', fromNotes: true })
    const fields = { ...FRESH_FIELDS, topic: 'Something else', notes: 'The notes.' }
    expect(orderInPlaceOf(from, 'c1', { ...work(from), fields })).toEqual({
      contestId: 'c1',
      topic: 'Sports',
      number: 1,
      difficulty: 'hard',
      notes: 'The notes.',
      avoid: ['Question 1?'],
      kinds: null,
    })
    expect(orderInPlaceOf(draft('2', { difficulty: 'odd' }), 'c1', { ...NOTHING, fields })).toMatchObject({
      difficulty: null,
      notes: null,
    })
  })
})

describe('how many there may be', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  const month = { ...SOURCE, leftThisMonth: 3, monthEndsAt: '2026-11-30T18:30:00.000Z' }

  it('is what the day leaves, or the month where that is less', () => {
    expect(allowedAt(now, SOURCE)).toEqual({ left: 200, of: 'day', until: SOURCE.dayEndsAt })
    expect(allowedAt(now, month)).toEqual({ left: 3, of: 'month', until: month.monthEndsAt })
    expect(allowedAt(now, { ...month, leftToday: 1 })).toMatchObject({ left: 1, of: 'day' })
    expect(allowedAt(now, { ...month, leftToday: 0, leftThisMonth: 0 })).toMatchObject({ left: 0, of: 'month' })
    expect(allowedAt(now, { ...SOURCE, leftToday: null })).toBeNull()
  })

  it('is not held against anybody when the day or the month is over', () => {
    const later = Date.parse('2026-11-20T18:30:00Z')
    expect(allowedAt(later, { ...SOURCE, leftToday: 0 })).toBeNull()
    expect(allowedAt(later, { ...month, leftToday: 0 })).toMatchObject({ left: 3, of: 'month' })
  })

  it('is said before the server has to', () => {
    const number = (typed: string, left: number, of: 'day' | 'month' = 'day') =>
      checkFields({ ...FRESH_FIELDS, number: typed }, { left, of, until: null }).number
    expect(number('5', 5)).toBeUndefined()
    expect(number('5', 3)).toBe('Only 3 are left today: choose a smaller number')
    expect(number('2', 1, 'month')).toBe('Only 1 is left this month: choose a smaller number')
    expect(number('21', 3)).toBe(NUMBER_WRONG)
    expect(draftsLeft(1, 'day', 'X')).toBe('1 more draft today.')
    expect(draftsLeft(0, 'day', 'Nov 21, 2026, 12:00 AM')).toBe(
      'You have had as many questions drafted as one day allows. A new day begins on Nov 21, 2026, 12:00 AM.',
    )
    expect(draftsLeft(0, 'month', null)).toBe('As many questions have been drafted here as one month allows.')
  })

  it('ends with what the bank holds', () => {
    expect(holdingOf(SOURCE, ' sports ')).toEqual(SOURCE.holdings[0])
    expect(holdingOf(SOURCE, 'Cricket')).toBeNull()
    expect(heldWarning(5, 'hard')).toBe('There are only 5 hard questions on this topic.')
    expect(heldWarning(1, '')).toBe('There is only 1 question on this topic.')
    expect(heldWarning(0, 'easy')).toBe('There are no easy questions on this topic.')
  })
})

describe('what is said before and after', () => {
  it('names what leaves the server, and to which model', () => {
    expect(sentToProvider('small-one', false)).toMatch(/^Your topic is sent to the AI provider .*\(small-one\)/)
    expect(sentToProvider('small-one', true)).toMatch(/^Your topic and the whole text of your notes are sent to/)
  })

  it('tells what becomes of what was written', () => {
    expect(cancelledAfter(0)).toBe('Cancelled. Nothing was written.')
    expect(cancelledAfter(1)).toBe('Cancelled. The one question written so far is gone, and still counts for today.')
    expect(cancelledAfter(3)).toBe('Cancelled. The 3 questions written so far are gone, and still count for today.')
    expect(lostByStopping(0, 5, 0)).toBe('Nothing is written yet.')
    expect(lostByStopping(2, 5, 1)).toBe(
      '2 of 5 are written. If you stop now, they are gone, and still count for today. The draft already here stays on this device.',
    )
  })
})

describe('drafts', () => {
  const three = work(draft('1'), draft('2', { doubtful: true }), draft('3'))
  const keys = (now: typeof three) => now.drafts.map((each) => each.key).join('')

  it('are dropped, and come back where they were', () => {
    const without = dropped(three, '2')
    expect(keys(without)).toBe('13')
    expect(without.dropped).toEqual(['Question 2?'])
    const [, second] = three.drafts
    expect(second && takenBack(without, second, 1)).toEqual(three)
    expect(dropped(three, 'x')).toBe(three)
  })

  it('give way to another one, which they do not become again', () => {
    const now = replaced(three, '2', draft('4'))
    expect(keys(now)).toBe('143')
    expect(now.dropped).toEqual(['Question 2?'])
    expect(replaced(three, 'x', draft('4'))).toBe(three)
  })

  it('are no longer in doubt once somebody looked', () => {
    expect(rewritten(three, '2', {}).drafts[1]?.doubtful).toBe(false)
    expect(rewritten(three, '2', { text: 'Other?' }).drafts[1]).toMatchObject({ text: 'Other?', answer: 'b' })
    const reasoned = work(draft('1', { why: 'It is b.' }))
    const why = (change: Parameters<typeof rewritten>[2]) => rewritten(reasoned, '1', change).drafts[0]?.why
    const { text, options, answer } = draft('1')
    expect(why({})).toBe('It is b.')
    expect(why({ text, options: [...options], answer })).toBe('It is b.')
    expect(why({ text: 'Other?' })).toBeNull()
    expect(why({ options: ['a', 'b', 'c', 'other'] })).toBeNull()
    expect(why({ options: ['a', 'b', 'c'] }), 'one was removed').toBeNull()
    expect(why({ answer: 'c' })).toBeNull()
  })

  it('leave when they are saved, and need not be avoided: the server knows them', () => {
    const now = saved(three, '1')
    expect(keys(now)).toBe('23')
    expect(now.dropped).toEqual([])
  })
})

describe('topics', () => {
  const topics = Array.from({ length: 48 }, (_, at) => `Topic ${at}`)

  it('are a few from all over, until something is typed', () => {
    expect(fitting(topics, ' ')).toEqual(['Topic 0', 'Topic 8', 'Topic 16', 'Topic 24', 'Topic 32', 'Topic 40'])
    expect(fitting(['Sports', 'Films'], '')).toEqual(['Sports', 'Films'])
    expect(fitting([], '')).toEqual([])
  })

  it('fit in their beginning, then anywhere, and need not be said again', () => {
    const some = ['World History', 'Indian History', 'Cricket', 'Hindi', 'History of India']
    expect(fitting(some, ' hi')).toEqual(['Hindi', 'History of India', 'World History', 'Indian History'])
    expect(fitting(some, 'cricket')).toEqual(some)
    expect(fitting(some, 'knitting')).toEqual(some)
    expect(fitting(topics, 'topic')).toHaveLength(6)
  })
})

describe('suggestions', () => {
  it('are topics of the bank, or narrow ones for a provider, which takes any', () => {
    expect(suggested(SOURCE, '')).toEqual(['Cricket', 'Sports'])
    const provider = { ...SOURCE, model: 'small-one' }
    expect(suggested(provider, ' ')).toEqual(NARROW_TOPICS)
    expect(suggested(provider, 'operating')).toEqual(['Deadlocks in operating systems'])
    expect(suggested(provider, 'spo')).toEqual(['Sports'])
    expect(suggested(provider, 'grandmothers')).toEqual(NARROW_TOPICS)
  })
})

describe('how a topic was taken', () => {
  const says = (...drafts: Draft[]) => takenFrom(drafts).map(takenSays)
  const os = { topic: 'deadlock', from: 'Operating systems' }
  const many = (count: number, part: Partial<Draft>) =>
    Array.from({ length: count }, (_, at) => draft(`${JSON.stringify(part)}${at}`, part))

  it('needs no words when it is plain', () => {
    expect(says(draft('1'), draft('2', os), draft('3', { from: null, about: false }))).toEqual([])
  })

  it('says what was guessed', () => {
    expect(says(draft('1', { topic: 'pythn', from: 'Python', takenAs: 'Python' }))).toEqual(['Taken as Python.'])
    expect(says(draft('1', { ...os, topic: 'deadlok', takenAs: 'deadlock' }))).toEqual(['Taken as “deadlock”.'])
  })

  it('says how much is about a part', () => {
    const [about, others] = [many(4, os), many(6, { ...os, about: false })]
    expect(says(...about, ...others)).toEqual([
      'Quad has no shelf of its own for “deadlock”. 4 of these 10 are about it, the others are from Operating systems.',
    ])
    expect(says(...many(1, os), ...many(1, { ...os, about: false }))).toEqual([
      'Quad has no shelf of its own for “deadlock”. 1 of these 2 is about it, the other is from Operating systems.',
    ])
    const python = { topic: 'python decorators', from: 'Python', about: false }
    expect(says(...many(5, python), draft('x', { topic: 'pythn', from: 'Python', takenAs: 'Python' }))).toEqual([
      'Quad has no shelf of its own for “python decorators”. None of these 5 is about it; they are from Python.',
      'Taken as Python.',
    ])
    expect(says(draft('1', { ...os, topic: 'deadlok', takenAs: 'deadlock', about: false }))).toEqual([
      'Taken as “deadlock”. Quad has no shelf of its own for “deadlock”. This one is not about it; it is from Operating systems.',
    ])
  })

  it('is kept with the drafts, and an older one is about what was asked for', () => {
    const kept = restored({ drafts: [draft('1', { about: false, takenAs: 'deadlock' })] })
    expect(kept.drafts[0]).toMatchObject({ from: 'Sports', about: false, takenAs: 'deadlock' })
    const { from: _from, about: _about, takenAs: _takenAs, ...older } = draft('2')
    expect(restored({ drafts: [older] }).drafts[0]).toMatchObject({ from: null, about: true, takenAs: null })
  })
})
