/**
 * What a journey costs a person: clicks and taps as the browser tells its pages of them, in every tab, and how often a password
 * was typed. Fields are clicked and typed into; filled by a script they would cost nothing.
 */
import type { BrowserContext, Locator, Page } from '@playwright/test'

export class Clicks {
  /** Clicks and taps so far, those outside of pages included. */
  count = 0
  /** Password fields that were left with something typed in them. */
  passwords = 0

  private constructor(readonly isTouched: boolean) {}

  /** Counts in all pages that are opened from now on. */
  static async in(context: BrowserContext, { isTouched = false } = {}): Promise<Clicks> {
    const clicks = new Clicks(isTouched)
    await context.exposeFunction('countOfTest', (what: 'count' | 'passwords') => {
      clicks[what] += 1
    })
    await context.addInitScript(() => {
      const { countOfTest } = window as unknown as { countOfTest: (what: string) => void }
      addEventListener('pointerdown', (event) => event.isTrusted && countOfTest('count'), true)
      const isPassword = (field: EventTarget | null) =>
        field instanceof HTMLInputElement && field.autocomplete.endsWith('password') && field.value !== ''
      addEventListener('change', (event) => isPassword(event.target) && countOfTest('passwords'), true)
    })
    return clicks
  }

  /** A press of what is no page: a link in a mail, a list that the phone draws. */
  elsewhere(): void {
    this.count += 1
  }

  press(where: Locator): Promise<void> {
    return this.isTouched ? where.tap() : where.click()
  }

  /** Presses a field and types. */
  async enter(field: Locator, text: string): Promise<void> {
    await this.press(field)
    await field.page().keyboard.type(text)
  }

  /** Types where the keyboard's key for the next field leads. */
  async enterNext(page: Page, text: string): Promise<void> {
    await page.keyboard.press('Tab')
    await page.keyboard.type(text)
  }
}
