/** The screens of events, and events made over the API for stories that begin after that. */
import { expect, type Locator, type Page, type Person, type Quad, signedUp } from '../fixtures'
import { fieldsOf } from './contests'
import { promote } from './payments'
import { serverNow } from './prepared'

export type Field = { name: string; label: string; type: string; required?: boolean; options?: string[] }

export type WantedEvent = {
  title: string
  club?: string
  description?: string
  location?: string
  /** Somebody else's, by its address. */
  picture?: string
  /** Seconds from now; null: no date. */
  starts?: number | null
  ends?: number | null
  capacity?: number
  fields?: Field[]
}

/** Somebody who administers a club of every new database, appointed by an ADMIN who stays in the background. */
export async function clubAdministrator(page: Page, quad: Quad, admin: Page, club = 'HOBBY'): Promise<Person> {
  const person = await signedUp(page)
  const chief = await signedUp(admin)
  await promote(quad, chief.email)
  const told = await admin.request.post(`/api/clubs/${club}/administrators`, { data: { email: person.email } })
  expect(told.ok(), await told.text()).toBe(true)
  return person
}

/** The page's browser is that of somebody who manages the club. */
export async function makeEvent(page: Page, wanted: WantedEvent): Promise<{ id: string; title: string }> {
  const { title, club = 'HOBBY', description = 'Made for a test.', location = '', picture = '' } = wanted
  const { starts = 86_400, ends = null } = wanted
  const now = await serverNow(page)
  const iso = (seconds: number | null) => (seconds === null ? '' : new Date(now + seconds * 1000).toISOString())
  const { capacity, fields = [] } = wanted
  const made = await page.request.post('/api/event', {
    data: {
      title,
      description,
      location,
      start: iso(starts),
      end: iso(ends),
      imageurl: picture,
      club,
      capacity,
      formjson: { fields },
    },
  })
  expect(made.status(), await made.text()).toBe(201)
  const { event } = (await made.json()) as { event: { _id: string } }
  return { id: event._id, title }
}

export async function registerOver(page: Page, eventId: string, answers: Record<string, string> = {}): Promise<void> {
  const told = await page.request.post(`/api/event/registerto/${eventId}`, { data: answers })
  expect(told.status(), await told.text()).toBe(201)
}

/** The form of an event, on a page or in a dialog. */
export class EventForm {
  readonly title: Locator
  readonly description: Locator
  readonly location: Locator
  readonly start: Locator
  readonly end: Locator
  readonly places: Locator
  readonly submit: Locator
  readonly builder: Builder

  constructor(readonly within: Locator) {
    const details = within.getByRole('form', { name: 'Event details' })
    this.title = details.getByLabel('Title')
    this.description = details.getByLabel('Description')
    this.location = details.getByLabel('Location')
    this.start = details.getByLabel('Start')
    this.end = details.getByLabel('End', { exact: true })
    this.places = details.getByLabel('Places')
    this.submit = within.getByRole('button', { name: /^(Create Event|Save changes)$/ })
    this.builder = new Builder(within)
  }

  async times(startsAt: number, endsAt: number): Promise<void> {
    for (const [field, moment] of [[this.start, startsAt] as const, [this.end, endsAt] as const]) {
      const { date, time } = fieldsOf(moment)
      await field.fill(`${date}T${time}`)
    }
  }
}

/** The bench of a registration form. */
export class Builder {
  readonly list: Locator
  readonly preview: Locator

  constructor(readonly within: Locator) {
    this.list = within.getByRole('list', { name: 'Fields' })
    this.preview = within.getByRole('region', { name: 'Preview' })
  }

  async add(kind: string, label: string): Promise<void> {
    await this.within
      .getByRole('group', { name: 'Add a field' })
      .getByRole('button', { name: kind, exact: true })
      .click()
    const field = this.list.getByLabel('Label', { exact: true })
    await expect(field).toBeFocused()
    await field.fill(label)
  }

  async option(text: string): Promise<void> {
    await this.list.getByLabel('New option').fill(text)
    await this.within.page().keyboard.press('Enter')
  }

  grip(label: string): Locator {
    return this.list.getByRole('button', { name: `Move ${label}`, exact: true })
  }

  async order(): Promise<string[]> {
    const names = await this.list.getByRole('button', { name: /^Move .+ up$/ }).allInnerTexts()
    return names.map((name) => name.trim().replace(/^Move (.+) up$/, '$1'))
  }
}

/** /event/{id}. */
export class EventView {
  constructor(readonly page: Page) {}

  async open({ id, title }: { id: string; title: string }): Promise<void> {
    await this.page.goto(`/event/${id}`)
    await expect(this.page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }

  get facts(): Locator {
    return this.page.getByRole('complementary', { name: 'When, where and registration' })
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog', { name: 'Register for Event' })
  }

  async register(answers: Record<string, string> = {}): Promise<void> {
    await this.facts.getByRole('button', { name: /^(Register Now|Join waiting list)$/ }).click()
    for (const [label, answer] of Object.entries(answers)) {
      const field = this.dialog.getByLabel(label)
      if ((await field.evaluate((one) => one.tagName)) === 'SELECT') await field.selectOption(answer)
      else await field.fill(answer)
    }
    await this.dialog.getByRole('button', { name: 'Submit Registration' }).click()
  }
}
