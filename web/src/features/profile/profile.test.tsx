/** Changing one's details and password, taking one's data, and leaving, as a person does it. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Answer, type Asked, GUEST, SITE, serverSays, showPage, signedIn } from '@/testPage'
import { ProfileView } from './components/ProfileView'
import * as messages from './messages'

const PROFILE = {
  _id: 'u1',
  fullname: 'Ananya Sharma',
  email: 'ananya@meridian.example',
  contact: '9000012345',
  contestgiven: ['c1', 'c2'],
  role: 'USER',
  count: 2,
  poll: 1,
  Batch: 2019,
  createdAt: '2026-01-10T08:00:00Z',
}
const Home = () => <p>home</p>

async function show(answers: Record<string, Answer | ((asked: Asked) => Answer)> = {}) {
  const calls = serverSays({
    'GET /site': SITE,
    'GET /checklogged': signedIn(),
    'GET /getuser/u1': { body: PROFILE },
    'GET /sessions': { body: { sessions: [] } },
    ...answers,
  })
  const router = await showPage({ '/profile': ProfileView, '/': Home }, '/profile')
  await screen.findByRole('heading', { level: 1, name: 'Ananya Sharma' })
  return { calls, router }
}
const sent = (calls: Asked[], method: string, path: string) =>
  calls.filter((call) => call.method === method && call.path === path).map((call) => call.body)

afterEach(() => vi.restoreAllMocks())

describe('details', () => {
  it('sends only what was changed, and shows it', async () => {
    const { calls } = await show({
      'PUT /account': {
        body: {
          success: true,
          message: 'Saved.',
          user: { ...signedIn().body.user, fullName: 'Ananya Rao', contact: '9000012345', Batch: 2019 },
        },
      },
    })
    await userEvent.click(screen.getByRole('button', { name: messages.EDIT }))
    const name = screen.getByLabelText('Full name')
    expect(name).toHaveFocus()
    expect(screen.getByLabelText('Batch year')).toHaveValue('2019')
    await userEvent.clear(name)
    await userEvent.type(name, '  Ananya Rao ')
    await userEvent.click(screen.getByRole('button', { name: messages.SAVE }))
    expect(await screen.findByText('Saved.')).toBeInTheDocument()
    expect(sent(calls, 'PUT', '/account')).toEqual([{ fullName: 'Ananya Rao' }])
    await waitFor(() => expect(screen.getByRole('button', { name: messages.EDIT })).toHaveFocus())
  })

  it('says at the field what is wrong, before and after asking the server', async () => {
    const { calls } = await show({
      'PUT /account': {
        status: 400,
        body: { code: 'invalid', field: 'contact', message: 'The contact number needs 7 to 15 digits' },
      },
    })
    await userEvent.click(screen.getByRole('button', { name: messages.EDIT }))
    const contact = screen.getByLabelText('Contact number')
    await userEvent.clear(contact)
    await userEvent.type(contact, '12')
    await userEvent.click(screen.getByRole('button', { name: messages.SAVE }))
    expect(contact).toHaveAccessibleDescription(messages.CONTACT_INVALID)
    expect(sent(calls, 'PUT', '/account')).toEqual([])
    await userEvent.clear(contact)
    await userEvent.type(contact, '90000 00000')
    await userEvent.click(screen.getByRole('button', { name: messages.SAVE }))
    await waitFor(() => expect(contact).toHaveAccessibleDescription('The contact number needs 7 to 15 digits'))
    await userEvent.type(contact, '1')
    expect(contact).not.toBeInvalid()
  })
})

describe('the picture', () => {
  const PICTURE = { key: 'k1', url: 'http://elsewhere/api/media/k1', width: 640, height: 640, widths: [320, 640] }
  const user = (picture: object | null) => ({ ...signedIn().body.user, contact: '9000012345', Batch: 2019, picture })
  const shown = () => document.querySelector('main img, h1 ~ img, header img')

  it('is sent, shown, and removed after a question', async () => {
    const { calls } = await show({
      'PUT /account/picture': { body: { success: true, message: 'Your picture is saved', user: user(PICTURE) } },
      'DELETE /account/picture': { body: { success: true, message: 'Your picture is removed', user: user(null) } },
    })
    expect(shown()).toBeNull()
    await userEvent.upload(
      screen.getByLabelText(messages.ADD_PICTURE),
      new File(['x'], 'me.png', { type: 'image/png' }),
    )
    expect(await screen.findByText('Your picture is saved')).toBeInTheDocument()
    expect(shown()).toHaveAttribute('src', '/api/media/k1')
    expect(sent(calls, 'PUT', '/account/picture')).toHaveLength(1)
    expect(screen.getByLabelText(messages.CHANGE_PICTURE)).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: messages.REMOVE_PICTURE }))
    const dialog = within(await screen.findByRole('dialog', { name: messages.REMOVE_PICTURE_TITLE }))
    await userEvent.click(dialog.getByRole('button', { name: messages.REMOVE }))
    expect(await screen.findByText('Your picture is removed')).toBeInTheDocument()
    await waitFor(() => expect(shown()).toBeNull())
  })

  it('is not sent when it is none or too large, and a refusal is told', async () => {
    const { calls } = await show({
      'PUT /account/picture': {
        status: 400,
        body: { code: 'invalid', field: 'image', message: 'me.heic: no picture' },
      },
    })
    const input = screen.getByLabelText(messages.ADD_PICTURE)
    const choosing = userEvent.setup({ applyAccept: false })
    await choosing.upload(input, new File(['x'], 'cv.pdf', { type: 'application/pdf' }))
    expect(await screen.findByText('cv.pdf: not a picture')).toBeInTheDocument()
    const large = new File(['x'], 'me.png', { type: 'image/png' })
    Object.defineProperty(large, 'size', { value: 10_485_761 })
    await choosing.upload(input, large)
    expect(await screen.findByText('me.png: larger than 10MB')).toBeInTheDocument()
    expect(sent(calls, 'PUT', '/account/picture')).toHaveLength(0)
    await choosing.upload(input, new File(['x'], 'me.heic', { type: 'image/heic' }))
    expect(await screen.findByText('me.heic: no picture')).toBeInTheDocument()
  })
})

describe('password', () => {
  const fill = async (current: string, password: string, again = password) => {
    await userEvent.click(screen.getByRole('button', { name: messages.CHANGE_PASSWORD }))
    const form = within(screen.getByRole('form', { name: messages.CHANGE_PASSWORD }))
    await userEvent.type(form.getByLabelText(messages.CURRENT_PASSWORD), current)
    await userEvent.type(form.getByLabelText(messages.NEW_PASSWORD), password)
    await userEvent.type(form.getByLabelText(messages.REPEAT_PASSWORD), again)
    await userEvent.click(form.getByRole('button', { name: messages.CHANGE_PASSWORD }))
    return form
  }

  it('changes it', async () => {
    const { calls } = await show({ 'PUT /account/password': { body: { success: true, message: 'Changed.' } } })
    await fill('the old one', 'harvest moon over 7 hills')
    expect(await screen.findByText('Changed.')).toBeInTheDocument()
    expect(sent(calls, 'PUT', '/account/password')).toEqual([
      { current: 'the old one', password: 'harvest moon over 7 hills' },
    ])
    expect(screen.queryByRole('form')).not.toBeInTheDocument()
  })

  it('says which of the three is wrong', async () => {
    await show({
      'PUT /account/password': { status: 403, body: { code: 'wrong_password', message: 'That is not your password.' } },
    })
    const form = await fill('not it', 'short', 'shore')
    expect(form.getByLabelText(messages.NEW_PASSWORD)).toBeInvalid()
    expect(form.getByText(messages.PASSWORD_SHORT)).toBeVisible()
    expect(form.getByText(messages.PASSWORDS_DIFFER)).toBeVisible()
    for (const [label, more] of [
      [messages.NEW_PASSWORD, ' is too short'],
      [messages.REPEAT_PASSWORD, '{Backspace}t is too short'],
    ] as const) {
      await userEvent.type(form.getByLabelText(label), more)
    }
    await userEvent.click(form.getByRole('button', { name: messages.CHANGE_PASSWORD }))
    expect(await form.findByText('That is not your password.')).toBeVisible()
    expect(form.getByLabelText(messages.CURRENT_PASSWORD)).toBeInvalid()
  })
})

it('saves the data as a file', async () => {
  const made: Blob[] = []
  URL.createObjectURL = (blob: Blob) => {
    made.push(blob)
    return 'blob:test'
  }
  URL.revokeObjectURL = () => {}
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    expect(this.download).toMatch(/^quad-data-\d{4}-\d\d-\d\d\.json$/)
  })
  const data = { attempts: [], account: { fullName: 'Ananya Sharma' } }
  await show({ 'GET /account/data': { body: data } })
  for (const part of [/what you bought/, /polls you made/, /that you voted but not how/]) {
    expect(screen.getByText(part)).toBeVisible()
  }
  await userEvent.click(screen.getByRole('button', { name: messages.DOWNLOAD }))
  expect(await screen.findByText(messages.DOWNLOADED)).toBeInTheDocument()
  expect(click).toHaveBeenCalledOnce()
  expect(JSON.parse((await made[0]?.text()) ?? '')).toEqual(data)
})

it('leaves with the password only, and knows nobody afterwards', async () => {
  let gone = false
  const { calls, router } = await show({
    'GET /checklogged': () => (gone ? GUEST : signedIn()),
    'DELETE /account': ({ body }) => {
      if ((body as { password: string }).password !== 'right') {
        return { status: 403, body: { code: 'wrong_password', message: 'That is not your password.' } }
      }
      gone = true
      return { body: { success: true, message: 'Deleted.' } }
    },
  })
  await userEvent.click(screen.getByRole('button', { name: messages.DELETE }))
  const asked = within(await screen.findByRole('dialog', { name: messages.DELETE_TITLE }))
  expect(asked.getByText('You lose 2 contest creations and 1 poll creation. They are not paid back.')).toBeVisible()
  for (const part of [/polls you started that nobody has voted in/, /your votes/, /what you bought, for the books/]) {
    expect(asked.getByText(part)).toBeVisible()
  }
  await userEvent.click(asked.getByRole('button', { name: messages.DELETE_LAST }))
  expect(asked.getByText(messages.PASSWORD_MISSING)).toBeVisible()
  expect(sent(calls, 'DELETE', '/account')).toEqual([])
  const password = asked.getByLabelText(messages.CURRENT_PASSWORD)
  await userEvent.type(password, 'wrong')
  await userEvent.click(asked.getByRole('button', { name: messages.DELETE_LAST }))
  expect(await asked.findByText('That is not your password.')).toBeVisible()
  await userEvent.clear(password)
  await userEvent.type(password, 'right')
  await userEvent.click(asked.getByRole('button', { name: messages.DELETE_LAST }))
  expect(await screen.findByText('home')).toBeInTheDocument()
  expect(router.state.location.state).toMatchObject({ farewell: true })
  await waitFor(() => expect(localStorage.getItem('userId1')).toBeNull())
})

it('takes leave also where the answer is lost and nobody is signed in any more', async () => {
  let gone = false
  const { router } = await show({
    'GET /checklogged': () => (gone ? GUEST : signedIn()),
    'DELETE /account': () => {
      gone = true
      return { body: '<h1>Campus Wi-Fi</h1>' }
    },
  })
  await userEvent.click(screen.getByRole('button', { name: messages.DELETE }))
  const asked = within(await screen.findByRole('dialog', { name: messages.DELETE_TITLE }))
  await userEvent.type(asked.getByLabelText(messages.CURRENT_PASSWORD), 'right')
  await userEvent.click(asked.getByRole('button', { name: messages.DELETE_LAST }))
  expect(await screen.findByText('home')).toBeInTheDocument()
  expect(router.state.location.state).toMatchObject({ farewell: true })
})

it('names what is lost, and nothing where there is nothing', () => {
  expect(messages.creationsLost(1, 0)).toBe('You lose 1 contest creation. It is not paid back.')
  expect(messages.creationsLost(0, 0)).toBeNull()
})
