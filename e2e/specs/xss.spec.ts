/**
 * Cross-site scripting: texts that would run as a script (pages/payloads.ts) in everything people can write, and all
 * pages that show it visited by a guest, a student, an organiser, a club's administrator and ADMIN: nothing runs,
 * nothing is fetched from elsewhere, no element or attribute comes of it, and the text is there to be read. That the
 * texts are live ammunition is shown first.
 */
import type { Browser, BrowserContext } from '@playwright/test'
import { expect, type Page, settled, signedUp, startQuad, test } from '../fixtures'
import { foundClub, memberOf } from '../pages/clubs'
import { Drafting, Provider } from '../pages/question-generation'
import { makeEvent } from '../pages/events'
import { Hub, makeGallery, photo, Upload } from '../pages/galleries'
import { Dealer, PAYLOADS } from '../pages/payloads'
import { bought, promote } from '../pages/payments'
import { makeContest, serverNow } from '../pages/prepared'

const CLUB = 'XSS'
const HOUR = 3600
/** Whose pictures the operator lets be shown. */
const PICTURES = 'https://img.example'

test.use({ quadOptions: { settings: { picture_hosts: 'img.example' } } })

// Nothing runs, not even once: the first verdict counts.
test.describe.configure({ retries: 0 })

/** What happened in browsers that should not have. */
class Alarm {
  readonly executed: string[] = []
  readonly fetched: string[] = []
  readonly grown: string[] = []
  /** What the policy of the pages had to stop; text that stays text gives it nothing to do. */
  readonly stopped: string[] = []
  /** How often a picture of others was asked for where the operator lets it be. */
  pictures = 0

  async over(context: BrowserContext, own: string): Promise<void> {
    await context.route(`${PICTURES}/**`, (route) => {
      this.pictures += 1
      return route.fulfill({ contentType: 'image/png', body: photo(1).buffer })
    })
    await context.exposeFunction('xss', (at: unknown) => this.executed.push(`payload ${String(at)}`))
    context.on('dialog', (dialog) => {
      this.executed.push(`dialog ${dialog.message()}`)
      void dialog.dismiss()
    })
    context.on('request', (request) => {
      const { protocol, origin } = new URL(request.url())
      const isAllowed = [own, PICTURES].includes(origin)
      if (protocol.startsWith('http') && !isAllowed) this.fetched.push(request.url())
    })
    context.on('console', (message) => {
      if (/Content Security Policy|trusted ?type/i.test(message.text())) this.stopped.push(message.text())
    })
  }
}

/** How many of the payloads run where a text is put into a page as markup. */
async function liveOnes(browser: Browser): Promise<number> {
  const executed = new Set<number>()
  // Not those that lead the page away, nor those that bring Chromium down.
  const tried = PAYLOADS.filter((text) => !/http-equiv|<base|<portal|<embed|<object|<use/.test(text))
  for (let from = 0; from < tried.length; from += 100) {
    const context = await browser.newContext()
    await context.exposeFunction('xss', (at: number) => executed.add(at))
    await context.route(/^https?:/, (route) => route.abort())
    const page = await context.newPage()
    await page.goto('about:blank')
    await page.evaluate(
      (texts) => {
        for (const text of texts) {
          const place = document.createElement('div')
          document.body.append(place)
          place.innerHTML = text
        }
      },
      tried.slice(from, from + 100),
    )
    await settled(page)
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    await context.close()
  }
  expect(executed.size).toBeGreaterThan(100)
  return executed.size
}

