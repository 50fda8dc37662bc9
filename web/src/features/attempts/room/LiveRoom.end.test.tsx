/**
 * The end of a contest in the room: browsers ask at different moments, and the screen says so where the server is out
 * of reach.
 */
import 'fake-indexeddb/auto'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noteReached } from '@/api/connection'
import { unsent } from '@/lib/storage'
import { pass, passUntil, startTestClock } from '@/testClock'
import { type Answer, SITE, serverSays, showPage, signedIn } from '@/testPage'
import { attempt } from '../attemptFixture'
import { closeOutbox, mayWait, outboxOf } from '../outbox'
import TakeContestPage from '../pages/TakeContestPage'
import { answeredLine, HANDED_IN, RESULTS_OPEN } from '../roomPanelMessages'
import {
  ALL_ANSWERED,
  CUT_OFF_NOT_SUBMITTED,
  DEVICE_SILENT,
  ENDED_TITLE,
  ENDING_TEXT,
  endedOffline,
  KEEP_ANSWERING,
  OFFLINE_SUBMITTING,
  SUBMIT,
  SUBMIT_FAILED,
  SUBMIT_NOW,
  SUBMIT_TITLE,
  TRY_NOW,
  waitingFor,
} from './messages'
import { Ended } from './panels'

// jsdom has no modal dialogs.
HTMLDialogElement.prototype.showModal = function show() {
  this.open = true
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
}

async function open(endsIn: number, questions = 1) {
  const server = { there: true, answers: (): Answer => ({ body: { success: true, message: 'Saved', saved: true } }) }
  const handedIn: number[] = []
  const answered: number[] = []
  // On a whole second, as what an organiser chooses.
  const end = Math.ceil((Date.now() + endsIn) / 1000) * 1000
  const looks: number[] = []
  const reached = <T,>(answer: T) => {
    if (!server.there) throw new TypeError('Failed to fetch')
    return answer
  }
  serverSays({
    'GET /site': SITE,
    'GET /checklogged': signedIn(),
    'GET /contests/c1/attempt': () => {
      looks.push(Date.now() - end)
      const submitted = handedIn.length > 0
      return reached(attempt({ submitted, endDate: new Date(end).toISOString(), serverNow: new Date().toISOString() }))
    },
    'GET /contests/c1/paper': {
      body: {
        _id: 'c1',
        QuestionSet: Array.from({ length: questions }, (_, at) => {
          return { _id: `q${at + 1}`, Question: `q${at + 1}?`, Options: ['one', 'two'] }
        }),
      },
    },
    'POST /post/answer': () => {
      answered.push(Date.now() - end)
      return reached(server.answers())
    },
    'POST /complete': () => {
      handedIn.push(Date.now() - end)
      return reached({ body: { success: true, message: 'Submitted' } })
    },
  })
  const pages = { '/ContestQuestion': TakeContestPage, '/contest': () => <p>the list</p> }
  await showPage(pages, '/ContestQuestion?contest=c1', 'site/member')
  await screen.findByRole('heading', { name: 'q1?' })
  return { server, looks, answered, handedIn }
}

/** From here on the device writes nothing, until what it gives is called. */
async function holdDevice() {
  const db = await openDB('quad-outbox')
  const tx = db.transaction('answers', 'readwrite')
  let isHeld = true
  void (async () => {
    while (isHeld) await tx.store.get(['x', 'y', 'z'])
    db.close()
  })()
  return () => {
    isHeld = false
  }
}

/** From here on the device's storage cannot even be opened: nothing comes of it, no refusal either. */
const silenceDevice = () => vi.spyOn(globalThis.indexedDB, 'open').mockReturnValue(new IDBOpenDBRequest())

beforeEach(() => {
  startTestClock()
  globalThis.indexedDB = new IDBFactory()
})
afterEach(() => {
  closeOutbox(null)
  noteReached(true)
  vi.restoreAllMocks()
})

it.each([
  [0.1, 200],
  [0.9, 1800],
])('looks at the end at a moment of its own: draw %d', async (draw, after) => {
  const { looks } = await open(15_000)
  vi.spyOn(Math, 'random').mockReturnValue(draw)
  await pass(20_000)
  const [opening, look] = looks
  expect(opening).toBeLessThan(0)
  // The clock's tick may come a little after the end.
  expect(look).toBeGreaterThanOrEqual(after)
  expect(look).toBeLessThan(after + 300)
})

