/** The rules of a registration form: what may be asked, and which answers fit. The server's tests read the same answers. */
import { describe, expect, it } from 'vitest'
import FORM_ANSWERS from './form_answers.json'
import * as messages from './messages'
import {
  type BuiltField,
  builtForm,
  checkAnswer,
  checkAnswers,
  checkFields,
  type Field,
  freeName,
  isSameAnswers,
  KINDS,
  type Kind,
  labelOf,
  MAX_OPTIONS,
  nameFromLabel,
  newField,
  onBench,
  restoredFields,
  sentAnswers,
  withOptions,
} from './registrationFields'

const built = (part: Partial<BuiltField> = {}): BuiltField => ({
  key: 'k',
  name: 'a',
  label: 'A',
  kind: 'text',
  required: false,
  options: [],
  ...part,
})
const marksOf = (...fields: Partial<BuiltField>[]) =>
  checkFields(fields.map((field, at) => built({ key: `k${at}`, name: `n${at}`, ...field })))

describe('names', () => {
  it('counts from the place, over what is taken', () => {
    expect(freeName([])).toBe('field_1')
    expect(freeName([{ name: 'field_1' }])).toBe('field_2')
    // The first of three was removed: the next must not be called like the last.
    expect(freeName([{ name: 'field_2' }, { name: 'field_3' }])).toBe('field_4')
    expect(freeName([{ name: 'team' }])).toBe('field_2')
  })

  it.each([
    ['Team name?', 'team_name'],
    ['  Año / Groß 2 ', 'ano_gro_2'],
    ['2nd choice', 'nd_choice'],
    ['भोजन', null],
    ['???', null],
    ['x'.repeat(90), 'x'.repeat(61)],
  ])('makes a name of "%s"', (label, name) => {
    expect(nameFromLabel(label, [])).toBe(name)
  })

  it('gives no name twice', () => {
    expect(nameFromLabel('Team', [{ name: 'team' }, { name: 'team_2' }])).toBe('team_3')
    // Whatever it makes passes its own rule.
    const name = nameFromLabel('y'.repeat(90), [{ name: 'y'.repeat(61) }]) ?? ''
    expect(marksOf({ name })).toEqual({})
  })

  it('keeps keys apart when fields come and go', () => {
    const first = newField('text', [])
    const second = newField('date', [first])
    const third = newField('tel', [second])
    expect(new Set([first.key, second.key]).size).toBe(2)
    expect(third.key).not.toBe(second.key)
    expect(third.name).not.toBe(second.name)
  })
})

describe('a definition', () => {
  it('passes with six kinds', () => {
    const kinds: Kind[] = ['text', 'email', 'tel', 'number', 'date', 'select']
    expect(marksOf(...kinds.map((kind) => ({ kind, options: kind === 'select' ? ['A', 'B'] : [] })))).toEqual({})
    expect(marksOf()).toEqual({})
  })

  it.each(['1st', '_a', 'a-b', 'a b', 'ä', '__proto__', 'x'.repeat(65)])('refuses the name %s', (name) => {
    expect(marksOf({ name })).toEqual({ k0: { name: messages.NAME_STRANGE } })
  })

  it('refuses the name that Quad itself sends', () => {
    expect(marksOf({ name: ' sentBy ' })).toEqual({ k0: { name: messages.NAME_RESERVED } })
    expect(marksOf({ name: 'sentby' }, { name: 'sent_by' })).toEqual({})
  })

  it('refuses a name twice, a label too long, options that do not work', () => {
    expect(marksOf({ name: 'a' }, { name: ' a ' })).toEqual({ k1: { name: messages.nameTaken('a') } })
    // A blank name is the place's own.
    expect(marksOf({ name: '' }, { name: 'field_1' })).toEqual({ k1: { name: messages.nameTaken('field_1') } })
    expect(marksOf({ label: 'x'.repeat(121) })).toEqual({ k0: { label: messages.LABEL_LONG } })
    expect(marksOf({ label: '😀'.repeat(120) })).toEqual({})
    for (const unseen of ['\u200b', ' \ufffc ', '\u2800\u2800', '\u3164']) {
      expect(marksOf({ label: unseen })).toEqual({ k0: { label: messages.LABEL_UNSEEN } })
    }
    expect(marksOf({ label: ' ' })).toEqual({})
    const select = (options: string[]) => marksOf({ kind: 'select', options }).k0?.options
    expect(select([])).toBe(messages.OPTIONS_MISSING)
    expect(select(['a', ' '])).toBe(messages.OPTION_BLANK)
    expect(select(['a', '\u200b'])).toBe(messages.OPTION_BLANK)
    expect(select(['a', ' a '])).toBe(messages.OPTIONS_SAME)
    expect(select(['A – B', 'A  - B'])).toBe(messages.OPTIONS_SAME)
    expect(select(['2⁵', '25', 'x', 'X'])).toBeUndefined()
    expect(select(Array.from({ length: 51 }, (_, i) => `o${i}`))).toBe(messages.OPTIONS_MANY)
    // Options left over from another kind say nothing.
    expect(marksOf({ kind: 'text', options: ['', ''] })).toEqual({})
  })

  it('is sent trimmed, options only of a select, a missing label as the name', () => {
    expect(
      builtForm([
        built({ name: ' team ', label: ' Team ', kind: 'select', options: [' A ', 'B'], required: true }),
        built({ name: '', label: ' ', kind: 'number', options: ['left over'] }),
      ]),
    ).toEqual([
      { name: 'team', label: 'Team', kind: 'select', required: true, options: ['A', 'B'] },
      { name: 'field_2', label: 'field_2', kind: 'number', required: false, options: [] },
    ])
  })

  it('comes back to the bench as it was', () => {
    const form: Field[] = [
      { name: 'team', label: 'Team', kind: 'text', required: true, options: [] },
      { name: 'field_2', label: 'field_2', kind: 'date', required: false, options: [] },
    ]
    const bench = onBench(form)
    expect(bench.map(labelOf)).toEqual(['Team', 'field_2'])
    expect(bench[1]?.label).toBe('')
    expect(builtForm(bench)).toEqual(form)
  })

  it('takes from the store of a browser only what is a form', () => {
    expect(restoredFields('x')).toEqual([])
    expect(restoredFields([null, 3, { kind: 'file' }])).toEqual([])
    const back = restoredFields([
      { key: 'f1', name: 'team', label: 'Team', kind: 'select', required: true, options: ['A', 7] },
      { kind: 'date' },
    ])
    expect(back).toEqual([
      { key: 'f1', name: 'team', label: 'Team', kind: 'select', required: true, options: ['A'] },
      { key: 'f2', name: 'field_2', label: '', kind: 'date', required: false, options: [] },
    ])
  })
})

