/**
 * Calendars to subscribe to: the addresses of all clubs and of one, which everybody can have, and the secret one of a
 * person, which a calendar program reads without a log-in until it is replaced or switched off.
 */
import { axe, axeInBothThemes, expect, signedUp, test } from '../fixtures'
import { clubAdministrator, makeEvent, registerOver } from '../pages/events'

// A secret address: the first verdict counts.
test.describe.configure({ retries: 0 })

test('one subscribes to the own events, and the old address is dead', async ({ page, open, quad }) => {
  await clubAdministrator(page, quad, await open())
  const { id } = await makeEvent(page, { title: 'Chess ladder' })
  const member = await open()
  await signedUp(member)
  await registerOver(member, id)

  await member.goto('/events')
  await member.getByRole('button', { name: 'Subscribe to calendar' }).click()
  const dialog = member.getByRole('dialog', { name: 'Subscribe to calendar' })
  const own = dialog.getByRole('region', { name: 'The events you registered for' })
  await own.getByRole('button', { name: 'Get an address' }).click()
  const field = own.getByRole('textbox', { name: 'Your secret address' })
  await expect(field).toHaveValue(/\/api\/calendar\/own\/[0-9a-f]{64}\/events\.ics$/)
  await axeInBothThemes(member)
  const first = await field.inputValue()
  const program = await open()
  const read = async (address: string) => {
    const answer = await program.request.get(address)
    return { status: answer.status(), text: await answer.text() }
  }
  expect((await read(first)).text).toContain('SUMMARY:Chess ladder')
  await expect(own.getByRole('link', { name: /^Open in calendar/ })).toHaveAttribute(
    'href',
    first.replace(/^https?:/, 'webcal:'),
  )

  await own.getByRole('button', { name: 'Make a new address' }).click()
  await expect(field).not.toHaveValue(first)
  const second = await field.inputValue()
  expect((await read(first)).status).toBe(404)
  expect((await read(second)).text).toContain('SUMMARY:Chess ladder')

  // It is shown only when it is made.
  await member.reload()
  await member.getByRole('button', { name: 'Subscribe to calendar' }).click()
  await expect(own.getByText(/^Your calendar has had a secret address since /)).toBeVisible()
  await expect(field).toBeHidden()
  await own.getByRole('button', { name: 'Switch it off' }).click()
  await expect(own.getByRole('button', { name: 'Get an address' })).toBeVisible()
  expect((await read(second)).status).toBe(404)
})

test('guests subscribe to the events of all clubs on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/events')
  await page.getByRole('button', { name: 'Subscribe to calendar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subscribe to calendar' })
  await expect(dialog.getByRole('textbox', { name: 'Public address' })).toHaveValue(/\/api\/calendar\/events\.ics$/)
  await expect(dialog.getByRole('link', { name: 'Log In' })).toBeVisible()
  await axe(page)
})
