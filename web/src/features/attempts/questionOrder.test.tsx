/**
 * A paper that is mixed for each person: what the review, its numbers and the notes on corrections call a question, what an organiser sees
 * of a participant, and the report on places.
 */
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { cache } from '@/api/cache'
import { type Answer, SITE, serverSays, showPage, signedIn } from '@/testPage'
import { FairnessReport } from './components/FairnessReport'
import { OwnAnswers } from './components/OwnAnswers'
import { ParticipantAnswers } from './components/ParticipantAnswers'
import { questionPlaces } from './mixedPlaces'
import { inOwnOrder } from './optionOrder'
import { AS_SEEN, FEW_FOR_PAPERS, FEW_FOR_REPORT, ONLY_CHANCE } from './orderMessages'
import ResultsPage from './pages/ResultsPage'

afterEach(() => cache.clear())

const SEED = '51f0000000000000'
const NAMES = ['Ada', 'Bo', 'Cy', 'Di', 'Eve']
const OPTIONS = ['Lima', 'Quito', 'Bogota', 'Caracas']
const QUESTIONS = NAMES.map((name, at) => ({
  _id: `q${at}`,
  Question: `Of ${name}?`,
  Options: OPTIONS,
  chosen: at === 0 ? null : 'Quito',
  accepted: ['Lima'],
  marking: 'key',
  correct: false,
}))
const OWN = questionPlaces(QUESTIONS.length, SEED).map((place) => NAMES[place])

async function show(page: () => React.ReactNode, answers: Record<string, Answer>) {
  serverSays({ 'GET /site': SITE, 'GET /checklogged': signedIn(), ...answers })
  await showPage({ '/': page }, '/')
}

const headings = async (one: string) => {
  await screen.findByRole('heading', { name: new RegExp(`Of ${one}\\?`) })
  return screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent?.trim())
}
const numbered = (names: (string | undefined)[]) => names.map((name, at) => `${at + 1} Of ${name}?`)
const optionsOf = (name: string) => {
  const card = screen.getByRole('heading', { name: new RegExp(`Of ${name}\\?`) }).closest('li') as HTMLElement
  return within(card)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replace(/^[A-H]/, '').replace(/right$|chosen$|your answer$/, ''))
}

it('is mixed by this seed', () => {
  expect(OWN.toSorted()).toEqual(NAMES)
  expect(OWN).not.toEqual(NAMES)
})

describe('the review', () => {
  const review = (rules: object) =>
    show(() => <OwnAnswers contest={{ id: 'c1', endsAt: 0, answersShown: true }} />, {
      'GET /contests/c1/review': { body: { success: true, contest: { seed: SEED, ...rules }, questions: QUESTIONS } },
      'GET /contests/c1/corrections': { body: { success: true, corrections: [] } },
    })

  it('has the questions in the order of the room, with their numbers there, and the options as they were', async () => {
    await review({ questionOrder: 'shuffled' })
    expect(await headings('Ada')).toEqual(numbered(OWN))
    expect(optionsOf('Bo')).toEqual(OPTIONS)
  })

  it('has only the options mixed where only these are', async () => {
    await review({ optionOrder: 'shuffled' })
    expect(await headings('Ada')).toEqual(numbered(NAMES))
    const [own] = inOwnOrder([{ id: 'q1', options: OPTIONS }], SEED)
    expect(optionsOf('Bo')).toEqual(own?.options)
  })

  it('of a server that says nothing beside the seed has the options mixed', async () => {
    await review({})
    expect(await headings('Ada')).toEqual(numbered(NAMES))
    expect(optionsOf('Bo')).toEqual(inOwnOrder([{ id: 'q1', options: OPTIONS }], SEED)[0]?.options)
  })
})

