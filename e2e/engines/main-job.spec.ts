/**
 * The main job on engines of every make, the oldest supported ones that there are: a student registers, logs in, joins, answers,
 * is a minute without a network and reloads in it, answers into a network that swallows everything and to one whose log-in page
 * stands between, comes back, hands in, sees the leaderboard and opens a notice. Browsers that are too old read one sentence.
 */
import { request } from '@playwright/test'
import { expect, type Page, test } from '../fixtures'
import { makeContest, numbered } from '../pages/prepared'
import { chromium, documentOf, firefox, OLD_WEBKIT, oldChromium, type Size, type Tab, WEBKIT, webkit } from './engines'
import { Screens } from './screens'
import { Wire } from './wire'

const PASSWORD = 'harvest moon over 7 hills'
const DESK: Size = { width: 1200, height: 800 }
const PHONE: Size = { width: 390, height: 844 }
/** Chromium 102 could freeze where a page takes the styles of the one before (web/build/cssFallbacks.ts), and answers nothing then. */
const ROUNDS = 6
const MOVING = { timeout: 90_000 }
/** A call of the client gives up after 12 s. */
const NOTICED = { timeout: 60_000 }
const QUESTIONS = 8
/** How long nothing reaches the server: the pauses of the outbox have reached their longest. */
const OFFLINE_MINUTE = 60_000

test.use({ quadOptions: { settings: { billing: 'off', creations_per_day: '1000' } } })

const NEWEST = process.env.QUAD_CHROMIUM ?? '/usr/bin/chromium'
const ENGINES: [name: string, expected: RegExp, open: () => Promise<Tab>][] = [
  ['Chromium 102, the oldest there is', /\b102\./, () => chromium(oldChromium(102), DESK)],
  ['Chromium 102 on a phone', /\b102\./, () => chromium(oldChromium(102), PHONE)],
  ['WebKit of Safari 16.0', /2\.38/, () => webkit(OLD_WEBKIT, DESK)],
  ['WebKit of today', /2\.\d\d/, () => webkit(WEBKIT, DESK)],
  ['Firefox ESR', /firefox/i, () => firefox('/usr/bin/firefox-esr', PHONE)],
  ['Chromium of today', /\d{3}\./, () => chromium(NEWEST, DESK)],
]

let people = 0

