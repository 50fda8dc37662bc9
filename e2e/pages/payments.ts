/**
 * Buying, as a person does it: the plans, the sandbox's payment window in its frame, and what the server says
 * afterwards. Orders made without a browser's payment window go over the API, like a tab that was closed in time.
 */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FrameLocator } from '@playwright/test'
import { expect, type Locator, type Page, type Quad } from '../fixtures'
import { PollForm } from './polls'

export type PlanName = 'Starter' | 'Pro' | 'Enterprise'
export type Period = 'monthly' | 'annual'
export type Sale = { plan: PlanName; period: Period; rupees: number; creations: number }

/** What is sold: price and creations of each kind. */
export const SOLD: Sale[] = [
  { plan: 'Starter', period: 'monthly', rupees: 9, creations: 1 },
  { plan: 'Pro', period: 'monthly', rupees: 19, creations: 3 },
  { plan: 'Enterprise', period: 'monthly', rupees: 39, creations: 5 },
  { plan: 'Starter', period: 'annual', rupees: 86, creations: 12 },
  { plan: 'Pro', period: 'annual', rupees: 182, creations: 36 },
  { plan: 'Enterprise', period: 'annual', rupees: 374, creations: 60 },
]

export const TEST_MARK = 'Test payment – no money moves'

export function title({ plan, period }: Pick<Sale, 'plan' | 'period'>): string {
  return `${plan} (${period === 'annual' ? 'annual pack' : 'monthly pack'})`
}

/** /pricing. */
export class Pricing {
  readonly checkout: Checkout

  constructor(readonly page: Page) {
    this.checkout = new Checkout(page)
  }

  async open(): Promise<void> {
    await this.page.goto('/pricing')
    await expect(this.page.getByRole('heading', { level: 1, name: 'Plans for those who run the contest' })).toBeVisible()
  }

  card(plan: PlanName): Locator {
    return this.page.getByRole('listitem', { name: plan, exact: true })
  }

  async choosePeriod(period: Period): Promise<void> {
    const name = period === 'annual' ? /^Annual/ : 'Monthly'
    const radio = this.page.getByRole('radio', { name })
    // What one sees is its label; the click waits until that stands still. The address holds the choice, so it shows a
    // moment after.
    await this.page.locator('label').filter({ has: radio }).click()
    await expect(radio).toBeChecked()
  }

  buy(plan: PlanName): Locator {
    return this.card(plan).getByRole('button', { name: /^(Choose Plan|Get Started): / })
  }

  /** Up to the open payment window. */
  async startBuying({ plan, period }: Pick<Sale, 'plan' | 'period'>): Promise<Checkout> {
    await this.choosePeriod(period)
    await this.buy(plan).click()
    await this.checkout.isOpen()
    return this.checkout
  }
}

export type Mishap = {
  delaySeconds?: number
  webhook?: 'once' | 'twice' | 'late' | 'out_of_order' | 'never'
  dropCallback?: boolean
}

/** The sandbox's payment window. */
export class Checkout {
  readonly frame: FrameLocator

  constructor(readonly page: Page) {
    this.frame = page.frameLocator(`iframe[title="${TEST_MARK}"]`)
  }

  button(name: string | RegExp): Locator {
    return this.frame.getByRole('button', { name, exact: typeof name === 'string' })
  }

  async isOpen(): Promise<void> {
    await expect(this.button(/^Pay ₹/)).toBeEnabled()
    await expect(this.frame.getByText(TEST_MARK)).toBeVisible()
  }

  async isClosed(): Promise<void> {
    await expect(this.page.locator('iframe')).toHaveCount(0)
  }

  async pay(mishap: Mishap = {}): Promise<void> {
    if (Object.keys(mishap).length > 0) {
      await this.frame.getByText('What should happen').click()
      if (mishap.delaySeconds !== undefined) {
        await this.frame.getByLabel('The money is taken after').fill(String(mishap.delaySeconds))
      }
      if (mishap.webhook) {
        await this.frame.getByLabel('The message to the server (webhook)').selectOption(mishap.webhook)
      }
      if (mishap.dropCallback) await this.frame.getByRole('checkbox', { name: /^Lose the answer/ }).check()
    }
    await this.button(/^Pay ₹/).click()
  }
}

export type Order = {
  id: string
  providerOrderId: string
  state: string
  contests: number
  polls: number
  amountPaise: number
  receiptNo: string | null
}

/** An order of the page's person, made without opening a payment window. */
export async function makeOrder(page: Page, amount: number): Promise<{ id: string; providerId: string }> {
  const answer = await page.request.post('/api/payment/order', { data: { amount } })
  expect(answer.status(), await answer.text()).toBe(200)
  const { response } = (await answer.json()) as { response: { id: string; order: string } }
  return { id: response.order, providerId: response.id }
}

/** Pays at the sandbox and tells nobody: what a browser that was closed right after paying leaves behind. */
export async function payAndVanish(page: Page, providerId: string, mishap: Mishap = {}): Promise<void> {
  const answer = await page.request.post('/sandbox/checkout/pay', {
    data: { order: providerId, outcome: 'pay', ...mishap, dropCallback: true },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

export async function ordersOf(page: Page): Promise<Order[]> {
  return ((await (await page.request.get('/api/payment/orders')).json()) as { orders: Order[] }).orders
}

/** Order, payment and settlement without a screen; gives our id once it is paid. */
export async function bought(page: Page, amount: number): Promise<string> {
  const { id, providerId } = await makeOrder(page, amount)
  await payAndVanish(page, providerId)
  await expect.poll(async () => (await ordersOf(page)).find((one) => one.id === id)?.state).toBe('paid')
  return id
}

type Who = { role: string; contestCredits: number; pollCredits: number }

export async function whoAmI(page: Page): Promise<Who> {
  return ((await (await page.request.get('/api/checklogged')).json()) as { user: Who }).user
}

/** The person becomes an administrator, on the host. */
export async function promote(quad: Quad, email: string): Promise<void> {
  await quad.admin('promote', email)
}

/** Mails to an address, as the server left them in its folder: newest last. */
export async function mailsTo(quad: Quad, email: string): Promise<string[]> {
  const outbox = path.join(quad.dataDir, 'outbox')
  const names = await readdir(outbox).catch(() => [])
  const letters = await Promise.all(names.sort().map((name) => readFile(path.join(outbox, name), 'utf8')))
  return letters.filter((letter) => letter.includes(email)).map(readable)
}

/** Quoted-printable and base64 bodies as text. */
function readable(letter: string): string {
  const [head = '', ...rest] = letter.split(/\r?\n\r?\n/)
  const body = rest.join('\n\n')
  if (/content-transfer-encoding: *base64/i.test(head)) {
    return `${head}\n\n${Buffer.from(body.replace(/\s/g, ''), 'base64').toString()}`
  }
  if (/content-transfer-encoding: *quoted-printable/i.test(head)) {
    const bytes = body
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    return `${head}\n\n${Buffer.from(bytes, 'latin1').toString('utf8')}`
  }
  return letter
}

/** A poll through its form; ends on the poll's own page. */
export async function createPoll(page: Page, name: string): Promise<void> {
  const form = new PollForm(page)
  await form.open()
  await enterPoll(form, name)
  await form.submit.click()
  await expect(page.getByText('Poll created successfully!')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** Everything the form asks for; the times stand there already. */
export async function enterPoll(form: PollForm, name: string): Promise<void> {
  await form.title.fill(name)
  await form.organization.fill('Quiz Circle')
  await form.option(1).fill('Rivers of Asia')
  await form.option(2).fill('Film songs')
}
