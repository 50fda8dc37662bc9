/** The bell, the inbox, the panel that asks for notifications, and the choices on the profile. */
import { expect, type Locator, logIn, type Page, type Person, type Quad, signedUp } from '../fixtures'

/** Signs up somebody who runs the platform. */
export async function administrator(page: Page, quad: Quad): Promise<Person> {
  const person = await signedUp(page)
  await quad.admin('promote', person.email)
  await logIn(page, person.email, person.password)
  return person
}

/** Tells everybody; the page's browser is an administrator's. */
export async function announce(page: Page, title: string, body = 'Please read.'): Promise<void> {
  const answer = await page.request.post('/api/event/notifications/send/all', { data: { title, body } })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** How many the server counts as unread for the page's person. */
export async function unreadOf(page: Page): Promise<number> {
  const answer = await page.request.get('/api/notifications?size=1')
  return ((await answer.json()) as { unread: number }).unread
}

export class Bell {
  constructor(readonly page: Page) {}

  get button(): Locator {
    return this.page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
  }

  get panel(): Locator {
    return this.page.getByRole('dialog', { name: 'Notifications' })
  }

  /** Waits for the number as well as for the name: nothing unread, and not told yet, have the same name. */
  async says(unread: number): Promise<void> {
    await expect(this.button).toHaveAttribute('data-unread', String(unread))
    const name = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`
    await expect(this.button).toHaveAccessibleName(name)
  }
}

/** /notifications. */
export class Inbox {
  readonly list: Locator
  readonly push: PushPanel

  constructor(readonly page: Page) {
    this.list = page.getByRole('tabpanel').getByRole('list', { name: 'Notifications' })
    this.push = new PushPanel(page)
  }

  async open(): Promise<void> {
    await this.page.goto('/notifications')
    await expect(this.page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  }

  row(title: string): Locator {
    return this.list.getByRole('listitem').filter({ has: this.page.getByText(title, { exact: true }) })
  }

  tab(name: 'All' | 'Unread'): Locator {
    return this.page.getByRole('tab', { name: new RegExp(`^${name}`) })
  }
}

export class PushPanel {
  readonly panel: Locator
  readonly turnOn: Locator
  readonly turnOff: Locator
  readonly test: Locator

  constructor(page: Page) {
    this.panel = page.getByRole('region', { name: 'Even when this page is closed' })
    this.turnOn = this.panel.getByRole('button', { name: 'Notify me on this device' })
    this.turnOff = this.panel.getByRole('button', { name: 'Turn off on this device' })
    this.test = this.panel.getByRole('button', { name: 'Send a test' })
  }
}
