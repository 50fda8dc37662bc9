/** What others wrote: every part of the server and of the pages is listed, and its licence can be read. */
import { axe, expect, test } from '../fixtures'

test('the licences of all parts are read from the foot of any page', async ({ page }) => {
  await page.goto('/about')
  await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Licences', exact: true }).click()
  await expect(page).toHaveURL('/licences')
  await expect(page.getByRole('heading', { level: 1, name: 'Licences' })).toBeVisible()
  for (const name of ['In the server', 'In the pages']) await expect(page.getByRole('heading', { name })).toBeVisible()
  await axe(page)

  const search = page.getByRole('searchbox', { name: 'Search the parts' })
  for (const [name, licence, text] of [
    ['axum', 'MIT', 'Permission is hereby granted, free of charge'],
    ['libsqlite3-sys', 'MIT', 'Permission is hereby granted, free of charge'],
    ['libwebp-sys', 'MIT', 'Google'],
    ['react-dom', 'MIT', 'Meta Platforms'],
    ['@fontsource-variable/inter', 'OFL-1.1', 'SIL OPEN FONT LICENSE'],
  ]) {
    await search.fill(name ?? '')
    const entry = page
      .getByRole('listitem')
      .filter({ has: page.getByText(name ?? '', { exact: true }) })
      .first()
    await expect(entry.getByText(licence ?? '').first()).toBeVisible()
    await expect(entry.getByText(text ?? '')).toHaveCount(0)
    await entry.getByText(name ?? '', { exact: true }).click()
    await expect(entry.getByText(text ?? '').first()).toBeVisible()
  }
  await axe(page)
  await expect(page).toHaveURL(`/licences?q=${encodeURIComponent('@fontsource-variable/inter')}`)
  await page.reload()
  await expect(search).toHaveValue('@fontsource-variable/inter')
  await search.fill('no such part')
  await expect(page.getByText('No part has this in its name.')).toBeVisible()
})

test('what cannot be loaded is asked for again', async ({ page, watch }) => {
  watch.expect(/503/)
  await page.route('**/licences.json', (route) => route.fulfill({ status: 503 }), { times: 3 })
  await page.goto('/licences')
  // Twice it is asked for again by itself.
  await expect(page.getByRole('heading', { name: 'The licences could not be loaded' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'In the server' })).toBeVisible()
})
