/** Preview: says what participants see, and of a drawn contest that each person gets a part. */
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SITE, serverSays, showPage, signedIn } from '@/testPage'
import { PREVIEW_TEXT, previewOfDrawn } from './messages'
import { PreviewRoom } from './PreviewRoom'

const question = (id: string) => ({
  _id: id,
  contestId: 'c1',
  Question: `Question ${id}?`,
  Options: ['1', '2', '3', '4'],
  Answer: '1',
  accepted: ['1'],
  marking: 'key',
})

async function show(part: object) {
  const contest = {
    _id: 'c1',
    title: 'Friday Quiz',
    description: '',
    startDate: new Date(Date.now() + 60_000).toISOString(),
    endDate: new Date(Date.now() + 120_000).toISOString(),
    isPublic: false,
    participants: 0,
    frozen: false,
    own: true,
    QuestionSet: ['a', 'b', 'c'].map(question),
    ...part,
  }
  serverSays({
    'GET /checklogged': signedIn('ORGANISER'),
    'GET /site': SITE,
    'GET /post/c1': { body: { success: true, contest, serverNow: new Date().toISOString() } },
  })
  await showPage({ '/ContestQuestion': () => <PreviewRoom contest="c1" /> }, '/ContestQuestion')
}

it('of a plain contest is what participants see', async () => {
  await show({})
  expect(await screen.findByText(PREVIEW_TEXT)).toBeVisible()
})

it('of a drawn contest says how many of its questions each person gets', async () => {
  await show({ questionsEach: 2 })
  expect(await screen.findByText(previewOfDrawn(2, 3))).toBeVisible()
  expect(screen.queryByText(PREVIEW_TEXT)).toBeNull()
})