describe('the answers of a participant', () => {
  const answers = (part: object) => ({
    'GET /contests/c1/participants/u1': {
      body: {
        success: true,
        userId: 'u1',
        fullName: 'Asha Rao',
        joinedAt: '2026-11-30T12:00:00Z',
        submittedAt: null,
        serverNow: '2026-11-30T13:00:00Z',
        questions: QUESTIONS.map((one, at) => ({ ...one, answeredAt: at === 0 ? null : `2026-11-30T12:0${at}:00Z` })),
        ...part,
      },
    },
  })
  const dialog = () => (
    <ParticipantAnswers contestId="c1" person={{ userId: 'u1', fullName: 'Asha Rao' }} open onClose={() => {}} />
  )

  it('stand as that person saw them, and as they were written by a switch', async () => {
    await show(dialog, answers({ seed: SEED, questionOrder: 'shuffled', optionOrder: 'shuffled' }))
    expect(await headings('Ada')).toEqual(numbered(OWN))
    const [own] = inOwnOrder([{ id: 'q1', options: OPTIONS }], SEED)
    expect(optionsOf('Bo')).toEqual(own?.options)
    const card = screen.getByRole('heading', { name: /Of Bo\?/ }).closest('li') as HTMLElement
    expect(within(card).getByText(/^Answered .* · Question 2 as you wrote it$/)).toBeVisible()
    expect(within(card).getByText('chosen')).toBeVisible()
    await userEvent.click(screen.getByRole('checkbox', { name: AS_SEEN }))
    expect(await headings('Ada')).toEqual(numbered(NAMES))
    expect(optionsOf('Bo')).toEqual(OPTIONS)
    expect(screen.queryByText(/as you wrote it$/)).toBeNull()
  })

  it('say which questions of the contest they are, of which that person had a part', async () => {
    const questions = QUESTIONS.map((one, at) => ({ ...one, answeredAt: null, number: 2 * at + 3 }))
    await show(dialog, answers({ questions, variant: 2 }))
    expect(await headings('Ada')).toEqual(numbered(NAMES))
    const card = screen.getByRole('heading', { name: /Of Bo\?/ }).closest('li') as HTMLElement
    expect(within(card).getByText('Question 5 of the contest')).toBeVisible()
  })

  it('have no switch where nothing was mixed', async () => {
    await show(dialog, answers({}))
    expect(await headings('Ada')).toEqual(numbered(NAMES))
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.getByText(/not handed in/)).toBeVisible()
  })
})

