/** Drafts of registrations: an answer belongs to what was asked. */
import { afterEach, expect, it } from 'vitest'
import { answersDraft } from './eventDrafts'
import type { Field } from './registrationFields'

const field = (name: string, label: string, kind: Field['kind'] = 'text'): Field => ({
  name,
  label,
  kind,
  required: false,
  options: [],
})
afterEach(() => sessionStorage.clear())

it('is there again for the same form, and for a form with one field more', () => {
  const form = [field('field_1', 'Team'), field('field_2', 'Parent’s number')]
  answersDraft('e1', 'u1', form).write({ field_1: 'Cranes', field_2: '98765' })
  for (const fields of [form, [...form, field('field_3', 'Diet')], [...form].reverse()])
    expect(answersDraft('e1', 'u1', fields).read()).toEqual({ field_1: 'Cranes', field_2: '98765' })
  expect(answersDraft('e1', 'u2', form).read()).toBeNull()
})

it.each([field('field_2', 'T-shirt size'), field('field_2', 'Parent’s number', 'number')])(
  'comes up under nothing else that has the name: %o',
  (other) => {
    answersDraft('e1', 'u1', [field('field_2', 'Parent’s number')]).write({ field_2: '98765' })
    expect(answersDraft('e1', 'u1', [other]).read()).toEqual({})
  },
)