describe('options', () => {
  it('are added only if not blank, a list line by line', () => {
    expect(withOptions(['A'], '   ')).toEqual({ options: ['A'], left: '' })
    expect(withOptions(['A'], ' B ').options).toEqual(['A', 'B'])
    expect(withOptions([], 'Vegetarian\r\n\n  Jain \nVegan').options).toEqual(['Vegetarian', 'Jain', 'Vegan'])
  })

  it('are not added twice, too long or beyond fifty', () => {
    expect(withOptions(['A'], 'A')).toEqual({ options: ['A'], left: messages.optionThere('A') })
    expect(withOptions([], 'x'.repeat(201))).toEqual({ options: [], left: messages.OPTION_LONG })
    const many = withOptions([], Array.from({ length: 60 }, (_, i) => `o${i}`).join('\n'))
    expect([many.options.length, many.left]).toEqual([MAX_OPTIONS, messages.OPTIONS_MANY])
  })
})

describe('answers', () => {
  const field = (kind: Kind, required = true): Field => ({
    name: 'a',
    label: 'A',
    kind,
    required,
    options: ['Vegetarian', 'Jain'],
  })

  it('are required where the definition says so', () => {
    for (const kind of ['text', 'select', 'date'] as const) {
      expect(checkAnswer(field(kind), '  ')).toBe('This field is required')
      expect(checkAnswer(field(kind, false), '  ')).toBeNull()
    }
  })

  it.each(KINDS)('of kind %s fit or not as on the server', (kind) => {
    const { kept, refused } = FORM_ANSWERS[kind]
    for (const text of Object.keys(kept)) expect(checkAnswer(field(kind), text), text).toBeNull()
    for (const text of refused) expect(checkAnswer(field(kind), text), text).not.toBeNull()
  })

  it('are as long as the server counts them', () => {
    for (const letter of ['ä', '😀']) {
      expect(checkAnswer(field('text'), letter.repeat(1000))).toBeNull()
      expect(checkAnswer(field('text'), letter.repeat(1001))).toBe(messages.ANSWER_LONG)
    }
  })

  it.each(KINDS)('of kind %s are known in what the server keeps of them, and in nothing else', (kind) => {
    const form = [field(kind)]
    const cases = Object.entries<string>(FORM_ANSWERS[kind].kept)
    for (const [typed, kept] of cases) {
      const sent = sentAnswers(form, { a: typed })
      for (const [, other] of cases)
        expect([typed, other, isSameAnswers(form, { a: other }, sent)]).toEqual([typed, other, other === kept])
      expect([typed, isSameAnswers(form, {}, sent)]).toEqual([typed, false])
    }
    expect(isSameAnswers(form, {}, sentAnswers(form, { a: ' ' }))).toBe(true)
  })

  it('are checked together and sent trimmed, nothing of other forms', () => {
    const form: Field[] = [
      { ...field('text'), name: 'who' },
      { ...field('number', false), name: 'age' },
    ]
    expect(checkAnswers(form, { age: 'old' })).toEqual({ who: messages.REQUIRED, age: messages.UNFIT.number })
    expect(checkAnswers(form, { who: 'K' })).toEqual({})
    expect(sentAnswers(form, { who: ' K ', other: 'x' })).toEqual({ who: 'K', age: '' })
  })

  it('may belong to a field with a name that every object knows', () => {
    const odd: Field[] = [{ ...field('text', false), name: 'constructor' }]
    expect(checkAnswers(odd, {})).toEqual({})
    expect(sentAnswers(odd, {})).toEqual({ constructor: '' })
    expect(isSameAnswers(odd, {}, sentAnswers(odd, {}))).toBe(true)
  })
})
