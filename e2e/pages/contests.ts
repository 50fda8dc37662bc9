/**
 * The organiser's screens: the creation form, the cards below it, the three-step window for questions and the one for
 * the time. Dates and times are the institute's, as the screens say.
 */
import { expect, type Locator, type Page } from '../fixtures'

export type Question = { text: string; options: [string, string, string, string]; answer: number }

/** The zone of a server without settings. */
export const ZONE = 'Asia/Kolkata'

/** What the date and time fields of the institute show for a moment. */
export function fieldsOf(moment: number): { date: string; time: string } {
  const [date = '', time = ''] = new Date(moment).toLocaleString('sv-SE', { timeZone: ZONE }).split(' ')
  return { date, time: time.slice(0, 5) }
}

export async function enterWindow(form: Locator, startsAt: number, endsAt: number): Promise<void> {
  const [start, end] = [fieldsOf(startsAt), fieldsOf(endsAt)]
  await form.getByLabel('Start date').fill(start.date)
  await form.getByLabel('Start time').fill(start.time)
  await form.getByLabel('End date').fill(end.date)
  await form.getByLabel('End time').fill(end.time)
}

/** /createcontest. */
export class Hub {
  readonly form: Locator

  constructor(readonly page: Page) {
    this.form = page.getByRole('form', { name: 'Create a contest' })
  }

  async open(): Promise<void> {
    await this.page.goto('/createcontest')
    await expect(this.page.getByRole('heading', { level: 1, name: 'Create Contest' })).toBeVisible()
  }

  async create(title: string, description: string): Promise<void> {
    await this.form.getByLabel('Title').fill(title)
    await this.form.getByLabel('Description').fill(description)
    await this.form.getByRole('button', { name: 'Create Contest' }).click()
    await expect(this.page.getByText('Contest created successfully!')).toBeVisible()
    await expect(this.card(title)).toBeVisible()
  }

  /** The whole card; its tools stand below the article. */
  card(title: string): Locator {
    return this.page
      .getByRole('region', { name: /^Your Contests/ })
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('article', { name: title, exact: true }) })
  }

  async openQuestions(title: string): Promise<Wizard> {
    await this.card(title).getByRole('button', { name: 'Add question', exact: true }).click()
    return new Wizard(this.page)
  }

  async changeTime(title: string, startsAt: number, endsAt: number): Promise<void> {
    await this.card(title).getByRole('button', { name: 'Change time' }).click()
    const asked = this.page.getByRole('dialog', { name: 'Change time' })
    await enterWindow(asked, startsAt, endsAt)
    await asked.getByRole('button', { name: 'Update Time' }).click()
    await expect(this.page.getByText('Contest time updated successfully!')).toBeVisible()
    await expect(asked).toBeHidden()
  }

  /** Presses the badge; what it says before and after is the story's to check. */
  visibility(title: string): Locator {
    return this.card(title).getByRole('button', { name: /^(Public|Private): / })
  }
}

/** The window "Add questions", one at a time. */
export class Wizard {
  readonly dialog: Locator
  readonly form: Locator
  readonly preview: Locator

  constructor(readonly page: Page) {
    this.dialog = page.getByRole('dialog', { name: 'Add questions' })
    this.form = this.dialog.getByRole('form', { name: 'Add a question' })
    this.preview = this.dialog.getByRole('region', { name: 'As participants see it' })
  }

  step(number: 1 | 2 | 3): Locator {
    return this.form.getByText(`Step ${number} of 3`)
  }

  next(): Promise<void> {
    return this.form.getByRole('button', { name: 'Next' }).click()
  }

  option(letter: string): Locator {
    return this.form.getByLabel(`Option ${letter}`, { exact: true })
  }

  async add(question: Question): Promise<void> {
    await this.form.getByLabel('Question', { exact: true }).fill(question.text)
    await this.next()
    for (const [at, option] of question.options.entries()) await this.option('ABCD'.charAt(at)).fill(option)
    await this.next()
    const letter = 'ABCD'.charAt(question.answer)
    await this.form
      .getByRole('radio', { name: `${letter}: ${question.options[question.answer]}` })
      .check({ force: true })
    await this.form.getByRole('button', { name: 'Add Question' }).click()
    await expect(this.step(1)).toBeVisible()
    await expect(this.form.getByLabel('Question', { exact: true })).toHaveValue('')
  }

  async close(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Close' }).click()
    await expect(this.dialog).toBeHidden()
  }
}
