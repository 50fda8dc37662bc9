/** Formulas where a contest is taken, looked at again and counted: drawn in text, options and explanation, in whatever order. */
import { screen, waitFor, within } from '@testing-library/react'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cache } from '@/api/cache'
import { SITE, serverSays, showPage, signedIn } from '@/testPage'
import { attempt } from './attemptFixture'
import { OwnAnswers } from './components/OwnAnswers'
import { QuestionStats } from './components/QuestionStats'
import { closeOutbox } from './outbox'
import TakeContestPage from './pages/TakeContestPage'

const drawn = (name: string) => ['math', ['mi', name]]
const MATHS = { $x$: drawn('x'), $y$: drawn('y') }
const QUESTION = { _id: 'q1', Question: 'What is $x$?', Options: ['$y$', 'two'], maths: MATHS }

beforeEach(() => vi.stubGlobal('MathMLElement', class {}))
afterEach(() => {
  closeOutbox(null)
  cache.clear()
  vi.unstubAllGlobals()
})

const show = (at: string, page: () => React.ReactNode, answers: Parameters<typeof serverSays>[0]) => {
  serverSays({ 'GET /site': SITE, 'GET /checklogged': signedIn(), ...answers })
  return showPage({ [at.split('?')[0] ?? '']: page }, at)
}

/** What is drawn, in its order, once all is. */
const shown = (count: number) =>
  waitFor(() => {
    const all = Array.from(document.querySelectorAll('math'), ({ textContent }) => textContent)
    expect(all).toHaveLength(count)
    return all
  })

it('are drawn in the room', async () => {
  await show('/ContestQuestion?contest=c1', TakeContestPage, {
    'GET /contests/c1/attempt': attempt(),
    'GET /contests/c1/paper': { body: { _id: 'c1', QuestionSet: [QUESTION, { ...QUESTION, _id: 'q2' }] } },
  })
  await screen.findByRole('region', { name: 'Question 1 of 2' })
  expect(await shown(2)).toEqual(['x', 'y'])
  const option = within(screen.getByRole('list', { name: 'Options' })).getAllByRole('listitem')[0]
  expect(option?.querySelector('math')?.getAttribute('aria-label')).toBe('$y$')
})

it('are drawn beside the right answers, in the explanation, too', async () => {
  const reviewed = { chosen: 'two', accepted: ['$y$'], marking: 'key', correct: false, explanation: 'As $z$.' }
  await show('/', () => <OwnAnswers contest={{ id: 'c1', endsAt: 0, answersShown: true }} />, {
    'GET /contests/c1/review': {
      body: {
        success: true,
        contest: { seed: null },
        questions: [{ ...QUESTION, ...reviewed, maths: { ...MATHS, $z$: drawn('z') } }],
      },
    },
    'GET /contests/c1/corrections': { body: { success: true, corrections: [] } },
  })
  expect(await shown(3)).toEqual(['x', 'y', 'z'])
})

it('are drawn where the answers are counted', async () => {
  const options = QUESTION.Options.map((text, at) => ({ text, count: 5, correct: at === 0 }))
  const counted = { answered: 10, correctCount: 5, marking: 'key', discrimination: null, finding: 'few', doubt: null }
  await show('/', () => <QuestionStats contestId="c1" hasMarks={false} live={false} own={false} />, {
    'GET /contests/c1/analysis': {
      body: {
        success: true,
        participants: 10,
        tookPart: 10,
        reliability: null,
        lateAnswers: 0,
        questions: [{ ...QUESTION, ...counted, Options: options }],
      },
    },
  })
  expect(await shown(2)).toEqual(['x', 'y'])
})
