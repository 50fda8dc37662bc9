/**
 * Correcting a question after the end: the window with its two steps, and taking a contest over the API so that there
 * is something to correct.
 */
import { expect, type Locator, type Page, type Person } from '../fixtures'
import type { Contest } from './prepared'

/** Joins and gives these answers, question by question; null leaves one open. `slowly`: a moment after joining. */
export async function take(
  page: Page,
  { id }: Person,
  contest: Contest,
  choices: (string | null)[],
  slowly = false,
): Promise<void> {
  const joined = await page.request.post('/api/complete', {
    data: { contestId: contest.id, userId: id, intent: 'join', kinds: 1 },
  })
  expect(joined.ok(), await joined.text()).toBe(true)
  const paper = (await (await page.request.get(`/api/contests/${contest.id}/paper`)).json()) as {
    QuestionSet: { _id: string }[]
  }
  // The server measures it: there is nothing to wait for but time itself.
  if (slowly) await page.waitForTimeout(200)
  for (const [at, choice] of choices.entries()) {
    if (choice === null) continue
    const data = { UserId: id, ContestId: contest.id, QuestionId: paper.QuestionSet[at]?._id, Answer: choice }
    const saved = await page.request.post('/api/post/answer', { data })
    expect(saved.ok(), await saved.text()).toBe(true)
  }
}

/** The window over a question of /questionview. */
export class Correcting {
  readonly dialog: Locator

  constructor(
    readonly page: Page,
    readonly number: number,
  ) {
    this.dialog = page.getByRole('dialog', { name: `Correct question ${number}` })
  }

  async open(): Promise<void> {
    await this.page.getByRole('button', { name: `Correct the key… Question ${this.number}` }).click()
    await expect(this.dialog).toBeVisible()
  }

  kind(label: RegExp): Locator {
    return this.dialog.getByRole('radio', { name: label })
  }

  option(letterAndText: string): Locator {
    return this.dialog.getByRole('checkbox', { name: letterAndText })
  }

  async look(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'See who is affected' }).click()
    await expect(this.dialog.getByRole('heading', { name: 'Who is affected' })).toBeFocused()
  }

  /** `Asha: 3 → 1, 0 → 1, 1 → 0`, as the rows say it. */
  async moves(): Promise<string[]> {
    const rows = await this.dialog.getByRole('table').locator('tbody').getByRole('row').all()
    return Promise.all(
      rows.map(async (row) => {
        const [name, ...cells] = (await row.getByRole('cell').allInnerTexts()).map((text) =>
          text.replace(/\s*→\s*|\s*becomes\s*/g, '>').replace(/>+/g, '>'),
        )
        return `${name}: ${cells.join(', ')}`
      }),
    )
  }

  async apply(reason?: string): Promise<void> {
    if (reason !== undefined) await this.dialog.getByLabel(/^Reason/).fill(reason)
    await this.dialog.getByRole('button', { name: 'Apply the correction' }).click()
  }
}