it('says offline what has not been sent, and that it is being sent once the network is back', async () => {
  const { server } = await open(5000)
  server.there = false
  dispatchEvent(new Event('offline'))
  await userEvent.click(screen.getByRole('button', { name: /two$/ }))
  await passUntil(() => expect(screen.getByText(endedOffline(1))).toBeInTheDocument())
  // What waits on the device is not called submitted.
  expect(screen.queryByRole('heading', { name: HANDED_IN.clock })).toBeNull()
  server.there = true
  dispatchEvent(new Event('online'))
  expect(await screen.findByText(ENDING_TEXT)).toBeInTheDocument()
  expect(screen.queryByText(endedOffline(1))).toBeNull()
  await passUntil(() => expect(screen.getByRole('heading', { name: HANDED_IN.clock })).toBeInTheDocument(), 15_000)
})

it('an answer that the device is still writing is one: the dialog counts it, and it goes out before the contest is handed in', async () => {
  const { answered, handedIn } = await open(60_000)
  const release = await holdDevice()
  await userEvent.click(screen.getByRole('button', { name: /two$/ }))
  await userEvent.click(screen.getAllByRole('button', { name: SUBMIT })[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: SUBMIT_TITLE })
  expect(within(dialog).getByText(ALL_ANSWERED)).toBeInTheDocument()
  await userEvent.click(within(dialog).getByRole('button', { name: SUBMIT_NOW }))
  await passUntil(() => expect(screen.getByRole('heading', { name: HANDED_IN.hand })).toBeInTheDocument(), 2500)
  expect([answered.length, handedIn.length]).toEqual([1, 1])
  release()
})

it('a device whose storage never answers keeps nobody from handing in, nor from the room after a reload', async () => {
  silenceDevice()
  const { answered, handedIn } = await open(60_000)
  await userEvent.click(screen.getByRole('button', { name: /two$/ }))
  await passUntil(() => expect(screen.getByRole('button', { name: /two\s*saved/i })).toBeInTheDocument(), 2500)
  // What a reload asks before it waits for the device.
  expect(mayWait('u1')).toBe(false)
  await userEvent.click(screen.getAllByRole('button', { name: SUBMIT })[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: SUBMIT_TITLE })
  await userEvent.click(within(dialog).getByRole('button', { name: SUBMIT_NOW }))
  await passUntil(() => expect(screen.getByRole('heading', { name: HANDED_IN.hand })).toBeInTheDocument(), 2500)
  expect([answered.length, handedIn.length]).toEqual([1, 1])
})

it('where the device does not say whether answers wait, handing in looks for them, and says so when it has heard nothing', async () => {
  silenceDevice()
  // As an earlier visit left it. Another tab takes it away, and this one lets in whom nothing keeps.
  unsent.write(['u1'])
  outboxOf('u1')
  unsent.clear()
  const { handedIn } = await open(60_000)
  await userEvent.click(screen.getByRole('button', { name: /two$/ }))
  await passUntil(() => expect(screen.getByRole('button', { name: /two\s*saved/i })).toBeInTheDocument(), 2500)
  await userEvent.click(screen.getAllByRole('button', { name: SUBMIT })[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: SUBMIT_TITLE })
  await userEvent.click(within(dialog).getByRole('button', { name: SUBMIT_NOW }))
  const looking = 'Looking for answers on this device…'
  expect(within(dialog).getByText(looking)).toBeInTheDocument()
  await pass(8000)
  expect(within(dialog).getByText(looking)).toBeInTheDocument()
  await passUntil(() => expect(within(dialog).getByText(DEVICE_SILENT)).toBeInTheDocument(), 4000)
  expect(within(dialog).queryByText(looking)).toBeNull()
  expect(handedIn).toEqual([])
})

/** Offline, with an answer that waits here and the contest to be submitted. */
async function wishOffline() {
  const room = await open(60_000, 2)
  room.server.there = false
  dispatchEvent(new Event('offline'))
  await userEvent.click(screen.getByRole('button', { name: /two$/ }))
  // What lies on the device is enough to move on: to the last question, which has the button.
  await passUntil(() => expect(screen.getAllByRole('button', { name: SUBMIT })).not.toHaveLength(0), 3000)
  await userEvent.click(screen.getAllByRole('button', { name: SUBMIT })[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: SUBMIT_TITLE })
  await userEvent.click(within(dialog).getByRole('button', { name: SUBMIT_NOW }))
  expect(within(dialog).getByText(waitingFor(1))).toBeInTheDocument()
  expect(within(dialog).getByText(OFFLINE_SUBMITTING)).toBeInTheDocument()
  const back = () => {
    room.server.there = true
    noteReached(true)
    dispatchEvent(new Event('online'))
  }
  return { ...room, dialog, back }
}

const press = (dialog: HTMLElement, name: string) => userEvent.click(within(dialog).getByRole('button', { name }))
const WAYS_OUT: [string, (dialog: HTMLElement) => unknown][] = [
  ['keeps answering', (dialog) => press(dialog, KEEP_ANSWERING)],
  ['closes it', (dialog) => press(dialog, 'Close')],
  ['presses outside', (dialog) => userEvent.click(dialog)],
  ['goes to a question', (dialog) => press(dialog, 'Go to question 2')],
]

