/** Questions whose answer was typed, after the end: what one typed beside what is right, and the clusters for the owner. */
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { cache } from '@/api/cache'
import { SITE, serverSays, showPage, signedIn } from '@/testPage'
import { OwnAnswers } from './components/OwnAnswers'
import { QuestionStats } from './components/QuestionStats'
import { COUNT_AS_RIGHT, TAKE_BACK } from './messages'

afterEach(() => cache.clear())

type Card = ReturnType<typeof screenIn>
const screenIn = (element: HTMLElement) => within(element)

const cardOf = async (name: RegExp): Promise<Card> =>
  within((await screen.findByRole('heading', { name })).closest('li') as HTMLElement)
const rows = (card: Card) =>
  card.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/\s+/g, ' ').trim())

it('own answers show what was typed, and what is right in words', async () => {
  const base = { Options: [], marking: 'key', correct: false }
  const questions = [
    { ...base, _id: 'a', kind: 'number', Question: 'Fast?', chosen: '9,7', accepted: ['9.81 ± 0.05 m/s²'] },
    {
      ...base,
      _id: 'b',
      kind: 'text',
      Question: 'City?',
      chosen: 'MYSURU',
      accepted: ['Mysuru', 'Mysore'],
      correct: true,
    },
    { ...base, _id: 'c', kind: 'text', Question: 'River?', chosen: null, accepted: ['Kaveri'] },
    { ...base, _id: 'd', kind: 'text', Question: 'Void?', chosen: 'x', accepted: ['y'], marking: 'void' },
  ]
  serverSays({
    'GET /site': SITE,
    'GET /checklogged': signedIn(),
    'GET /contests/c1/review': { body: { success: true, contest: { seed: '5' }, questions } },
    'GET /contests/c1/corrections': { body: { success: true, corrections: [] } },
  })
  await showPage({ '/': () => <OwnAnswers contest={{ id: 'c1', endsAt: 0, answersShown: true }} /> }, '/')
  expect(rows(await cardOf(/Fast\?/))).toEqual(['9,7your answer', '9.81 ± 0.05 m/s²right'])
  expect(rows(await cardOf(/City\?/))).toEqual(['MYSURUright · your answer', 'Mysururight', 'Mysoreright'])
  expect(rows(await cardOf(/River\?/))).toEqual(['Kaveriright'])
  expect(rows(await cardOf(/Void\?/))).toEqual(['xyour answer'])
})

const cluster = (text: string, count: number, accepted = false, ...others: string[]) => ({
  text,
  count,
  accepted,
  spellings: [text, ...others],
})

async function showStats(question: object, own = true) {
  serverSays({
    'GET /site': SITE,
    'GET /checklogged': signedIn(),
    'GET /contests/c1/analysis': {
      body: {
        success: true,
        participants: 60,
        tookPart: 60,
        reliability: null,
        lateAnswers: 0,
        questions: [{ _id: 'q1', Question: 'City?', Options: [], marking: 'key', finding: 'few', ...question }],
      },
    },
  })
  await showPage(
    {
      '/': () => <QuestionStats contestId="c1" hasMarks={false} live={false} own={own} />,
      '/questionview/$contestId': () => null,
    },
    '/',
  )
  return cardOf(/City\?/)
}

it('clusters say how often, how it was typed and what is right, and lead into the correction', async () => {
  const clusters = [cluster('Mysuru', 12, true, 'MYSURU', 'mysuru.'), cluster('Mysore', 6), cluster('Delhi', 2)]
  const card = await showStats({ kind: 'text', answered: 20, correctCount: 12, clusters })
  expect(card.getByText('12 of 20 right')).toBeVisible()
  const [first, second] = card.getAllByRole('listitem')
  expect(first).toHaveTextContent(/^Mysuru right60\s?%, 12 answersAlso typed: MYSURU · mysuru\.Take back/)
  expect(second).toHaveTextContent(/^Mysore 30\s?%, 6 answersCount as right/)
  const link = card.getByRole('link', { name: `${COUNT_AS_RIGHT}: “Mysore” in question 1` })
  expect(link).toHaveAttribute('href', '/questionview/c1?correct=q1&accept=Mysore')
  expect(card.getByRole('link', { name: new RegExp(`^${TAKE_BACK}: “Mysuru”`) })).toHaveAttribute(
    'href',
    '/questionview/c1?correct=q1&refuse=Mysuru',
  )
})

it('clusters of numbers, and of whoever is not the owner, are only told', async () => {
  const clusters = [cluster('9.81', 3, true, '9,81'), cluster('10', 1)]
  const accepted = ['9.81 ± 0.05 m/s²']
  const card = await showStats({ kind: 'number', answered: 4, correctCount: 3, clusters, accepted })
  expect(card.getByText('Right: 9.81 ± 0.05 m/s²')).toBeVisible()
  expect(card.getAllByRole('listitem')[0]).toHaveTextContent(/^9\.81 right3 answersAlso typed: 9,81$/)
  expect(card.queryByRole('link', { name: new RegExp(COUNT_AS_RIGHT) })).toBeNull()
  expect(card.getByRole('link', { name: /^Correct the key/ })).toBeVisible()
  cache.clear()
  cleanup()
  const other = await showStats({ kind: 'text', answered: 4, correctCount: 3, clusters }, false)
  expect(other.queryByRole('link')).toBeNull()
})

it('many clusters are shown bit by bit, and those beyond counted', async () => {
  const clusters = Array.from({ length: 30 }, (_, at) => cluster(`answer ${at}`, 30 - at))
  const card = await showStats({ kind: 'text', answered: 500, correctCount: 0, clusters, otherAnswers: 35 })
  expect(card.getAllByRole('listitem')).toHaveLength(8)
  expect(card.queryByText('And 35 other answers.')).toBeNull()
  await userEvent.click(card.getByRole('button', { name: 'Show 22 more' }))
  expect(card.getAllByRole('listitem')).toHaveLength(30)
  expect(card.getByText('And 35 other answers.')).toBeVisible()
})
