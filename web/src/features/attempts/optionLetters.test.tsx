/** Review and statistics of questions with two to eight options: every option under its letter, in the order of whoever reads. */
import { screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { cache } from '@/api/cache'
import { SITE, serverSays, showPage, signedIn } from '@/testPage'
import { OwnAnswers } from './components/OwnAnswers'
import { QuestionStats } from './components/QuestionStats'
import { inOwnOrder } from './optionOrder'

const LETTERS = 'ABCDEFGH'
const MANY = [2, 3, 4, 5, 6, 7, 8]
const optionsOf = (many: number) => Array.from({ length: many }, (_, at) => `choice ${'PQRSTUVW'[at]} of ${many}`)

afterEach(() => cache.clear())

/** The options of a question as they are read: letter, text and what is said of it. */
async function optionsShown(many: number): Promise<string[]> {
  const card = (await screen.findByRole('heading', { name: new RegExp(`Which of ${many}\\?`) })).closest('li')
  return within(card as HTMLElement)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replace(/\s+/g, ' ').trim() ?? '')
}

it('own answers have the letters of the room, up to the last option', async () => {
  const seed = '51f0'
  const questions = MANY.map((many) => ({
    _id: `q${many}`,
    Question: `Which of ${many}?`,
    ...(many === 4 ? {} : { kind: 'single' }),
    Options: optionsOf(many),
    chosen: optionsOf(many)[0],
    accepted: optionsOf(many).slice(-1),
    marking: 'key',
    correct: false,
  }))
  serverSays({
    'GET /site': SITE,
    'GET /checklogged': signedIn(),
    'GET /contests/c1/review': { body: { success: true, contest: { seed }, questions } },
    'GET /contests/c1/corrections': { body: { success: true, corrections: [] } },
  })
  await showPage({ '/': () => <OwnAnswers contest={{ id: 'c1', endsAt: 0, answersShown: true }} /> }, '/')
  for (const many of MANY) {
    const own = inOwnOrder([{ id: `q${many}`, options: optionsOf(many) }], seed)[0]?.options ?? []
    const note = (option: string) =>
      option === optionsOf(many)[0] ? 'your answer' : option === optionsOf(many).at(-1) ? 'right' : ''
    expect(await optionsShown(many)).toEqual(own.map((option, at) => `${LETTERS[at]}${option}${note(option)}`))
  }
})

it('the statistics have the letters of the paper, each option’s share, and the letter in a doubt of the key', async () => {
  const questions = MANY.map((many) => ({
    _id: `q${many}`,
    Question: `Which of ${many}?`,
    // Five chose each option, so that shares are told in percent.
    Options: optionsOf(many).map((text, at) => ({ text, count: 5, correct: at === many - 1 })),
    answered: 5 * many,
    correctCount: 5,
    marking: 'key',
    discrimination: -0.4,
    finding: 'doubtful',
    doubt: { option: many - 2, strongest: 9, chose: 8, choseKey: 1 },
  }))
  serverSays({
    'GET /site': SITE,
    'GET /checklogged': signedIn(),
    'GET /contests/c1/analysis': {
      body: { success: true, participants: 60, tookPart: 60, reliability: 0.5, lateAnswers: 0, questions },
    },
  })
  await showPage({ '/': () => <QuestionStats contestId="c1" hasMarks={false} live={false} own={false} /> }, '/')
  for (const many of MANY) {
    const shown = await optionsShown(many)
    expect(shown).toHaveLength(many)
    for (const [at, option] of optionsOf(many).entries()) {
      const right = at === many - 1 ? 'right' : ''
      expect(shown[at]).toMatch(new RegExp(`^${LETTERS[at]}${option} ${right}\\d+\\s?%, 5 answers$`))
    }
    const card = screen.getByRole('heading', { name: new RegExp(`Which of ${many}\\?`) }).closest('li')
    expect(card).toHaveTextContent(
      `Check the key: of the 9 who did best on the other questions, 8 chose ${LETTERS[many - 2]} and 1 chose the key.`,
    )
  }
})
