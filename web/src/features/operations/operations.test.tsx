/** The operations page, with the server's answers given. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { cache } from '@/api/cache'
import { passUntil, startTestClock } from '@/testClock'
import { SITE, serverSays, showPage, signedIn } from '@/testPage'
import { ROW_BROKEN } from '@/ui/RowBoundary'
import { firstStepsQuery, systemQuery } from './api'
import * as messages from './messages'
import { isTight, letterTo, pageOf, sizeOf, tabOf } from './model'
import OperationsPage from './pages/OperationsPage'

const at = new Date(Date.now() - 60_000).toISOString()
const job = (part: object = {}) => ({
  id: '7',
  kind: 'notify.send_mail',
  does: 'Mails a notification to somebody who chose that',
  dropping: 'That mail is not sent.',
  state: 'parked',
  tries: 10,
  runAt: at,
  createdAt: at,
  lastError: 'the mail server said no',
  timed: false,
  mayRetry: true,
  mayDrop: true,
  ...part,
})
const jobs = (list: object[], counts = { parked: list.length, running: 0, waiting: 3 }) => ({
  body: { success: true, jobs: list, total: list.length, counts, kinds: ['notify.send_mail', 'notify.sweep'] },
})
const enquiry = (part: object = {}) => ({
  id: 'e1',
  topic: 'sales',
  name: 'Ada Rao',
  email: 'ada@elsewhere.example',
  message: 'What does it cost?\nFor fifty.',
  userId: null,
  createdAt: at,
  answeredAt: null,
  ...part,
})
const enquiries = (list: object[]) => ({ body: { success: true, enquiries: list, total: list.length, open: 1 } })
const run = (part: object = {}) => ({
  beganAt: at,
  file: 'quad-20261120-123000.tar.zst',
  bytes: 4_204_019,
  verifiedAt: at,
  why: null,
  ...part,
})
const system = (backup: object = {}, part: object = {}) => ({
  body: {
    success: true,
    serverNow: at,
    processes: [
      {
        id: 'a',
        does: 'serve',
        host: 'lab-pc',
        pid: 7,
        version: '0.1.0',
        beganAt: at,
        seenAt: at,
        runs: true,
        answers: true,
      },
      {
        id: 'b',
        does: 'worker',
        host: '',
        pid: 8,
        version: '0.1.0',
        beganAt: at,
        seenAt: at,
        runs: false,
        answers: false,
      },
    ],
    storage: {
      engine: 'SQLite',
      databaseBytes: 1_234_567,
      logHeldBytes: 0,
      pictures: 1,
      pictureBytes: 999,
      rooms: [
        { holds: 'data', folder: '/var/lib/quad', freeBytes: 120_000_000_000 },
        { holds: 'backups', folder: '/srv/backups', freeBytes: 400_000_000 },
      ],
    },
    backup: {
      folder: '/srv/backups',
      byTheClock: true,
      newest: run(),
      failed: null,
      dueAt: at,
      underWay: false,
      ...backup,
    },
    errors: [
      { at, place: 'quad::edge::reply', said: 'request broke cause=no room', host: 'lab-pc', pid: 7 },
      { at, place: 'quad::live', said: 'of one that is gone' },
    ],
    ...part,
  },
})
const DONE = { body: { success: true, message: 'Done as asked.' } }
const base = {
  'GET /checklogged': signedIn('ADMIN'),
  'GET /site': SITE,
  'GET /jobs': jobs([job()]),
  'GET /enquiries': enquiries([enquiry()]),
}
const show = (address: string) => showPage({ '/operations': OperationsPage }, address, 'site/member/admin')

beforeEach(() => localStorage.setItem('userId1', 'u1'))

it('reads an address, whatever stands in it', () => {
  expect(['parked', 'waiting', 'enquiries', 'x', undefined].map(tabOf)).toEqual([
    'parked',
    'waiting',
    'enquiries',
    'parked',
    'parked',
  ])
  expect(['3', '0', '-1', '1e9', 'x', undefined].map(pageOf)).toEqual([3, 1, 1, 1, 1, 1])
})

it('writes a letter that answers', () => {
  const letter = letterTo(
    {
      id: '1',
      topic: 'contact',
      name: 'Ada',
      email: 'a+b@c.example',
      message: 'One\nTwo',
      doubtful: false,
      known: false,
      createdAt: 0,
      answered: false,
    },
    'Quad',
  )
  const address = new URL(letter)
  expect(address.pathname).toBe('a%2Bb@c.example')
  expect(address.searchParams.get('subject')).toBe('Your message to Quad')
  expect(address.searchParams.get('body')).toContain('> One\n> Two')
})

it.each([0, 1, 2, 3, 4, 5])('quotes a message whose cut falls inside a character (%i)', (shift) => {
  const message = `${'x'.repeat(shift)}${'🎓👨‍👩‍👧'.repeat(400)}\ud83d`
  const one = {
    id: '1',
    topic: 'contact' as const,
    doubtful: false,
    name: '\udf93 Ada',
    email: 'a\ud83d@c.example',
    message,
  }
  const letter = new URL(letterTo({ ...one, known: false, createdAt: 0, answered: false }, 'Quad'))
  const body = letter.searchParams.get('body') ?? ''
  expect(body).toContain('> ')
  expect(() => encodeURIComponent(body)).not.toThrow()
  expect(body.length).toBeLessThanOrEqual(1200)
})

it('shows the other enquiries when one cannot be shown', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const list = [enquiry(), enquiry({ id: 'e2', name: 'Broken', message: null }), enquiry({ id: 'e3', name: 'Bo Sen' })]
  serverSays({
    ...base,
    'GET /enquiries': enquiries([...list, enquiry({ id: 'e4', name: '👨‍👩‍👧', message: '🎓'.repeat(2000) })]),
  })
  await show('/operations?tab=enquiries')
  expect(await screen.findByRole('article', { name: /Bo Sen/ })).toBeInTheDocument()
  expect(screen.getByRole('article', { name: /Ada Rao/ })).toBeInTheDocument()
  expect(screen.getByRole('article', { name: /👨‍👩‍👧/ })).toBeInTheDocument()
  expect(screen.getByText(ROW_BROKEN)).toBeInTheDocument()
  expect(screen.queryByRole('article', { name: /Broken/ })).not.toBeInTheDocument()
})

it('shows why a job is parked, tries it again, and drops it after saying what that means', async () => {
  const calls = serverSays({ ...base, 'POST /jobs/7/retry': DONE, 'DELETE /jobs/7': DONE })
  await show('/operations')
  const row = await screen.findByRole('article', { name: /^Mails a notification/ })
  for (const text of ['the mail server said no', 'notify.send_mail']) {
    expect(within(row).getByText(text)).toBeInTheDocument()
  }
  expect(within(row).getByText(/tried 10 times/)).toBeInTheDocument()
  expect(screen.getByRole('tab', { name: 'Waiting 3' })).toBeInTheDocument()
  await userEvent.click(within(row).getByRole('button', { name: /^Try again/ }))
  expect(await screen.findByText('Done as asked.')).toBeInTheDocument()
  await userEvent.click(within(row).getByRole('button', { name: /^Drop/ }))
  const asked = await screen.findByRole('dialog', { name: messages.DROP_TITLE })
  expect(within(asked).getByText(/That mail is not sent\./)).toBeInTheDocument()
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false)
  await userEvent.click(within(asked).getByRole('button', { name: messages.DROP }))
  await waitFor(() => expect(calls.some(({ method }) => method === 'DELETE')).toBe(true))
})

it('offers nothing that the server would refuse', async () => {
  const timed = job({ state: 'waiting', timed: true, mayRetry: false, mayDrop: false, tries: 0, lastError: null })
  serverSays({ ...base, 'GET /jobs': jobs([timed], { parked: 0, running: 0, waiting: 1 }) })
  await show('/operations?tab=waiting')
  const row = await screen.findByRole('article')
  expect(within(row).getByText(messages.TIMED)).toBeInTheDocument()
  expect(within(row).queryByRole('button')).not.toBeInTheDocument()
})

it('says when there is nothing, when it failed, and to whom it belongs', async () => {
  serverSays({ ...base, 'GET /jobs': jobs([]) })
  await show('/operations')
  expect(await screen.findByRole('heading', { name: messages.EMPTY.parked.title })).toBeInTheDocument()
  serverSays({ ...base, 'GET /jobs': { status: 403, body: { code: 'x', message: 'Not today.' } } })
  await show('/operations')
  expect(await screen.findByText('Not today.')).toBeInTheDocument()
  const calls = serverSays({ ...base, 'GET /checklogged': signedIn('ORGANISER') })
  await show('/operations')
  expect(await screen.findByText(messages.ADMINS_ONLY)).toBeInTheDocument()
  expect(calls.some(({ path }) => path === '/jobs')).toBe(false)
})

it('lists enquiries, and ticks one off', async () => {
  const calls = serverSays({ ...base, 'PUT /enquiries/e1/answered': DONE })
  await show('/operations?tab=enquiries')
  const row = await screen.findByRole('article', { name: 'About plans from Ada Rao' })
  expect(within(row).getByRole('link', { name: /^Answer by e-mail/ })).toHaveAttribute(
    'href',
    expect.stringContaining('mailto:ada@elsewhere.example?subject='),
  )
  const box = within(row).getByRole<HTMLInputElement>('checkbox', { name: /^Answered/ })
  fireEvent.click(box)
  // Without a moment between in which it is put back.
  expect(box).toBeChecked()
  await waitFor(() => expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ answered: true }))
})

it('writes to nobody who has left', async () => {
  serverSays({ ...base, 'GET /enquiries': enquiries([enquiry({ email: '' })]) })
  await show('/operations?tab=enquiries')
  expect(await screen.findByText(messages.NO_ADDRESS)).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: /^Answer by e-mail/ })).not.toBeInTheDocument()
})

it('takes back a tick that was not kept, also in the list of those not answered', async () => {
  serverSays({ ...base, 'PUT /enquiries/e1/answered': { status: 400, body: { code: 'x', message: 'Not kept.' } } })
  await show('/operations?tab=enquiries')
  await userEvent.click(await screen.findByRole('checkbox', { name: messages.OPEN_ONLY }))
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Answered/ }))
  expect(await screen.findByText('Not kept.')).toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('checkbox', { name: /^Answered/ })).not.toBeChecked())
})

it('goes on at the next job when the row of a retried one has gone', async () => {
  let list = [job(), job({ id: '8', does: 'Sweeps' })]
  serverSays({
    ...base,
    'GET /jobs': () => jobs(list),
    'POST /jobs/7/retry': () => {
      list = list.slice(1)
      return DONE
    },
  })
  await show('/operations')
  await userEvent.click(await screen.findByRole('button', { name: /^Try again: Mails/ }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Try again: Sweeps' })).toHaveFocus())
})

it('says sizes as people read them, and when room is little', () => {
  expect([0, 843, 999.4, 1000, 4_204_019, 999_960_000, 120e9, 5e15].map(sizeOf)).toEqual([
    '0 B',
    '843 B',
    '999 B',
    '1.0 KB',
    '4.2 MB',
    '1.0 GB',
    '120 GB',
    '5000 TB',
  ])
  const room = (freeBytes: number | null) => isTight({ holds: 'data', folder: '/', freeBytes })
  expect([1e9, 3e9, null].map(room)).toEqual([true, false, false])
})

it('shows the installation, and makes a backup after asking', async () => {
  let answer = system()
  const calls = serverSays({
    ...base,
    'GET /system': () => answer,
    'POST /system/backup': () => {
      answer = system({ underWay: true })
      return DONE
    },
  })
  await show('/operations?tab=system')
  const backups = await screen.findByRole('region', { name: messages.BACKUPS })
  for (const text of ['quad-20261120-123000.tar.zst', '4.2 MB', messages.WHOLE, messages.DUE_NOW]) {
    expect(within(backups).getByText(text)).toBeInTheDocument()
  }
  const storage = screen.getByRole('region', { name: messages.STORAGE })
  for (const text of ['SQLite, 1.2 MB', '1 picture, 999 B', '120 GB', '400 MB', messages.TIGHT]) {
    expect(within(storage).getByText(text)).toBeInTheDocument()
  }
  expect(within(storage).queryByText(/one long transaction/)).not.toBeInTheDocument()
  const processes = screen.getByRole('region', { name: messages.PROCESSES })
  expect(within(processes).getByText('Server 0.1.0 on lab-pc, process 7')).toBeInTheDocument()
  expect(within(processes).getByText(messages.SILENT)).toBeInTheDocument()
  expect(within(processes).getByText('Worker 0.1.0, process 8')).toBeInTheDocument()
  expect(screen.getByText('request broke cause=no room')).toBeInTheDocument()
  expect(screen.getAllByText('lab-pc, process 7')).toHaveLength(1)
  await userEvent.click(within(backups).getByRole('button', { name: messages.BACK_UP }))
  const asked = await screen.findByRole('dialog', { name: messages.BACK_UP_TITLE })
  expect(calls.some(({ method }) => method === 'POST')).toBe(false)
  await userEvent.click(within(asked).getByRole('button', { name: messages.BACK_UP }))
  expect(await screen.findByText('Done as asked.')).toBeInTheDocument()
  expect(await within(backups).findByText(messages.BACKING_UP)).toBeInTheDocument()
  expect(within(backups).getByRole('button', { name: messages.BACK_UP })).toBeDisabled()
})

it('asks for the first steps anew once there is another backup, and not before', async () => {
  let answer = system()
  const steps = { body: { success: true, steps: [], done: true } }
  serverSays({ ...base, 'GET /system': () => answer, 'GET /first-steps': steps })
  const ask = () => cache.fetchQuery({ ...systemQuery, staleTime: 0 })
  const isStale = () => cache.getQueryState(firstStepsQuery.queryKey)?.isInvalidated
  await cache.fetchQuery(firstStepsQuery)
  await ask()
  await ask()
  expect(isStale()).toBe(false)
  answer = system({ newest: run({ beganAt: new Date(Date.parse(at) + 5000).toISOString() }) })
  await ask()
  expect(isStale()).toBe(true)
})

it('says when a reader holds the log of the database, and what to do', async () => {
  const { storage } = system().body
  serverSays({ ...base, 'GET /system': system({}, { storage: { ...storage, logHeldBytes: 80_000_000 } }) })
  await show('/operations?tab=system')
  const said = await screen.findByText(messages.logHeld('80.0 MB'))
  expect(said).toHaveTextContent(/one long transaction\. End it/)
})

it('says why nothing can be told while the server lacks something', async () => {
  startTestClock()
  const away = { status: 503, body: { code: 'unavailable', message: 'Quad is busy right now.' } }
  serverSays({ ...base, 'GET /system': away, 'GET /readyz': { status: 503, body: 'the database does not answer' } })
  await show('/operations?tab=system')
  const why = /Quad is busy right now\. The server says why: .*the database does not answer/
  // It is asked again twice before that is said.
  await passUntil(() => expect(screen.getByText(why)).toBeInTheDocument())
})

it('says of a backup made by hand who reads it again', async () => {
  const newest = run({ file: '/mnt/usb/exams.tar.zst', verifiedAt: null })
  serverSays({ ...base, 'GET /system': system({ newest }) })
  await show('/operations?tab=system')
  expect(await screen.findByText(messages.BY_HAND)).toBeInTheDocument()
})

it('says when there is no backup, why the last failed, and that nothing went wrong otherwise', async () => {
  const failed = run({ bytes: null, verifiedAt: null, why: 'cannot make /srv/backups' })
  const none = { newest: null, failed, dueAt: null, byTheClock: false }
  serverSays({ ...base, 'GET /system': system(none, { errors: [], processes: [] }) })
  await show('/operations?tab=system')
  expect(await screen.findByText(messages.NO_BACKUP)).toBeInTheDocument()
  expect(screen.getByText('cannot make /srv/backups')).toBeInTheDocument()
  expect(screen.getByText(messages.NO_CLOCK)).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: messages.NO_ERRORS.title })).toBeInTheDocument()
  expect(screen.getByText(messages.NO_PROCESSES)).toBeInTheDocument()
})

it('says when the installation could not be looked at', async () => {
  serverSays({ ...base, 'GET /system': { status: 403, body: { code: 'x', message: 'Not today.' } } })
  await show('/operations?tab=system')
  expect(await screen.findByText('Not today.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument()
})
