/**
 * Kept connections that close without a reply: a box between the browser and Quad hands the request on and then drops the
 * connection, and Chromium sends the same request again by itself. The page sees one request, the server two: what the first
 * one did is told as done, and nothing is done twice.
 */
import { Agent, createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as base, expect, FREE_WITH_CLOCK, type Page, signedUp, toastsStay } from '../fixtures'
import { clubAdministrator, makeEvent } from '../pages/events'
import { Hub, photos, Upload } from '../pages/galleries'
import { makePoll, PollView } from '../pages/polls'

class Box {
  /** Which replies of the server are dropped, by `POST /api/…`; every other one, so that the repetition gets its own. */
  drops: RegExp | null = null
  /** What the server said to what was dropped and to its repetitions: `POST /api/voting/vote 200`. */
  said: string[] = []
  private readonly agent = new Agent({ keepAlive: true })
  private constructor(private readonly server: Server) {}

  static async start(target: () => string): Promise<Box> {
    const server = createServer((asked, answer) => {
      const { hostname, port } = new URL(target())
      const { method, url: path, headers } = asked
      const line = `${method} ${path}`
      const onward = request({ hostname, port, method, path, headers, agent: box.agent }, (told) => {
        if (box.drops?.test(line)) {
          const dropped = box.said.length % 2 === 0
          box.said.push(`${line} ${told.statusCode}`)
          if (dropped) {
            // All of it has arrived, and is done.
            told.resume().on('end', () => asked.socket.destroy())
            return
          }
        }
        answer.writeHead(told.statusCode ?? 502, told.rawHeaders)
        told.pipe(answer)
      })
      onward.on('error', () => answer.destroy())
      answer.on('close', () => onward.destroy())
      asked.pipe(onward)
    })
    // Only what the story drops is closed.
    server.keepAliveTimeout = 600_000
    const box = new Box(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return box
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
    this.agent.destroy()
  }
}

const test = base.extend<{ box: Box }>({
  box: async ({ quad }, use) => {
    const box = await Box.start(() => quad.address)
    await use(box)
    await box.close()
  },
  baseURL: async ({ box }, use) => {
    await use(box.address)
  },
})

test.use({ quadOptions: FREE_WITH_CLOCK })

// Nothing is lost: the first verdict counts.
test.describe.configure({ retries: 0 })

/** One's own vote is told as counted, and nothing red is shown. */
async function isCounted(page: Page): Promise<void> {
  await expect(page.getByText('polling successfully')).toBeVisible()
  await expect(page.getByText('You voted', { exact: true })).toBeVisible()
  await expect(page.getByText(/already voted/)).toBeHidden()
}

test('a vote that the browser sends twice is counted once and told as counted', async ({ page, box, open, watch }) => {
  watch.expect(/status of 409 .*\/api\/voting\/vote$/)
  await signedUp(page)
  const poll = await makePoll(page, { title: 'Tea or coffee?' })
  const view = new PollView(page)
  await view.open(poll)
  await toastsStay(page)
  box.drops = /^POST \/api\/voting\/vote$/
  await view.vote('Coffee')
  await isCounted(page)
  await view.says('Coffee', '100% 1 vote')
  expect(box.said).toEqual(['POST /api/voting/vote 200', 'POST /api/voting/vote 409'])

  // The vote of another window is not told as this one.
  box.drops = null
  const first = await open()
  await signedUp(first)
  await new PollView(first).open(poll)
  const second = await first.context().newPage()
  const late = new PollView(second)
  await late.open(poll)
  await toastsStay(second)
  await late.option('Tea').check()
  await late.voteNow.click()
  await new PollView(first).vote('Coffee')
  await isCounted(first)
  await expect(second.getByText('Coffee: 2')).toBeAttached()
  await second.getByRole('dialog').getByRole('button', { name: 'Cast vote' }).click()
  await expect(second.getByText(/already voted/)).toBeVisible()
  await expect(second.getByText('You voted', { exact: true })).toBeVisible()
  await expect(second.getByText('polling successfully')).toBeHidden()
})

test('a registration and an application that the browser sends twice are told as made', async ({
  page,
  box,
  quad,
  open,
}) => {
  const admin = await open()
  const other = await open()
  await clubAdministrator(other, quad, admin)
  const event = await makeEvent(other, { title: 'Night walk' })
  await signedUp(page)
  await page.goto(`/event/${event.id}`)
  await page.getByRole('button', { name: 'Register Now' }).first().click()
  box.drops = /^POST \/api\/event\/registerto\//
  await toastsStay(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Submit Registration' }).click()
  await expect(page.getByText(/^Registered successfully/)).toBeVisible()
  await expect(page.getByText(/already registered/)).toBeHidden()
  expect(box.said).toHaveLength(2)

  box.said = []
  box.drops = /^POST \/api\/member\/join\//
  await page.goto('/club/HOBBY')
  await toastsStay(page)
  await page.getByRole('button', { name: 'Become a Member' }).first().click()
  await expect(page.getByRole('button', { name: 'Withdraw' }).first()).toBeVisible()
  await expect(page.getByText(/already applied/)).toBeHidden()
  expect(box.said).toHaveLength(2)
})

test('pictures that the browser sends twice are told as added', async ({ page, box, quad, open, watch }) => {
  watch.expect(/status of 400 .*\/addgallery$/)
  await clubAdministrator(page, quad, await open())
  const event = await makeEvent(page, { title: 'Walk around the lake', starts: -7200, ends: -3600 })
  const hub = new Hub(page)
  await hub.open()
  await hub.card(event.title).getByRole('button', { name: 'Create Gallery' }).click()
  const upload = new Upload(page)
  await toastsStay(page)
  box.drops = /^POST \/api\/upload\/addgallery$/
  await upload.browse.setInputFiles(photos(3))
  await upload.button('Create Gallery').click()
  await expect(page.getByText('Gallery created successfully!')).toBeVisible()
  await expect(upload.dialog).toBeHidden()
  await expect(hub.card(event.title).getByText('3 Images')).toBeVisible()
  expect(box.said.filter((line) => / 20[01]$/.test(line))).toHaveLength(3)
  expect(box.said).toHaveLength(6)

  // What was there before stays refused.
  box.drops = null
  await hub.card(event.title).getByRole('button', { name: 'Add Images' }).click()
  await upload.browse.setInputFiles(photos(1))
  await upload.button('Add Images').click()
  await expect(upload.dialog.getByText(/0 images added, 1 refused\./)).toBeVisible()
})
