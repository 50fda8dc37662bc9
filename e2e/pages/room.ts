/**
 * The contest-taking screen as a participant uses it: choose, move, look at what is saved. Choosing goes by what an
 * option says, never by its place.
 */
import { expect, type Locator, type Page } from '../fixtures'

/** How far an answer got: the words on its row. */
export type Row = 'saved' | 'on this device' | 'not counted' | 'not saved'

export class Room {
  readonly clock: Locator
  readonly options: Locator

  constructor(readonly page: Page) {
    this.clock = page.getByRole('timer')
    this.options = page.getByRole('list', { name: 'Options' })
  }

  /** On the panel that everybody passes who has not joined: the person's time begins. */
  async start(): Promise<void> {
    await this.page.getByRole('button', { name: 'Start', exact: true }).click()
  }

  /** From a card, or wherever else the contest is offered. */
  async join(from: Locator | Page = this.page): Promise<void> {
    await from.getByRole('button', { name: 'Join Contest' }).click()
    await this.start()
  }

  async isAt(number: number, of: number): Promise<void> {
    await expect(this.page.getByRole('region', { name: `Question ${number} of ${of}`, exact: true })).toBeVisible()
  }

  option(text: string): Locator {
    return this.options.getByRole('button').filter({ has: this.page.getByText(text, { exact: true }) })
  }

  /**
   * Chooses and sees on the row how far the answer got. The screen moves on a second later: the look begins before the
   * press and happens in the page, where a slow machine cannot miss it.
   */
  async choose(text: string, becomes: Row = 'saved'): Promise<void> {
    const row = this.option(text)
    const told = row.and(this.page.getByRole('button', { pressed: true })).filter({ hasText: becomes })
    await Promise.all([told.waitFor(), row.click()])
  }

  /** The counts in the bar: `12 saved`, `3 on this device`. */
  async counts(): Promise<{ saved: number; device: number; lost: number }> {
    const bar = await this.page.locator('header').getByRole('list').innerText()
    const read = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(bar)?.[1] ?? 0)
    return { saved: read('saved'), device: read('on this device'), lost: read('not counted') }
  }

  async counted(counts: { saved: number; device?: number }): Promise<void> {
    await expect.poll(() => this.counts()).toEqual({ device: 0, lost: 0, ...counts })
  }

  /** The strip above the buttons, about the network. */
  get offline(): Locator {
    return this.page.getByText(/^Working offline/)
  }

  /** By the navigator; on a phone it is a sheet behind the button `4 / 10`. */
  async jumpTo(number: number): Promise<void> {
    const button = this.page.getByRole('button', { name: new RegExp(`^Question ${number},`) })
    const isSheet = !(await button.isVisible())
    if (isSheet) await this.page.getByRole('button', { name: /^Questions: / }).click()
    await button.click()
    // It goes slowly; whoever jumps again would press what is on its way out.
    if (isSheet) await expect(button).toBeHidden()
  }

  async submit(): Promise<void> {
    await this.page.getByRole('button', { name: 'Submit', exact: true }).first().click()
    await this.page
      .getByRole('dialog', { name: 'Submit contest?' })
      .getByRole('button', { name: 'Submit contest' })
      .click()
  }
}