describe('the results', () => {
  const ID = '01a1ebe6-5da2-7d56-9842-fc527abad143'
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  const row = {
    rank: 1,
    fullName: 'Asha Rao',
    userId: 'u1',
    email: null,
    profileImage: null,
    correctAnswerCount: 1,
    wrongAnswerCount: 2,
    totalAnswered: 3,
    durationMs: 65_000,
  }
  const correction = {
    id: 'k1',
    questionId: 'q1',
    questionNumber: 2,
    question: 'Of Bo?',
    before: { marking: 'key', accepted: ['Lima'] },
    after: { marking: 'void', accepted: [] },
    reason: 'The book was wrong',
    by: 'Rohan',
    scores: 1,
    ranks: 0,
    createdAt: at(0),
  }

  async function showResults(head: object, seesAll: boolean, called: object = {}) {
    vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
    const data = { results: [row], totalParticipants: 1 }
    const standing = {
      you: seesAll ? null : row,
      betterThanPercent: null,
      histogram: [0, 1],
      questionCount: 5,
      seesAll,
    }
    serverSays({
      'GET /site': SITE,
      'GET /checklogged': signedIn(),
      [`GET /contest/${ID}`]: {
        body: {
          _id: ID,
          title: 'Mixed',
          description: '',
          startDate: at(-7_200_000),
          endDate: at(-3_600_000),
          isPublic: true,
          answersShown: true,
          questionCount: 5,
          participants: 1,
          joined: !seesAll,
          completed: !seesAll,
          answered: 3,
          own: seesAll,
          questionOrder: 'shuffled',
          ...head,
        },
      },
      [`GET /contests/${ID}/standing`]: { body: { success: true, final: true, totalParticipants: 1, ...standing } },
      [`GET /contests/${ID}/corrections`]: { body: { success: true, corrections: [{ ...correction, ...called }] } },
      [`GET /contests/${ID}/participants/u1`]: {
        body: { success: true, seed: SEED, questionOrder: 'shuffled', questions: QUESTIONS, submittedAt: null },
      },
      'POST /post/results': { body: { success: true, final: true, ...data, data, serverNow: at(0) } },
    })
    await showPage({ '/result': ResultsPage, '/contest': () => null }, `/result?contest=${ID}`, 'site/member')
  }

  it('name a corrected question by the number that its participant saw', async () => {
    await showResults({ seed: SEED }, false, { ownNumber: 4 })
    expect(await screen.findByText(/^Question 4:/)).toBeVisible()
    expect(screen.getByText(/5 questions, 1 does not count/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Asha Rao' })).toBeNull()
  })

  it('quote one that was not on the own paper, and count it nowhere', async () => {
    await showResults({}, false, { unnumbered: true })
    expect(await screen.findByText(/^“Of Bo\?”:/)).toBeVisible()
    expect(screen.queryByText(/Question 2/)).toBeNull()
    expect(screen.getByText(/5 questions$/)).toBeVisible()
  })

  it('name it for the organiser with the papers that have it', async () => {
    await showResults({}, true, { papers: [1, 3] })
    expect(await screen.findByText(/^Question 2 \(papers 1, 3\):/)).toBeVisible()
    expect(screen.getByText(/5 questions$/)).toBeVisible()
  })

  it('name it for the organiser as it was written, and lead to what somebody answered', async () => {
    await showResults({ seed: SEED }, true)
    expect(await screen.findByText(/^Question 2:/)).toBeVisible()
    await userEvent.click(await screen.findByRole('button', { name: 'Asha Rao' }))
    expect(await screen.findByRole('dialog', { name: 'Answers of Asha Rao' })).toBeVisible()
    expect(await screen.findByRole('heading', { name: `1 Of ${OWN[0]}?` })).toBeVisible()
  })
})

describe('the report on places', () => {
  const place = (from: number, to: number, right: number, asked: number) => ({
    from,
    to,
    right,
    asked,
    share: right / asked,
  })
  const positions = (part: object) => ({
    thirds: [place(1, 1, 30, 40), place(2, 2, 28, 40), place(3, 3, 10, 40)],
    each: [place(1, 1, 30, 40), place(2, 2, 28, 40), place(3, 3, 10, 40)],
    thirdsVerdict: 'chance',
    verdict: 'chance',
    warning: null,
    ...part,
  })
  const options = { places: [{ letter: 'A', chosen: 30, share: 0.25, expected: 29.6 }], verdict: 'few', warning: null }
  const report = (body: object) =>
    show(() => <FairnessReport contestId="c1" />, {
      'GET /contests/c1/fairness': { body: { success: true, tookPart: 40, positions: null, options: null, ...body } },
    })

  it('warns in the words of the server, and only then', async () => {
    const warning = 'Questions in the last third of the paper were right less often.'
    await report({ positions: positions({ thirdsVerdict: 'beyond_chance', warning }), options })
    expect(await screen.findByText(warning)).toBeVisible()
    expect(screen.queryByText(ONLY_CHANCE)).toBeNull()
    expect(screen.getByText(FEW_FOR_REPORT)).toBeVisible()
    expect(screen.getByText('Last third').closest('div')).toHaveTextContent(/^Last third place 325% 10 of 40$/)
    expect(screen.getByText('A').closest('div')).toHaveTextContent(/^A 25% 30, 30 by chance$/)
  })

  it('sets papers beside each other where each person had one', async () => {
    const warning = 'Paper 2 was harder than others.'
    const papers = [
      { variant: 1, people: 20, facility: 0.75 },
      { variant: 2, people: 1, facility: null },
    ]
    await report({ variants: { papers, chance: 0.001, verdict: 'beyond_chance', warning } })
    expect(await screen.findByText(warning)).toBeVisible()
    expect(screen.getByText('Paper 1').closest('div')).toHaveTextContent(/^Paper 1 75% 20 people$/)
    expect(screen.getByText('Paper 2').closest('div')).toHaveTextContent(/^Paper 2 1 person$/)
  })

  it('of too few answers says so of papers, not of places', async () => {
    await report({ variants: { papers: [], chance: null, verdict: 'few', warning: null } })
    expect(await screen.findByText(FEW_FOR_PAPERS)).toBeVisible()
    expect(screen.queryByText(FEW_FOR_REPORT)).toBeNull()
  })

  it('says that it can be chance, and nothing of what was not mixed', async () => {
    await report({ positions: positions({}) })
    expect(await screen.findByText(ONLY_CHANCE)).toBeVisible()
    expect(screen.queryByText('Chosen options by place')).toBeNull()
  })
})
