/** Unsaved changes of questions: a slot for each, of which so many are kept. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { DEFAULT_RULES } from '@/api/contestRules'
import { fill } from '@/testField'
import { SITE, serverSays, showPage, signedIn } from '@/testPage'
import { QuestionEditor } from './components/QuestionEditor'
import { changesOf, questionChanges } from './contestDrafts'
import * as messages from './messages'
import type { Question } from './model'

const OPTIONS = ['Lyon', 'Paris', 'Nice', 'Lille']
const question = (id: string): Question => ({
  id,
  text: `Question ${id}?`,
  options: OPTIONS,
  answer: 'Paris',
  accepted: ['Paris'],
  marking: 'key',
  difficulty: null,
  explanation: null,
})
const changes = (id: string, text = `${id}!`) => ({ id, question: { text, options: OPTIONS, answer: 'Paris' } })
const OLD = 'quad.draft.question.c1.u1'
const slots = () => Object.keys(localStorage).filter((key) => key.startsWith('quad.draft.question.'))

/** Two tabs of one browser, each with another question. */
async function showTwo() {
  serverSays({
    'GET /checklogged': signedIn('ORGANISER'),
    'GET /site': SITE,
    'PUT /post/update/c1/q2': {
      body: {
        success: true,
        message: 'Question updated successfully',
        question: { _id: 'q2', Question: 'Q', Options: OPTIONS, Answer: 'Paris', accepted: ['Paris'], marking: 'key' },
      },
    },
  })
  const common = { contestId: 'c1', userId: 'u1', rules: DEFAULT_RULES, onDone: () => {} }
  const Tabs = () => (
    <>
      <QuestionEditor {...common} question={question('q1')} number={1} />
      <QuestionEditor {...common} question={question('q2')} number={2} />
    </>
  )
  await showPage({ '/': Tabs }, '/')
  const first = within(await screen.findByRole('form', { name: 'Edit question 1' }))
  return { first, second: within(screen.getByRole('form', { name: 'Edit question 2' })) }
}

it.each(['Save Changes', 'Cancel'])('changes of one question outlive those of another, and its %s', async (done) => {
  const before = await showTwo()
  await fill(before.first.getByLabelText('Question'), 'Mine')
  await fill(before.second.getByLabelText('Question'), 'Other')
  const both = await showTwo()
  expect(both.first.getByLabelText('Question')).toHaveValue('Question q1?Mine')
  expect(both.second.getByLabelText('Question')).toHaveValue('Question q2?Other')
  expect(screen.getAllByText(messages.CHANGES_BACK)).toHaveLength(2)
  await userEvent.click(both.second.getByRole('button', { name: done }))
  await waitFor(() => expect(changesOf('c1', 'u1', 'q2').read()).toBeNull())
  const after = await showTwo()
  expect(after.first.getByLabelText('Question')).toHaveValue('Question q1?Mine')
  expect(after.second.getByLabelText('Question')).toHaveValue('Question q2?')
})

it('the question that was changed last is told first', () => {
  for (const id of ['q1', 'q2', 'q3', 'q1']) changesOf('c1', 'u1', id).write(changes(id))
  expect(questionChanges('c1', 'u1').read()).toMatchObject(changes('q1'))
  changesOf('c1', 'u1', 'q1').clear()
  expect(questionChanges('c1', 'u1').read()).toMatchObject(changes('q3'))
  for (const [contest, person] of [
    ['c2', 'u1'],
    ['c1', 'u'],
    ['c1', 'u12'],
  ] as const) {
    expect(questionChanges(contest, person).read()).toBeNull()
  }
})

it('a slot of before, which held one question of the contest, is moved once', () => {
  localStorage.setItem(OLD, JSON.stringify(changes('q1')))
  expect(questionChanges('c1', 'u1').read()).toMatchObject(changes('q1'))
  expect(localStorage.getItem(OLD)).toBeNull()
  expect(changesOf('c1', 'u1', 'q1').read()).toMatchObject(changes('q1'))
  localStorage.setItem(OLD, JSON.stringify(changes('q2')))
  expect(changesOf('c1', 'u1', 'q2').read(), 'whoever reads it').toMatchObject(changes('q2'))
  localStorage.setItem(OLD, JSON.stringify(changes('q1', 'older')))
  expect(changesOf('c1', 'u1', 'q1').read(), 'what is newer stays').toMatchObject(changes('q1'))
  localStorage.setItem(OLD, JSON.stringify(changes('q1')))
  changesOf('c1', 'u1', 'q1').clear()
  expect(changesOf('c1', 'u1', 'q1').read(), 'and does not come back').toBeNull()
})

it('keeps those of twenty questions of a contest: the oldest goes', () => {
  changesOf('c2', 'u1', 'q0').write(changes('q0'))
  for (let n = 0; n < 25; n += 1) changesOf('c1', 'u1', `q${n}`).write(changes(`q${n}`))
  changesOf('c1', 'u1', 'q5').write(changes('q5'))
  changesOf('c1', 'u1', 'q25').write(changes('q25'))
  const kept = Array.from({ length: 26 }, (_, n) => `q${n}`).filter((id) => changesOf('c1', 'u1', id).read())
  expect(kept).toEqual(['q5', ...Array.from({ length: 19 }, (_, n) => `q${n + 7}`)])
  expect(slots()).toHaveLength(21)
})

it.each(['null', '7', '"q1"', '[]', '{"id":"q9"}', '{'])('a slot that holds no changes is none: %s', (broken) => {
  localStorage.setItem(OLD, broken)
  localStorage.setItem(`${OLD}.q1`, broken)
  expect(changesOf('c1', 'u1', 'q1').read()).toBeNull()
  expect(questionChanges('c1', 'u1').read()).toBeNull()
})