it.each(WAYS_OUT)('whoever %s takes the wish to submit back: nothing is submitted later', async (_, leave) => {
  const { handedIn, answered, dialog, back } = await wishOffline()
  await leave(dialog)
  await passUntil(() => expect(screen.queryByRole('dialog', { name: SUBMIT_TITLE })).toBeNull())
  back()
  await passUntil(() => expect(answered.length).toBeGreaterThan(0))
  await pass(15_000)
  expect(handedIn).toEqual([])
  expect(screen.queryByRole('heading', { name: HANDED_IN.hand })).toBeNull()
})

it('whoever waits in the window is submitted once, when the network is back', async () => {
  const { handedIn, back } = await wishOffline()
  back()
  await passUntil(() => expect(screen.getByRole('heading', { name: HANDED_IN.hand })).toBeInTheDocument())
  await pass(3000)
  expect(handedIn).toHaveLength(1)
})

it('a wish that was taken back and said again is submitted once', async () => {
  const { handedIn, dialog, back } = await wishOffline()
  await press(dialog, KEEP_ANSWERING)
  await userEvent.click(screen.getAllByRole('button', { name: SUBMIT })[0] as HTMLElement)
  await press(await screen.findByRole('dialog', { name: SUBMIT_TITLE }), SUBMIT_NOW)
  back()
  await passUntil(() => expect(screen.getByRole('heading', { name: HANDED_IN.hand })).toBeInTheDocument())
  await pass(3000)
  expect(handedIn).toHaveLength(1)
})

it('says once the network is back that the server could not be reached, and submits nothing by itself', async () => {
  const { handedIn, dialog, back } = await wishOffline()
  await pass(10_500)
  back()
  await passUntil(() => expect(within(dialog).getByText(CUT_OFF_NOT_SUBMITTED)).toBeInTheDocument())
  expect(within(dialog).queryByText(SUBMIT_FAILED)).toBeNull()
  await pass(15_000)
  expect(handedIn).toEqual([])
})

it('an answer pressed in the last second goes out then, however long the device takes to write it', async () => {
  const { answered, handedIn } = await open(5000)
  const release = await holdDevice()
  await pass(3800)
  await userEvent.click(screen.getByRole('button', { name: /two$/ }))
  await passUntil(() => expect(handedIn).toHaveLength(1), 10_000)
  expect(answered).toHaveLength(1)
  expect(answered[0]).toBeLessThan(0)
  // The look at the end knew nothing of it; the panel does.
  await passUntil(() => expect(screen.getByText(answeredLine(1, 2, RESULTS_OPEN))).toBeInTheDocument(), 10_000)
  release()
})

it.each([false, true])(
  'says which answers were not counted, and of those never that they count; something between: %s',
  async (between) => {
    const lost = { late: 2, submitted: 0, other: 1 }
    const Page = () => <Ended waiting={0} lost={lost} offline between={between} onRetry={() => {}} />
    await showPage({ '/': Page }, '/')
    const said = await screen.findByText(/ 2 answers came too late and were not counted\. /)
    expect(said).toHaveTextContent(' One answer was refused and was not counted. What was saved')
    expect(screen.queryByText(/everything you answered has been saved/)).toBeNull()
  },
)

it.each<[string, () => Answer]>([
  ['what answers is not the server', () => ({ body: { welcome: 'to the Wi-Fi' } })],
  ['it is not said to be saved', () => ({ body: { success: true, saved: false } })],
  ['the body arrives cut off', () => ({ status: 400, body: { code: 'invalid', field: 'body', message: 'Cut off.' } })],
  ['nobody is logged in', () => ({ status: 401, body: { code: 'logged_out', message: 'Log in.' } })],
])('nothing is said to be submitted while an answer waits here: %s', async (_, answers) => {
  const { server, handedIn } = await open(5000)
  const before = server.answers
  server.answers = answers
  await userEvent.click(screen.getByRole('button', { name: /two$/ }))
  await passUntil(() => screen.getByText(ENDED_TITLE))
  await pass(6000)
  expect(screen.queryByRole('heading', { name: HANDED_IN.clock })).toBeNull()
  expect(handedIn).toEqual([])
  server.answers = before
  await userEvent.click(screen.queryByRole('button', { name: TRY_NOW }) ?? document.body)
  await passUntil(() => expect(screen.getByRole('heading', { name: HANDED_IN.clock })).toBeInTheDocument(), 15_000)
  expect(handedIn).toHaveLength(1)
})
