/**
 * Signing up, logging in and out as a person does it, through the screens. Everybody here is of the institute the
 * fixtures configure.
 */
import { expect, type Page } from '../fixtures'

export type NewPerson = { fullName: string; email: string; password: string }

/** The two-step form, up to the log-in page it leads to. */
export async function register(page: Page, person: NewPerson): Promise<void> {
  await page.goto('/register')
  await fillRegistration(page, person)
}

/** The same from wherever somebody came to the form. */
export async function fillRegistration(page: Page, person: NewPerson): Promise<void> {
  await page.getByLabel('Full name').fill(person.fullName)
  await page.getByLabel('Institute e-mail').fill(person.email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Contact number').fill('90000 00000')
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm password', { exact: true }).fill(person.password)
  await page.getByRole('combobox', { name: 'Batch year' }).selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Registration successful!')).toBeVisible()
  await page.waitForURL(/\/login(\?|$)/)
}

/** On the log-in page; who sees what next is the story's to say. */
export async function enterLogIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click()
}

export async function openAccountMenu(page: Page, fullName: string): Promise<void> {
  await page.getByRole('button', { name: `Account: ${fullName}` }).click()
  await expect(page.getByRole('menu')).toBeVisible()
}
