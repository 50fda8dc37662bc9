/** Pictures of questions where these are written: how they get there, what is asked for, and what is sent of them. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { DEFAULT_RULES } from '@/api/contestRules'
import { type Asked, SITE, serverSays, showPage, signedIn } from '@/testPage'
import * as messages from '../messages'
import {
  checkQuestion,
  type NewQuestion,
  type Rewritten,
  rewritten,
  tidyQuestion,
  type WrittenPicture,
  withoutOption,
  withPicture,
} from '../model'
import QuestionsPage from '../pages/QuestionsPage'

const DAY = 86_400_000
const soon = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const ID = '01a1fb7e-0000-7000-8000-3ac6b55e855c'
const OPTIONS = ['Lyon', 'Paris', 'Nice', 'Lille']
const urls = { '480': '/small', '1280': '/large' }
const wire = (id: string, option: number | null = null) => ({
  id,
  alt: `Map ${id}`,
  option,
  width: 640,
  height: 320,
  urls,
})
const picture = (id: string, option: number | null = null, alt = `Map ${id}`): WrittenPicture => ({
  id,
  alt,
  option,
  width: 640,
  height: 320,
  small: '/small',
  large: '/large',
})
const question = (part: object = {}) => ({
  _id: 'q1',
  contestId: ID,
  Question: 'Capital of France?',
  Options: OPTIONS,
  Answer: 'Paris',
  accepted: ['Paris'],
  marking: 'key',
  ...part,
})
const written: NewQuestion = { text: 'Capital?', options: OPTIONS, answer: 'Paris' }
const png = (name = 'map.png', size = 10) => new File([new Uint8Array(size)], name, { type: 'image/png' })

type Answered = { status?: number; body: unknown }
type Uploading = (asked: Asked) => Answered | Promise<Answered>
const taken: Uploading = () => ({
  status: 201,
  body: { success: true, picture: { id: 'new', width: 640, height: 320, urls } },
})

async function showQuestions(part: object = {}, uploading: Uploading = taken) {
  const contest = {
    _id: ID,
    title: 'Friday Quiz',
    description: '',
    startDate: soon(2),
    endDate: soon(3),
    isPublic: false,
    participants: 0,
    frozen: false,
    own: true,
    QuestionSet: [question(part)],
  }
  const saved = { body: { success: true, message: 'Saved.', question: question(part) } }
  const calls = serverSays({
    'GET /checklogged': signedIn('ORGANISER'),
    'GET /site': SITE,
    [`GET /post/${ID}`]: { body: { success: true, contest, serverNow: soon(0) } },
    [`POST /contests/${ID}/pictures`]: uploading,
    [`PUT /post/update/${ID}/q1`]: saved,
    [`PUT /contests/${ID}/questions/q1`]: saved,
    [`POST /contests/${ID}/questions`]: {
      status: 201,
      body: { success: true, message: 'ok', questions: [question()] },
    },
  })
  await showPage({ '/questionview/$contestId': QuestionsPage, '/createcontest': () => null }, `/questionview/${ID}`)
  return () => calls.filter(({ method, path }) => method !== 'GET' && path.includes(ID) && !path.endsWith('/pictures'))
}

const edit = async () => userEvent.click(await screen.findByRole('button', { name: 'Edit question 1' }))
const save = async () => userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
const add = (of: string) => screen.getByLabelText(new RegExp(`^${messages.addPictureTo(of)}:`))
const words = (of: string) => screen.findByLabelText(messages.pictureTextOf(of))

describe('in the editor', () => {
  it('are quiet buttons, and nothing of them is sent, where nobody wants one', async () => {
    const sent = await showQuestions()
    await edit()
    expect(screen.queryByLabelText(new RegExp(messages.PICTURE_TEXT))).toBeNull()
    await userEvent.type(screen.getByLabelText('Option A'), '!')
    await save()
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.path).toBe(`/post/update/${ID}/q1`)
    expect(sent()[0]?.body).not.toHaveProperty('pictures')
  })

  it('are uploaded, asked for in words, and sent with the question', async () => {
    const ids = ['first', 'second']
    const sent = await showQuestions({}, () => ({
      status: 201,
      body: { success: true, picture: { id: ids.shift(), width: 640, height: 320, urls } },
    }))
    await edit()
    await userEvent.upload(add('the question'), png())
    const field = await words('the question')
    await waitFor(() => expect(field).toHaveFocus())
    await save()
    expect(sent()).toEqual([])
    expect(await screen.findAllByText(messages.PICTURE_TEXT_MISSING)).not.toHaveLength(0)
    await userEvent.type(field, ' A map of France ')
    await userEvent.upload(add('option C'), png())
    await userEvent.type(await words('option C'), 'Its coast')
    await save()
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]).toMatchObject({
      path: `/contests/${ID}/questions/q1`,
      body: {
        kind: 'single',
        right: [1],
        pictures: [
          { id: 'first', alt: 'A map of France', option: null },
          { id: 'second', alt: 'Its coast', option: 2 },
        ],
      },
    })
  })

  it('land in the question as it is by then', async () => {
    let land = () => {}
    const held = new Promise<void>((resolve) => {
      land = resolve
    })
    const sent = await showQuestions({}, async (asked) => {
      await held
      return taken(asked)
    })
    await edit()
    await userEvent.upload(add('the question'), png())
    expect(await screen.findByRole('progressbar', { name: messages.uploading('map.png') })).toBeVisible()
    await userEvent.type(screen.getByLabelText('Option A'), '!')
    land()
    await userEvent.type(await words('the question'), 'A map')
    await save()
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.body).toMatchObject({
      options: ['Lyon!', 'Paris', 'Nice', 'Lille'],
      pictures: [{ alt: 'A map' }],
    })
  })

  it('are refused in a sentence, before they are sent or by the server', async () => {
    const why = 'map.png: more than 40 megapixels'
    await showQuestions({}, () => ({ status: 400, body: { code: 'invalid', message: why, field: 'image' } }))
    await edit()
    await userEvent.upload(add('the question'), png())
    expect(await screen.findByText(why)).toBeVisible()
    const large = png('large.png')
    Object.defineProperty(large, 'size', { value: 10_485_761 })
    await userEvent.upload(add('the question'), large)
    expect(await screen.findByText(`large.png: ${messages.PICTURE_LARGE}`)).toBeVisible()
    expect(screen.queryByLabelText(new RegExp(messages.PICTURE_TEXT))).toBeNull()
  })

  it('are replaced with their words kept, and removed', async () => {
    const sent = await showQuestions({ pictures: [wire('a'), wire('b', 1)] })
    await edit()
    expect(await words('the question')).toHaveValue('Map a')
    await userEvent.upload(screen.getByLabelText(messages.replacePictureOf('the question')), png())
    expect(await words('the question')).toHaveValue('Map a')
    await userEvent.click(screen.getByRole('button', { name: messages.removePictureOf('option B') }))
    await save()
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.body).toMatchObject({ pictures: [{ id: 'new', alt: 'Map a', option: null }] })
  })
})

it('stand in the list, each where it belongs', async () => {
  await showQuestions({ pictures: [wire('a'), wire('b', 1)] })
  const item = (await screen.findByRole('button', { name: 'Edit question 1' })).closest('li') as HTMLElement
  expect(within(item).getByRole('img', { name: 'Map a' })).toBeVisible()
  const paris = within(item).getByText('Paris').closest('li') as HTMLElement
  expect(within(paris).getByRole('img', { name: 'Map b' })).toBeVisible()
})

describe('rules of pictures', () => {
  it('each is told in words', () => {
    const error = (alt: string) => checkQuestion({ ...written, pictures: [picture('a', null, alt)] }).pictures
    expect([error('A map'), error(' '), error('x'.repeat(301))]).toEqual([
      undefined,
      messages.PICTURE_TEXT_MISSING,
      messages.PICTURE_TEXT_LONG,
    ])
  })

  it('go with their option, and those behind it move up', () => {
    const pictures = [picture('q'), picture('a', 0), picture('b', 1), picture('d', 3)]
    const left = withoutOption({ ...written, pictures }, 1).pictures
    expect(left?.map(({ id, option }) => [id, option])).toEqual([
      ['q', null],
      ['a', 0],
      ['d', 2],
    ])
    expect(withoutOption(written, 1)).not.toHaveProperty('pictures')
  })

  it('are sent where they were changed, and then also that there are none', () => {
    const sent = (now?: WrittenPicture[], was?: WrittenPicture[]): Rewritten['pictures'] =>
      rewritten({ ...written, pictures: now }, { pictures: was }, DEFAULT_RULES).pictures
    expect(sent()).toBeUndefined()
    expect(sent([picture('a')], [picture('a', null, ' Map a ')])).toBeUndefined()
    expect(sent([], [picture('a')])).toEqual([])
    expect(sent([picture('a', 1)], [picture('a')])).toEqual([picture('a', 1)])
    expect(tidyQuestion({ ...written, pictures: [] })).not.toHaveProperty('pictures')
    expect(withPicture(undefined, null, picture('a'))).toEqual([picture('a')])
    expect(withPicture([picture('a'), picture('b')], picture('a'), null)).toEqual([picture('b')])
  })
})