/** What a page shows, in words and in its fields, without blanks and without what nobody sees, which is not kept (crates/text). */
function shownText(): string {
  const fields = [...document.querySelectorAll('input, textarea')].map((one) => (one as HTMLInputElement).value)
  const text = [document.title, document.body.textContent ?? '', ...fields].join('')
  return text.normalize('NFC').replace(/[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
}

function withoutBlanks(text: string): string {
  return text.normalize('NFC').replace(/[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
}

/** Elements and attributes that no page of ours has. */
function strangeElements(): string[] {
  const found: string[] = []
  const never =
    'object, embed, base, portal, marquee, math, iframe, frame, foreignObject, template, video, audio, meter, xmp'
  for (const element of document.querySelectorAll(never)) found.push(element.outerHTML)
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      const leads = /^(href|src|srcset|action|formaction|poster|background|xlink:href)$/.test(name)
      if (name.startsWith('on') || name === 'srcdoc' || (leads && /^\s*(javascript|vbscript|data:text)/i.test(value))) {
        found.push(element.outerHTML)
      }
    }
    // The document's own, which the policy lets run by its hash, stands before all others.
    const isWatch = element === document.head.querySelector('script') && element.textContent?.includes('quad.renewed')
    const isOurs = isWatch || element.getAttribute('src')?.startsWith('/')
    if (element.localName === 'script' && !isOurs) found.push(element.outerHTML)
  }
  return found.map((one) => one.slice(0, 200))
}

test('what people write is shown as text and never runs', async ({ page: organiser, open, quad, browser, watch }) => {
  // A visit of five people to each of dozens of pages: minutes of work where nothing hangs.
  test.setTimeout(15 * 60_000)
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(500)
  const live = await liveOnes(browser)

  const alarm = new Alarm()
  const dealer = new Dealer()
  const planted: string[] = []
  const kept = (one: string) => {
    planted.push(one)
    return one
  }
  const text = (letters: number, apart?: string) => kept(dealer.text(letters, apart))
  const name = (letters: number) => kept(dealer.name(letters))
  const [admin, manager, student, applicant, guest] = [
    await open(),
    await open(),
    await open(),
    await open(),
    await open(),
  ]
  for (const page of [organiser, admin, manager, student, applicant, guest]) {
    await alarm.over(page.context(), quad.address)
  }
  const sent = async (page: Page, method: 'post' | 'put', path: string, data: object) => {
    const told = await page.request[method](`/api${path}`, { data })
    expect(told.ok(), `${path}: ${await told.text()}`).toBe(true)
    return told.json()
  }

  // People.
  await signedUp(organiser, { fullName: name(100) })
  const dean = await signedUp(admin, { fullName: name(100) })
  await promote(quad, dean.email)
  const leader = await signedUp(manager, { fullName: name(100) })
  const person = await signedUp(student, { fullName: name(100) })
  await signedUp(applicant, { fullName: name(100) })

  // Contests: one that ended, with every payload in it, one that runs and one to come.
  const order = await bought(organiser, 374)
  const questions = Array.from({ length: 100 }, () => ({
    text: text(150),
    options: [text(150), text(150), text(150), text(150)] as [string, string, string, string],
    answer: 0,
  }))
  const original = { title: text(200), description: text(5000, '\n') }
  const ended = await makeContest(organiser, { ...original, questions })
  const running = await makeContest(organiser, {
    title: text(200),
    description: text(5000, '\n'),
    questions: [{ text: text(2000, '\n'), options: [text(500), text(500), text(500), text(500)], answer: 1 }],
  })
  await makeContest(organiser, {
    title: text(200),
    description: text(5000),
    starts: HOUR,
    ends: 2 * HOUR,
    questions: [],
  })
  const secret = await makeContest(organiser, {
    title: text(200),
    description: text(5000, '\n'),
    starts: HOUR,
    ends: 2 * HOUR,
    isPublic: false,
    questions: [],
  })
  const { invitation } = await sent(organiser, 'post', `/contests/${secret.id}/invitation`, {})
  for (const contest of [ended, running]) {
    await sent(student, 'post', '/complete', { contestId: contest.id, userId: person.id, intent: 'join' })
  }
  const paper = await (await organiser.request.get(`/api/post/${ended.id}`)).json()
  const [first] = paper.contest.QuestionSet as { _id: string; Options: string[] }[]
  const answer = { UserId: person.id, ContestId: ended.id, QuestionId: first?._id, Answer: first?.Options[1] }
  await sent(student, 'post', '/post/answer', answer)
  await sent(student, 'post', '/complete', { contestId: ended.id, userId: person.id, intent: 'submit' })
  await sent(organiser, 'put', `/contests/${ended.id}`, {
    title: text(200),
    description: text(5000, '\n'),
    answersShown: true,
  })
  for (const replaced of Object.values(original)) planted.splice(planted.indexOf(replaced), 1)
  await sent(organiser, 'post', `/contests/${ended.id}/end`, {})

  // Polls.
  const now = await serverNow(organiser)
  const options = Array.from({ length: 10 }, () => ({ name: text(200), count: [] }))
  const { poll } = await sent(organiser, 'post', '/voting/create', {
    Title: text(200),
    Organization: text(100),
    Optionsize: options.length,
    Participate: options,
    Totalvoter: [],
    Starttime: new Date(now).toISOString(),
    Endtime: new Date(now + HOUR * 1000).toISOString(),
  })
  await sent(student, 'post', '/voting/vote', { pollId: poll.id, index: 0, userId: person.id })

  // A club, its people and what is said of it. What follows a host may be written as its owner likes.
  const tails = PAYLOADS.filter((one) => /^[!-~]+$/.test(one))
  expect(tails.length).toBeGreaterThan(100)
  const address = (host: string, at: number) => `${host}/?q=${tails[at % tails.length]}`
  const links = Array.from({ length: 5 }, (_, at) => ({
    label: text(60),
    url: address('https://club.example', at * 40),
  }))
  planted.push(...links.map(({ url }) => url))
  await foundClub(admin, CLUB, text(80), { description: text(5000, '\n'), links })
  await sent(admin, 'post', `/clubs/${CLUB}/administrators`, { email: leader.email })
  await memberOf(student, manager, CLUB)
  await sent(applicant, 'post', `/member/join/${CLUB}`, {})
  await sent(student, 'post', `/clubs/${CLUB}/feedback`, { rating: 4, text: text(2000, '\n') })
  await sent(student, 'post', `/clubs/${CLUB}/question`, { text: text(2000, '\n') })

  // Events, their forms and what was entered there; pictures.
  const choice = text(200)
  const coming = await makeEvent(manager, {
    title: text(200),
    club: CLUB,
    description: text(5000, '\n'),
    location: text(200),
    picture: address(PICTURES, 7),
    fields: [
      { name: 'a', label: text(120), type: 'text' },
      { name: 'b', label: text(120), type: 'select', options: [choice, text(200), text(200)] },
    ],
  })
  await sent(student, 'post', `/event/registerto/${coming.id}`, { a: text(1000), b: choice })
  const off = await makeEvent(manager, { title: text(200), club: CLUB, location: text(200), starts: 2 * 86_400 })
  await sent(student, 'post', `/event/registerto/${off.id}`, {})
  await sent(manager, 'post', `/events/${off.id}/cancel`, { reason: text(500) })
  const past = await makeEvent(manager, { title: text(200), club: CLUB, starts: -3 * HOUR, ends: -2 * HOUR })
  await makeEvent(manager, { title: 'Photo walk', club: CLUB, starts: -6 * HOUR, ends: -5 * HOUR })
  const shown = { eventId: past.id, title: text(200), description: text(5000, '\n') }
  const gallery = await makeGallery(manager, { ...shown, pictures: [{ ...photo(1), name: `${PAYLOADS[0]}.png` }] })

  // What reaches inboxes, and the people who run this.
  for (let number = 0; number < 3; number += 1) {
    await sent(admin, 'post', '/event/notifications/send/all', { title: text(120), body: text(1000, '\n') })
    await sent(manager, 'post', '/event/notifications/send/members', {
      title: text(120),
      body: text(1000, '\n'),
      club: CLUB,
    })
  }
  await sent(student, 'post', '/enquiries', { topic: 'contact', message: text(4000, '\n') })
  await sent(guest, 'post', '/enquiries', {
    topic: 'sales',
    name: name(100),
    email: 'a@b.example',
    message: text(4000, '\n'),
  })
  const refund = { amountPaise: 0, contests: 1, polls: 0, reason: text(200), reference: text(100) }
  await sent(admin, 'post', `/payment/orders/${order}/refunds`, refund)
  const told = async () => (await (await student.request.get('/api/notifications?size=50')).json()).total as number
  await expect.poll(told).toBeGreaterThanOrEqual(7)
  expect(dealer.different).toBe(PAYLOADS.length)

  // And now everybody looks at it.
  let visits = 0
  const seen = new Set<string>()
  const visit = async (page: Page, paths: string[]) => {
    const wanted = planted.map(withoutBlanks).filter((one) => one !== '')
    for (const path of paths) {
      await page.goto(path)
      // A part of a page comes after another: the same must be there for some looks.
      let [found, before, same] = [0, -1, 0]
      await expect
        .poll(
          async () => {
            before = found
            const shown = await page.evaluate(shownText)
            const here = wanted.filter((one) => shown.includes(one))
            for (const one of here) seen.add(one)
            found = here.length
            same = found === before ? same + 1 : 0
            return found > 0 && same > 3 && (await page.getByRole('status', { name: /^Loading/ }).count()) === 0
          },
          { message: `${path} shows something that was written`, intervals: [100] },
        )
        .toBe(true)
      for (const one of await page.evaluate(strangeElements)) alarm.grown.push(`${path}: ${one}`)
      visits += 1
    }
  }
  const tabs = (...names: string[]) => names.map((name) => `/club/${CLUB}?tab=${name}`)
  await Promise.all([
    visit(student, [
      '/dashboard',
      '/contest',
      '/contest?status=ended',
      '/my-contests',
      `/my-contests/${ended.id}`,
      `/result?contest=${ended.id}`,
      '/polls',
      `/polls/${poll.id}`,
      `/event/${coming.id}`,
      `/event/${off.id}`,
      ...tabs('club-details', 'events', 'showgallery', 'feedback'),
      '/notifications',
      '/profile',
      // The last of them: whoever leaves the room has something to be asked.
      `/ContestQuestion?contest=${running.id}`,
    ]),
    visit(organiser, [
      `/questionview/${ended.id}`,
      `/questionview/${running.id}`,
      '/createcontest',
      `/result?contest=${ended.id}`,
      '/purchases',
      `/receipt/${order}`,
      `/polls/${poll.id}`,
      `/ContestQuestion?contest=${running.id}&preview=1`,
    ]),
    visit(applicant, [`/invite#${invitation.token}`]),
    visit(manager, [
      ...tabs('members', 'gallery', 'notifications', 'feedback', 'events'),
      `/member?club=${CLUB}`,
      `/event/${coming.id}`,
      `/event/${coming.id}?edit=1`,
      `/gallery/${CLUB}/${gallery.id}`,
      `/event?club=${CLUB}`,
    ]),
    visit(admin, [
      '/operations',
      '/operations?tab=enquiries',
      '/sales',
      '/clubs',
      `/club/${CLUB}/edit`,
      ...tabs('club-details', 'feedback', 'members'),
      `/questionview/${ended.id}`,
      `/result?contest=${ended.id}`,
    ]).then(() => visit(guest, ['/clubs', '/events', `/club/${CLUB}`, `/event/${coming.id}`, `/event/${off.id}`])),
  ])

  // Why a question was marked otherwise, once the last answers are in.
  const wish = { questionId: first?._id, marking: 'void' }
  const preview = () => organiser.request.post(`/api/contests/${ended.id}/corrections/preview`, { data: wish })
  await expect.poll(async () => (await preview()).status()).toBe(200)
  const { version } = await (await preview()).json()
  await sent(organiser, 'post', `/contests/${ended.id}/corrections`, { ...wish, reason: text(500, '\n'), version })
  await visit(await student.context().newPage(), [`/my-contests/${ended.id}`, `/result?contest=${ended.id}`])
  await visit(await organiser.context().newPage(), [`/questionview/${ended.id}`])

  expect(alarm.pictures).toBeGreaterThan(0)

  // A text that no page showed was tried by nobody.
  expect(planted.filter((one) => !seen.has(withoutBlanks(one)))).toEqual([])

  // Addresses and names are not texts: what is none is refused, whatever else it is.
  const addresses = PAYLOADS.filter((one) => !one.startsWith('https://'))
  for (const url of [...addresses, 'data:text/html,x', `https://evil.example/" onmouseover="xss(1)`]) {
    const club = await admin.request.post('/api/clubs', {
      data: { name: 'x', shortName: 'NOPE', links: [{ label: 'x', url }] },
    })
    const event = await manager.request.post('/api/event', { data: { title: 'x', club: CLUB, imageurl: url } })
    expect([club.status(), event.status()], url).toEqual([400, 400])
  }
  for (const name of PAYLOADS) {
    const fields = [{ name, label: 'x', type: 'text' }]
    const event = await manager.request.post('/api/event', { data: { title: 'x', club: CLUB, formjson: { fields } } })
    expect(event.status(), name).toBe(400)
  }

  // Names of files are shown where they were not taken.
  const named = PAYLOADS.filter((one) => !/[/\\]/.test(one)).slice(0, 40)
  const hub = new Hub(manager)
  await hub.open(CLUB)
  await hub.card('Photo walk').getByRole('button', { name: 'Create Gallery' }).click()
  const upload = new Upload(manager)
  const files = named.map((one) => ({ name: `${one}.png`, mimeType: 'image/png', buffer: Buffer.from('no picture') }))
  await upload.browse.setInputFiles(files)
  watch.expect(/addgallery|status of 400/)
  await upload.button('Create Gallery').click()
  await expect(manager.getByText('.png').first()).toBeVisible()
  await expect.poll(() => manager.evaluate(shownText)).toContain(withoutBlanks(`${named[0]}.png`))
  alarm.grown.push(...(await manager.evaluate(strangeElements)))

  // What stands in an address is shown as well, or led to.
  watch.expect(/status of 404/)
  for (const at of [0, 40, 380, 420, 450, 500]) {
    const written = encodeURIComponent(PAYLOADS[at] ?? '')
    for (const path of [`/clubs?q=${written}`, `/login?next=${written}`, `/club/${written}`, `/invite/${written}`]) {
      await guest.goto(path)
      await expect(guest.locator('h1').first()).toBeAttached()
      alarm.grown.push(...(await guest.evaluate(strangeElements)))
      visits += 1
    }
  }

  console.log(
    `XSS payloads: ${PAYLOADS.length}, ${live} of them run as markup; planted ${dealer.planted} times in ${planted.length} texts, ` +
      `${visits} visits; executed ${alarm.executed.length}, stopped by the policy ${alarm.stopped.length}`,
  )
  console.log(`trust: scripts in texts: ${dealer.planted} / ${alarm.executed.length}`)
  const { executed, fetched, grown, stopped } = alarm
  expect({ executed, fetched, grown, stopped }).toEqual({ executed: [], fetched: [], grown: [], stopped: [] })
})

test('what a provider drafts is shown as text and never runs', async ({ browser }) => {
  const provider = await Provider.start()
  const alarm = new Alarm()
  const dealer = new Dealer()
  const planted = new Set<string>()
  provider.ending = () => {
    // A draft with letters that hide or a program's fence is not shown at all.
    const text = dealer.text(120).replace(/```|[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    planted.add(withoutBlanks(text))
    return ` ${text}`
  }
  const ai = { billing: 'off', ai_base_url: provider.address, ai_model: 'planted', ai_key: 'not-told' }
  const quad = await startQuad({ settings: { ...ai, ai_drafts_per_day: '1000' } })
  const context = await browser.newContext({ baseURL: quad.address })
  try {
    await alarm.over(context, quad.address)
    const page = await context.newPage()
    await signedUp(page)
    const contest = await makeContest(page, { title: 'Drafted', questions: [], starts: 600 })
    await page.goto(`/questionview/${contest.id}`)
    const drafting = new Drafting(page)
    await drafting.open()
    for (const times of [1, 2, 3]) {
      await drafting.ask(`Rivers ${times}`, 20)
      await expect(drafting.drafts).toHaveCount(20 * times)
    }
    const missing = async () => {
      const shown = await page.evaluate(shownText)
      return [...planted].filter((one) => !shown.includes(one))
    }
    expect(await missing()).toEqual([])
    alarm.grown.push(...(await page.evaluate(strangeElements)))
    await drafting.press('Edit draft 1')
    await expect(drafting.dialog.getByRole('form', { name: 'Edit draft 1' })).toBeVisible()
    alarm.grown.push(...(await page.evaluate(strangeElements)))
    await drafting.press('Cancel')
    await drafting.press('Save all 60')
    await page.getByRole('button', { name: 'Save all 60 anyway' }).click()
    await expect(page.getByText('60 questions added successfully!')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { level: 3 })).toHaveCount(60)
    alarm.grown.push(...(await page.evaluate(strangeElements)))
    console.log(`XSS in drafts: planted ${dealer.planted} times, executed ${alarm.executed.length}`)
    console.log(`trust: scripts in texts: ${dealer.planted} / ${alarm.executed.length}`)
    const { executed, fetched, grown, stopped } = alarm
    expect({ executed, fetched, grown, stopped }).toEqual({ executed: [], fetched: [], grown: [], stopped: [] })
  } finally {
    await context.close()
    await quad.close()
    await provider.close()
  }
})