for (const [name, expected, open] of ENGINES) {
  test(`${name} does the main job`, async ({ quad }, testInfo) => {
    people += 1
    const student = { name: `Student ${people}`, email: `engine.${process.pid}.${people}@campus.example` }
    const api = await request.newContext({ baseURL: quad.address })
    const title = `Rivers and rocks ${process.pid}.${people}`
    await organiser(api, `organiser.${process.pid}.${people}@campus.example`)
    const contest = await makeContest({ request: api } as Page, { title, questions: numbered(QUESTIONS) })

    const wire = await Wire.to(quad.address)
    const tab = await open()
    const screens = new Screens(tab, wire.address)
    try {
      expect(tab.version).toMatch(expected)
      testInfo.annotations.push({ type: 'engine', description: tab.version })
      await test.step('registers and logs in', () => register(screens, student))
      await test.step(
        'goes from one page to another',
        async () => {
          for (let round = 0; round < ROUNDS; round += 1) {
            await screens.go('/')
            await screens.reads(/contest/i)
            await screens.go('/contest')
            await screens.reads(title)
          }
          await screens.isLaidOut()
        },
        MOVING,
      )
      await test.step('joins and answers', async () => {
        await screens.go('/contest')
        await screens.reads(title)
        await join(screens, title)
        await screens.question(1, QUESTIONS)
        await answer(screens, 1)
        await answer(screens, 2)
        await screens.counted(2, 0)
      })
      await test.step('answers for a minute without a network, and reloads meanwhile', async () => {
        await kept(tab)
        wire.become('cut')
        const since = Date.now()
        await answer(screens, 3)
        await screens.reads('Working offline')
        await screens.counted(2, 1)
        await screens.question(4, QUESTIONS)
        await tab.go(`${wire.address}/ContestQuestion?contest=${contest.id}`)
        await screens.question(4, QUESTIONS)
        await screens.counted(2, 1)
        await answer(screens, 4)
        await screens.counted(2, 2)
        await new Promise((resolve) => setTimeout(resolve, since + OFFLINE_MINUTE - Date.now()))
        await screens.reads('Working offline')
        await screens.counted(2, 2)
        wire.become('open')
        await screens.counted(4, 0, NOTICED)
      })
      await test.step('answers into a network that swallows everything', async () => {
        wire.become('swallows')
        await answer(screens, 5)
        await screens.reads('Working offline', NOTICED)
        await answer(screens, 6)
        await screens.counted(4, 2)
        wire.become('open')
        await screens.counted(6, 0, NOTICED)
      })
      await test.step('answers where a log-in page stands between', async () => {
        wire.become('portal')
        await answer(screens, 7)
        await screens.reads('something between this device and Quad', NOTICED)
        await screens.counted(6, 1)
        wire.become('open')
        await screens.counted(7, 0, NOTICED)
      })
      await test.step('hands in', async () => {
        await answer(screens, 8)
        await screens.counted(8, 0)
        await screens.press('Submit')
        await screens.press('Submit contest')
        await screens.reads('Contest submitted successfully!')
      })
      await test.step('sees the board', async () => {
        const ended = await api.post(`/api/contests/${contest.id}/end`)
        expect(ended.status(), await ended.text()).toBeLessThan(300)
        await screens.go(`/result?contest=${contest.id}`)
        await screens.reads(student.name)
        await screens.reads(/\b8\b/)
      })
      await test.step('has a notice of it, which leads to it', async () => {
        await screens.go('/notifications')
        await screens.openNotice(`New contest: ${title}`)
        await screens.isAt(/^\/my-contests\//)
        await screens.reads(title)
      })
    } finally {
      if (testInfo.error || testInfo.status !== testInfo.expectedStatus) {
        await tab.picture(testInfo.outputPath('screen.png')).catch(() => {})
      }
      await tab.close().catch(() => {})
      await wire.close()
      await api.dispose()
    }
  })
}

// 92 has modules and trusted types, 64 modules without the syntax of ours.
for (const major of [92, 64] as const) {
  test(`Chromium ${major} reads that it is too old, on every first page`, async ({ quad }) => {
    for (const page of ['/', '/contest', '/login', '/ContestQuestion?contest=x', '/no/such/page']) {
      const document = await documentOf(major, `${quad.address}${page}`)
      expect(document, page).toContain('This browser is too old for Quad')
      // Nothing of the app was drawn beside it.
      expect(document, page).not.toMatch(/id="root"|<h1/)
    }
  })
}

async function organiser(api: Page['request'], email: string): Promise<void> {
  const data = {
    fullName: 'Devika Menon',
    email,
    contact: '9000000000',
    role: 'USER',
    passWord: PASSWORD,
    contestgiven: [],
    Batch: 2026,
  }
  const made = await api.post('/api/register', { data })
  expect(made.status(), await made.text()).toBe(201)
  const known = await api.post('/api/login', { data: { email, passWord: PASSWORD } })
  expect(known.status(), await known.text()).toBe(200)
}

async function register(screens: Screens, { name, email }: { name: string; email: string }): Promise<void> {
  await screens.go('/register')
  await screens.enter('Full name', name)
  await screens.enter('Institute e-mail', email)
  await screens.press('Continue')
  await screens.enter('Contact number', '9000000000')
  await screens.enter('Password', PASSWORD)
  await screens.enter('Confirm password', PASSWORD)
  await screens.tab.run(`
    const [select] = document.querySelectorAll('select')
    if (!select) return
    const set = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set
    set.call(select, select.options[1].value)
    select.dispatchEvent(new Event('change', { bubbles: true }))`)
  await screens.press('Create Account')
  // The address stands there already.
  await screens.isAt(/^\/login/)
  await screens.enter('Password', PASSWORD)
  await screens.press('Log In', 'main')
  await screens.isAt(/^\/(?!login)/)
}

async function join(screens: Screens, title: string): Promise<void> {
  const name = `(() => {
    const card = [...document.querySelectorAll('article')].find((one) => one.textContent.includes(arguments[0]))
    return [...card.querySelectorAll('button, a[href]')].find((one) => one.textContent.trim() === 'Join Contest')
  })()`
  const one = await screens.tab.find(`return ${name.replace('arguments[0]', JSON.stringify(title))}`)
  if (!one) throw new Error('there is no "Join Contest"')
  await one.press()
  await screens.press('Start')
}

async function answer(screens: Screens, number: number): Promise<void> {
  await screens.question(number, QUESTIONS)
  await screens.choose(`right ${number}`)
  if (number < QUESTIONS) await screens.question(number + 1, QUESTIONS)
}

/** The service worker has what a reload without a network needs. */
async function kept(tab: Tab): Promise<void> {
  await expect
    .poll(() => tab.run('return Boolean(navigator.serviceWorker && navigator.serviceWorker.controller)'), { timeout: 30_000 })
    .toBe(true)
}
