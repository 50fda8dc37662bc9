/** Contests made over the API, for stories which begin after that. The page's browser is the organiser's. */
import { expect, type Page } from '../fixtures'
import type { Question } from './contests'

export type Contest = { id: string; title: string; startsAt: number; endsAt: number }

/** What the server takes for now; a build with hooks may have been sent ahead. */
export async function serverNow(page: Page): Promise<number> {
  const site = (await (await page.request.get('/api/site')).json()) as { serverNow: string }
  return Date.parse(site.serverNow)
}

export type Wanted = {
  title: string
  description?: string
  /** Seconds from now; both may be negative. */
  starts?: number
  ends?: number
  isPublic?: boolean
  questions?: Question[]
}

export async function makeContest(page: Page, wanted: Wanted): Promise<Contest> {
  const { title, description = 'Made for a test.', starts = 0, ends = 3600, isPublic = true } = wanted
  const now = await serverNow(page)
  const [startsAt, endsAt] = [now + starts * 1000, now + ends * 1000]
  const made = await page.request.post('/api/post/createcontest', {
    data: {
      title,
      description,
      startDate: new Date(startsAt).toISOString(),
      endDate: new Date(endsAt).toISOString(),
      isPublic,
      QuestionSet: [],
    },
  })
  expect(made.status(), await made.text()).toBe(201)
  const { contest } = (await made.json()) as { contest: { _id: string } }
  const questions = wanted.questions ?? numbered(4)
  if (questions.length > 0) {
    const added = await page.request.post(`/api/contests/${contest._id}/questions`, {
      data: {
        questions: questions.map(({ text, options, answer }) => ({
          Question: text,
          Options: options,
          Answer: options[answer],
        })),
      },
    })
    expect(added.status(), await added.text()).toBe(201)
  }
  return { id: contest._id, title, startsAt, endsAt }
}

/** Questions whose right option says so: `right 3`. */
export function numbered(count: number): Question[] {
  return Array.from({ length: count }, (_, at) => {
    const n = at + 1
    const options: Question['options'] = [`wrong ${n}a`, `wrong ${n}b`, `wrong ${n}c`, `wrong ${n}d`]
    const answer = at % 4
    options[answer] = `right ${n}`
    return { text: `Question number ${n}?`, options, answer }
  })
}

/** What a browser says when its network came back: the screen then asks the server anew, and has its time. */
export async function wake(page: Page): Promise<void> {
  await page.evaluate(() => {
    dispatchEvent(new Event('online'))
  })
}

/** Sends the clock of a server built with hooks ahead. */
export async function jumpAhead(page: Page, seconds: number): Promise<void> {
  const answer = await page.request.post('/test/clock', { data: { seconds } })
  expect(answer.ok(), await answer.text()).toBe(true)
}
