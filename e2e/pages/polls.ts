/** The screens of polls, and polls made over the API for stories that begin after that. */
import { expect, type Locator, type Page } from '../fixtures'
import { fieldsOf } from './contests'
import { serverNow } from './prepared'

export type Poll = { id: string; title: string }

export type WantedPoll = {
  title: string
  organization?: string
  options?: string[]
  /** Seconds from now; `starts` may be negative. */
  starts?: number
  ends?: number
}

/** The page's browser is the maker's. */
export async function makePoll(page: Page, wanted: WantedPoll): Promise<Poll> {
  const { title, organization = 'Test Committee', options = ['Tea', 'Coffee'], starts = 0, ends = 3600 } = wanted
  const now = await serverNow(page)
  const made = await page.request.post('/api/voting/create', {
    data: {
      Title: title,
      Organization: organization,
      Optionsize: options.length,
      Participate: options.map((name) => ({ name, count: [] })),
      Totalvoter: [],
      Starttime: new Date(now + starts * 1000).toISOString(),
      Endtime: new Date(now + ends * 1000).toISOString(),
    },
  })
  expect(made.status(), await made.text()).toBe(201)
  const { poll } = (await made.json()) as { poll: { id: string } }
  return { id: poll.id, title }
}

export async function voteOver(page: Page, pollId: string, index: number): Promise<void> {
  const answer = await page.request.post('/api/voting/vote', { data: { pollId, index } })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** /polls. */
export class PollList {
  constructor(readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('/polls')
    await expect(this.page.getByRole('heading', { level: 1, name: 'Poll Creator' })).toBeVisible()
  }

  card(title: string): Locator {
    return this.page.getByRole('article', { name: title, exact: true })
  }

  tab(name: string): Locator {
    return this.page.getByRole('tab', { name: new RegExp(`^${name}`) })
  }
}

/** /polls?create=1. */
export class PollForm {
  readonly form: Locator
  readonly title: Locator
  readonly organization: Locator
  readonly start: Locator
  readonly end: Locator
  readonly add: Locator
  readonly submit: Locator

  constructor(readonly page: Page) {
    this.form = page.getByRole('form', { name: 'Create a poll' })
    this.title = this.form.getByLabel('Poll title')
    this.organization = this.form.getByLabel('Organization')
    this.start = this.form.getByLabel('Start time')
    this.end = this.form.getByLabel('End time')
    this.add = this.form.getByRole('button', { name: 'Add Option' })
    this.submit = this.form.getByRole('button', { name: 'Create Poll' })
  }

  async open(): Promise<void> {
    await new PollList(this.page).open()
    await this.page.getByRole('button', { name: 'Create New Poll' }).first().click()
    await expect(this.form).toBeVisible()
  }

  option(number: number): Locator {
    return this.form.getByLabel(`Option ${number}`, { exact: true })
  }

  async times(startsAt: number, endsAt: number): Promise<void> {
    for (const [field, moment] of [[this.start, startsAt] as const, [this.end, endsAt] as const]) {
      const { date, time } = fieldsOf(moment)
      await field.fill(`${date}T${time}`)
    }
  }
}

/** /polls/{id}. */
export class PollView {
  constructor(readonly page: Page) {}

  async open({ id, title }: Poll): Promise<void> {
    await this.page.goto(`/polls/${id}`)
    await expect(this.page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(this.page.getByText('Live', { exact: true })).toBeVisible()
  }

  option(name: string): Locator {
    return this.page.getByRole('radio', { name, exact: true })
  }

  /** What a row says: `67% 2 votes`. */
  async says(name: string, text: string | RegExp): Promise<void> {
    await expect(this.option(name)).toHaveAccessibleDescription(text)
  }

  get voteNow(): Locator {
    return this.page.getByRole('button', { name: 'Vote Now' })
  }

  async vote(name: string): Promise<void> {
    await this.option(name).check()
    await this.voteNow.click()
    const asked = this.page.getByRole('dialog', { name: 'Cast your vote?' })
    await expect(asked.getByText('Your vote is final. Nobody is told which option you chose; everybody sees the result grow.')).toBeVisible()
    await asked.getByRole('button', { name: 'Cast vote' }).click()
  }
}

/** The streams a browser has open, by counting what begins and ends. */
export class Streams {
  private readonly open = new Map<unknown, Page>()
  asked: string[] = []
  most = 0

  constructor(page: Page) {
    const context = page.context()
    const isStream = (url: string) => new URL(url).pathname === '/api/live'
    context.on('request', (request) => {
      if (!isStream(request.url())) return
      this.open.set(request, request.frame().page())
      this.asked.push(new URL(request.url()).searchParams.get('topics') ?? '')
    })
    // Of a stream given up for a new one the end may be told after the beginning of that, but not after its answer.
    context.on('response', (answer) => {
      if (isStream(answer.url())) this.most = Math.max(this.most, this.now)
    })
    for (const end of ['requestfinished', 'requestfailed'] as const) {
      context.on(end as 'requestfinished', (request) => void this.open.delete(request))
    }
  }

  get now(): number {
    // A page that closes takes its own along without a word.
    return [...this.open.values()].filter((tab) => !tab.isClosed()).length
  }
}
