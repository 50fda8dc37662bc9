/** People, the audit list and the first steps, with the server's answers given. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { SITE, serverSays, showPage, signedIn } from '@/testPage'
import { FirstSteps } from './components/FirstSteps'
import { countOf, tabOf } from './model'
import OperationsPage from './pages/OperationsPage'
import * as messages from './peopleMessages'

const at = new Date(Date.now() - 3_600_000).toISOString()
const found = (part: object = {}) => ({
  _id: 'p1',
  fullName: 'Bo Sen',
  email: 'bo@meridian.example',
  Batch: 2026,
  roles: ['HOBBY'],
  createdAt: at,
  ...part,
})
const people = (list: object[], total = list.length) => ({ body: { success: true, people: list, total } })
const person = (part: object = {}) => ({
  body: {
    success: true,
    person: {
      ...found(),
      contact: '9000000001',
      roles: ['HOBBY', 'USER'],
      contestCredits: 3,
      pollCredits: 1,
      contestsMade: 2,
      pollsMade: 0,
      contestsJoined: 5,
      clubs: [
        { club: 'HOBBY', name: 'Hobby Club', status: 'secretary', administers: true },
        { club: 'DRAMATIC', name: 'Drama', status: 'applied', administers: false },
      ],
      sessions: [{ device: 'Chrome on Android', address: '10.0.0.7', createdAt: at, lastSeenAt: at }],
      ...part,
    },
  },
})
const entry = (part: object = {}) => ({
  id: '9',
  at,
  by: { _id: 'u1', fullName: 'Ananya Sharma', deleted: false },
  about: { _id: 'p1', fullName: 'Bo Sen', deleted: false },
  said: 'Gave 3 contest creations',
  ...part,
})
const audit = (list: object[]) => ({ body: { success: true, entries: list, total: list.length } })
const DONE = { body: { success: true, message: 'Done as asked.', contestCredits: 1, pollCredits: 1 } }
const WRONG = {
  status: 403,
  body: { code: 'wrong_password', message: 'That is not your password.', field: 'password' },
}
const base = {
  'GET /checklogged': signedIn('ADMIN'),
  'GET /site': SITE,
  'GET /jobs': {
    body: { success: true, jobs: [], total: 0, counts: { parked: 0, running: 0, waiting: 0 }, kinds: [] },
  },
  'GET /enquiries': { body: { success: true, enquiries: [], total: 0, open: 0 } },
  'GET /clubs': { body: { success: true, clubs: [], total: 0 } },
  'GET /people': people([found(), found({ _id: 'p2', fullName: 'Cy Rao', email: 'cy@meridian.example', roles: [] })]),
  'GET /people/p1': person(),
  'GET /audit': audit([entry()]),
}
const show = (address: string) => showPage({ '/operations': OperationsPage }, address, 'site/member/admin')
const showPerson = async () => {
  await show('/operations?tab=people&person=p1')
  return await screen.findByRole('article', { name: 'Bo Sen' })
}

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('userId1', 'u1')
})

it('reads numbers with a sign, in the digits of any script, and no others', () => {
  expect(['२', '٢', '２', '-２', '−२', '—2', '٢٢', '२.५'].map(countOf)).toEqual([2, 2, 2, -2, -2, -2, 22, null])
  expect(['3', ' -2 ', '−2', '+4', '', '1.5', 'x', '1234567'].map(countOf)).toEqual([3, -2, -2, 4, 0, null, null, null])
  expect(['people', 'audit'].map(tabOf)).toEqual(['people', 'audit'])
})

it('finds people by what is typed, and opens one', async () => {
  const calls = serverSays({
    ...base,
    'GET /people': () => people([found()]),
  })
  await show('/operations?tab=people')
  const link = await screen.findByRole('link', { name: /Bo Sen/ })
  expect(screen.getByText(messages.peopleCounted(1))).toBeInTheDocument()
  await userEvent.type(screen.getByRole('searchbox', { name: messages.SEARCH }), 'bo sen')
  await waitFor(() => expect(calls.filter(({ path }) => path === '/people').length).toBeGreaterThan(1))
  await userEvent.click(await screen.findByRole('link', { name: /Bo Sen/ }))
  expect(link).toBeDefined()
  const shown = await screen.findByRole('article', { name: 'Bo Sen' })
  expect(within(shown).getByText('bo@meridian.example')).toBeInTheDocument()
})

it('says when nobody is found, and when it failed', async () => {
  serverSays({ ...base, 'GET /people': people([]) })
  await show('/operations?tab=people&q=zz')
  expect(await screen.findByRole('heading', { name: messages.NOBODY.title })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: messages.CLEAR })).toBeInTheDocument()
  serverSays({ ...base, 'GET /people': { status: 403, body: { code: 'x', message: 'Not today.' } } })
  await show('/operations?tab=people')
  expect(await screen.findByText('Not today.')).toBeInTheDocument()
})

it('shows a person with everything an administrator may know', async () => {
  serverSays(base)
  const shown = await showPerson()
  for (const text of ['9000000001', 'Chrome on Android', 'Hobby Club', 'Secretary, Administrator', 'Applied']) {
    expect(within(shown).getByText(text)).toBeInTheDocument()
  }
  expect(await within(shown).findByText('Gave 3 contest creations')).toBeInTheDocument()
  expect(within(shown).getByRole('heading', { name: 'Bo Sen' })).toHaveFocus()
})

it('says when the account is gone', async () => {
  serverSays({ ...base, 'GET /people/p1': { status: 404, body: { code: 'missing', message: 'Not here.' } } })
  await show('/operations?tab=people&person=p1')
  expect(await screen.findByRole('heading', { name: messages.PERSON_GONE.title })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: messages.ALL_PEOPLE })).toBeInTheDocument()
})

it('gives and takes creations with the own password, and keeps what was entered when it is wrong', async () => {
  let answer: { status?: number; body: object } = WRONG
  const calls = serverSays({ ...base, 'POST /people/p1/credits': () => answer })
  const shown = await showPerson()
  await userEvent.click(within(shown).getByRole('button', { name: messages.CHANGE_CREDITS }))
  const dialog = await screen.findByRole('dialog', { name: messages.CREDITS_TITLE })
  const save = within(dialog).getByRole('button', { name: messages.CREDITS_CONFIRM })
  await userEvent.click(save)
  expect(within(dialog).getByText(messages.NOTHING)).toBeInTheDocument()
  expect(within(dialog).getByText(messages.PASSWORD_MISSING)).toBeInTheDocument()
  await userEvent.type(within(dialog).getByLabelText(messages.CREDITS_CONTESTS), '-2')
  await userEvent.type(within(dialog).getByLabelText(messages.CREDITS_POLLS), 'many')
  await userEvent.type(within(dialog).getByLabelText(messages.OWN_PASSWORD), 'guess')
  expect(within(dialog).getByText(messages.NO_NUMBER)).toBeInTheDocument()
  await userEvent.clear(within(dialog).getByLabelText(messages.CREDITS_POLLS))
  await userEvent.click(save)
  expect(await within(dialog).findByText('That is not your password.')).toBeInTheDocument()
  expect(within(dialog).getByLabelText(messages.CREDITS_CONTESTS)).toHaveValue('-2')
  answer = DONE
  await userEvent.type(within(dialog).getByLabelText(messages.OWN_PASSWORD), ' no more')
  await userEvent.click(save)
  expect(await screen.findByText('Done as asked.')).toBeInTheDocument()
  expect(calls.filter(({ method }) => method === 'POST').at(-1)?.body).toEqual({
    contests: -2,
    polls: 0,
    password: 'guess no more',
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

it('asks for the password before a role or a session goes', async () => {
  const calls = serverSays({ ...base, 'PUT /people/p1/organiser': DONE, 'DELETE /people/p1/sessions': DONE })
  const shown = await showPerson()
  for (const [button, title, confirm] of [
    [messages.MAKE_ORGANISER, messages.makeOrganiser('Bo Sen'), messages.MAKE_ORGANISER],
    [messages.END_ALL, messages.END_TITLE, messages.END_ALL],
  ] as const) {
    await userEvent.click(within(shown).getByRole('button', { name: button }))
    const dialog = await screen.findByRole('dialog', { name: title })
    await userEvent.type(within(dialog).getByLabelText(messages.OWN_PASSWORD), 'violet-harbour-42')
    await userEvent.click(within(dialog).getByRole('button', { name: confirm }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  }
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ organiser: true, password: 'violet-harbour-42' })
  expect(calls.find(({ method }) => method === 'DELETE')?.body).toEqual({ password: 'violet-harbour-42' })
})

it.each([true, false])('sends or makes a code after asking, and ends no own sessions (mail: %s)', async (mail) => {
  const site = { body: { ...SITE.body, mail } }
  const words = messages.resetCode(mail)
  const calls = serverSays({
    ...base,
    'GET /site': site,
    'GET /people/p1': person({ _id: 'u1' }),
    'POST /people/u1/reset-code': DONE,
  })
  const shown = await showPerson()
  expect(within(shown).queryByRole('button', { name: messages.END_ALL })).not.toBeInTheDocument()
  expect(within(shown).getByRole('link', { name: messages.OWN_SESSIONS })).toBeInTheDocument()
  await userEvent.click(within(shown).getByRole('button', { name: words.act }))
  const dialog = await screen.findByRole('dialog', { name: words.title })
  expect(/\bmailed\b/.test(dialog.textContent ?? '')).toBe(mail)
  expect(calls.some(({ method }) => method === 'POST')).toBe(false)
  await userEvent.click(within(dialog).getByRole('button', { name: words.confirm }))
  expect(await screen.findByText('Done as asked.')).toBeInTheDocument()
})

it('lists what administrators did, by whom and to whom', async () => {
  serverSays({
    ...base,
    'GET /audit': audit([
      entry(),
      entry({
        id: '8',
        by: null,
        said: 'Gave the role ADMIN',
        about: { _id: 'p3', fullName: 'Former student BCDF', deleted: true },
      }),
      entry({ id: '7', said: 'Asked for a backup', about: null }),
      entry({ id: '6', said: 'Sent the announcement “Holiday” to everybody', about: null }),
      entry({ id: '5', said: 'Deleted the poll “Where to?”' }),
    ]),
  })
  await show('/operations?tab=audit')
  const list = await screen.findByRole('list', { name: 'Audit' })
  const rows = within(list).getAllByRole('listitem')
  expect(rows).toHaveLength(5)
  expect(within(rows[0] as HTMLElement).getByRole('link', { name: 'Bo Sen' })).toHaveAttribute(
    'href',
    '/operations?tab=people&person=p1',
  )
  expect(rows[1]).toHaveTextContent(messages.COMMAND_LINE)
  expect(within(rows[1] as HTMLElement).queryByRole('link')).not.toBeInTheDocument()
  expect(rows[3]).toHaveTextContent('Sent the announcement “Holiday” to everybody')
  expect(rows[4]).toHaveTextContent('Deleted the poll “Where to?”: Bo Sen')
  serverSays({ ...base, 'GET /audit': audit([]) })
  await show('/operations?tab=audit')
  expect(await screen.findByRole('heading', { name: messages.NO_ACTS.title })).toBeInTheDocument()
})

const step = (name: string, state: string, says = 'no smtp_url: mails are files', settings = ['smtp_url']) => ({
  step: name,
  state,
  says,
  settings,
  kept: false,
})
const Start = () => <FirstSteps mayHide />
const start = () => showPage({ '/operations': Start }, '/operations', 'site/member/admin')

it('shows what is still to set up until all is done, or until it is hidden', async () => {
  const steps = [step('institute', 'done', 'Meridian is named'), step('mail', 'open'), step('clubs', 'open', 'x', [])]
  serverSays({ ...base, 'GET /first-steps': { body: { success: true, steps, done: false } } })
  await start()
  const card = await screen.findByRole('region', { name: messages.FIRST_STEPS })
  expect(within(card).getByText(new RegExp(messages.stepsLeft(2)))).toBeInTheDocument()
  expect(within(card).getByText('smtp_url')).toBeInTheDocument()
  expect(within(card).getByText('No smtp_url: mails are files.')).toBeInTheDocument()
  expect(within(card).getByRole('link', { name: messages.TO_CLUBS })).toBeInTheDocument()
  expect(within(card).getAllByText(messages.STATES.open)).toHaveLength(2)
  await userEvent.click(within(card).getByRole('button', { name: messages.HIDE }))
  await waitFor(() => expect(screen.queryByRole('region', { name: messages.FIRST_STEPS })).not.toBeInTheDocument())
  await start()
  expect(screen.queryByRole('region', { name: messages.FIRST_STEPS })).not.toBeInTheDocument()
  localStorage.removeItem('firstStepsHidden')
  serverSays({ ...base, 'GET /first-steps': { body: { success: true, steps: [step('mail', 'done')], done: true } } })
  await start()
  await waitFor(() => expect(screen.queryByRole('region', { name: messages.FIRST_STEPS })).not.toBeInTheDocument())
})

it('keeps registration open on purpose, and takes that back', async () => {
  const open = step('registration', 'open', 'any domain may register', ['institute_domains'])
  const kept = { ...open, state: 'done', kept: true }
  const all = (one: object, done: boolean) => ({ body: { success: true, steps: [one], done } })
  const calls = serverSays({
    ...base,
    'GET /first-steps': all(open, false),
    'PUT /first-steps/registration': all(kept, true),
  })
  await showPage({ '/operations': () => <FirstSteps /> }, '/operations', 'site/member/admin')
  await userEvent.click(await screen.findByRole('button', { name: messages.KEEP_OPEN }))
  const back = await screen.findByRole('button', { name: messages.QUESTION_AGAIN })
  expect(screen.getByText(messages.STATES.done)).toBeInTheDocument()
  await userEvent.click(back)
  const sent = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  await waitFor(() => expect(sent()).toEqual([{ keptOpen: true }, { keptOpen: false }]))
})
