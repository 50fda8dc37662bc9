/**
 * A private contest shared by link: the owner makes the link and hands it on, somebody without a log-in comes by it and
 * takes the contest, others do not see it; a replaced and a revoked link are dead, and who came in stays.
 */
import { readFile } from 'node:fs/promises'
import { axe, axeInBothThemes, expect, FREE_WITH_CLOCK, type Locator, type Page, signedUp, test } from '../fixtures'
import { enterLogIn, fillRegistration } from '../pages/accounts'
import { Hub } from '../pages/contests'
import { type Contest, makeContest } from '../pages/prepared'
import { Room } from '../pages/room'

// Everybody may create: credits are the story of another file.
test.use({ quadOptions: FREE_WITH_CLOCK })

// Rights: the first verdict counts.
test.describe.configure({ retries: 0 })

const linkDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Invitation link' })

async function openLink(page: Page, contest: Contest): Promise<Locator> {
  await page.goto(`/questionview/${contest.id}`)
  await page.getByRole('button', { name: 'Invite by link' }).click()
  return linkDialog(page)
}

/** In the page: the shades of grey along the picture's outermost pixels, and of all of it. */
async function shadesOf(png: string): Promise<{ edge: number[]; all: number[] }> {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const { width, height } = picture
  const brush = new OffscreenCanvas(width, height).getContext('2d')
  brush?.drawImage(picture, 0, 0)
  const { data } = brush?.getImageData(0, 0, width, height) ?? { data: [] }
  const edge = new Set<number>()
  const all = new Set<number>()
  for (let at = 0; at < width * height; at += 1) {
    const [x, y, shade] = [at % width, Math.floor(at / width), data[at * 4] ?? -1]
    all.add(shade)
    if (x === 0 || y === 0 || x === width - 1 || y === height - 1) edge.add(shade)
  }
  return { edge: [...edge], all: [...all].sort((a, b) => a - b) }
}

/** Makes a link on the screen; gives its address. */
async function makeLink(page: Page, contest: Contest): Promise<string> {
  const dialog = await openLink(page, contest)
  await dialog.getByRole('button', { name: 'Make a link' }).click()
  return dialog.getByLabel('Link', { exact: true }).inputValue()
}

test('a link leads a stranger into a private contest', { tag: '@gate' }, async ({ page, open, baseURL }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signedUp(page, { fullName: 'Devika Menon' })
  const contest = await makeContest(page, { title: 'For the hostel', isPublic: false })
  const dialog = await openLink(page, contest)
  await expect(dialog.getByText('There is no link yet')).toBeVisible()
  await axe(page)
  await dialog.getByRole('button', { name: 'Make a link' }).click()
  await expect(page.getByText('The invitation link is ready')).toBeVisible()
  const address = await dialog.getByLabel('Link', { exact: true }).inputValue()
  expect(address).toMatch(new RegExp(`^${baseURL}/invite#[A-Za-z0-9_-]{20,}$`))
  await expect(dialog.getByRole('img', { name: 'QR code of the invitation link' })).toBeVisible()
  await expect(dialog.getByText('Nobody has come in yet.')).toBeVisible()
  await axe(page)
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save QR code', exact: true }).click(),
  ])
  const name = `invitation-${contest.id.slice(-6).toUpperCase()}`
  expect(file.suggestedFilename()).toBe(`${name}.png`)
  // A PNG of 1024 by 1024, with the quiet edge white.
  const picture = await readFile(await file.path())
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1024, 1024])
  const shades = await page.evaluate(shadesOf, picture.toString('base64'))
  expect(shades.edge).toEqual([255])
  expect(shades.all).toEqual([0, 255])
  const [drawing] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'As SVG, for print: save the QR code' }).click(),
  ])
  expect(drawing.suggestedFilename()).toBe(`${name}.svg`)

  // The owner's own link leads to the contest, not in.
  await page.goto(address)
  await expect(page.getByText(/^This is your own contest/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Accept the invitation' })).toBeHidden()
  await axe(page)
  await page.getByRole('link', { name: 'Go to the contest' }).click()
  await expect(page).toHaveURL(`/questionview/${contest.id}`)

  const guest = await open()
  const student = await signedUp(guest)
  await guest.context().clearCookies()
  await guest.goto(address)
  await expect(guest.getByRole('heading', { level: 1, name: contest.title })).toBeVisible()
  await expect(guest.getByText('Log in to accept the invitation.')).toBeVisible()
  await axe(guest)
  await guest.getByRole('main').getByRole('link', { name: 'Log In' }).click()
  await enterLogIn(guest, student.email, student.password)
  await expect(guest).toHaveURL(address)
  await expect(guest.getByRole('heading', { level: 1, name: contest.title })).toBeVisible()
  await expect(guest.getByText('Devika Menon invites you to')).toBeVisible()
  await axeInBothThemes(guest)
  await guest.getByRole('button', { name: 'Accept the invitation' }).click()
  await expect(guest).toHaveURL(`/my-contests/${contest.id}`)
  await expect(guest.getByText('You have accepted: the contest is now under Contests')).toBeVisible()

  await guest.goto('/contest')
  const card = guest.getByRole('article', { name: contest.title, exact: true })
  await expect(card.getByText('invited')).toBeVisible()
  await axe(guest)
  const room = new Room(guest)
  await room.join(card)
  await room.isAt(1, 4)

  const other = await open()
  await signedUp(other)
  await other.goto('/contest')
  await expect(other.getByRole('heading', { level: 1, name: 'Contests' })).toBeVisible()
  await expect(other.getByRole('article', { name: contest.title, exact: true })).toBeHidden()

  await page.reload()
  await page.getByRole('button', { name: 'Invite by link' }).click()
  await expect(dialog.getByText('One person has come in.')).toBeVisible()
})

test('whoever has no account yet signs up and comes back to the invitation', async ({ page, open }) => {
  await signedUp(page)
  const contest = await makeContest(page, { title: 'On a poster', isPublic: false })
  const address = await makeLink(page, contest)
  const guest = await open()
  const person = { fullName: 'Nila Sen', email: 'nila.sen@campus.example', password: 'eleven kites over the river' }
  await guest.goto(address)
  await guest.getByRole('main').getByRole('link', { name: 'Sign Up' }).click()
  await fillRegistration(guest, person)
  await enterLogIn(guest, person.email, person.password)
  await expect(guest).toHaveURL(address)
  await guest.getByRole('button', { name: 'Accept the invitation' }).click()
  await expect(guest).toHaveURL(`/my-contests/${contest.id}`)
  await expect(guest.getByRole('link', { name: 'All Contests' })).toHaveAttribute('href', '/contest')
})

test('a replaced and a revoked link are dead, and who came in stays', async ({ page, open, watch }) => {
  watch.expect(/404 .*\/api\/invitation\//)
  await signedUp(page)
  const contest = await makeContest(page, { title: 'Two links', isPublic: false })
  const first = await makeLink(page, contest)
  const early = await open()
  await signedUp(early)
  await early.goto(first)
  await early.getByRole('button', { name: 'Accept the invitation' }).click()
  await expect(early).toHaveURL(`/my-contests/${contest.id}`)

  const dialog = linkDialog(page)
  await dialog.getByRole('button', { name: 'New link' }).click()
  const replace = dialog.getByRole('alertdialog', { name: 'Replace the link?' })
  await expect(replace.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await axe(page)
  await replace.getByRole('button', { name: 'Keep it' }).click()
  await expect(dialog.getByLabel('Link', { exact: true })).toHaveValue(first)
  await dialog.getByRole('button', { name: 'New link' }).click()
  await replace.getByRole('button', { name: 'Replace it' }).click()
  await expect(dialog.getByLabel('Link', { exact: true })).not.toHaveValue(first)
  const second = await dialog.getByLabel('Link', { exact: true }).inputValue()
  await expect(dialog.getByText('One person has come in.')).toBeVisible()

  const late = await open()
  await signedUp(late)
  const dead = async (address: string) => {
    await late.goto(address)
    // Going to where one is, but for what stands behind `#`, loads nothing.
    await late.reload()
    await expect(late.getByRole('heading', { name: 'This invitation does not work' })).toBeVisible()
    await expect(late.getByText('Ask the person who sent it to you for a new one.')).toBeVisible()
  }
  await dead(first)
  await axe(late)
  await late.goto(second)
  await expect(late.getByRole('button', { name: 'Accept the invitation' })).toBeVisible()

  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await dialog.getByRole('button', { name: 'Revoke it' }).click()
  await expect(page.getByText('The invitation link no longer works; people who have accepted it stay')).toBeVisible()
  await expect(dialog.getByText('There is no link yet')).toBeVisible()
  // It was on the screen while it died.
  await late.getByRole('button', { name: 'Accept the invitation' }).click()
  await expect(late.getByText('Ask the person who sent it to you for a new one.')).toBeVisible()
  await dead(second)

  await early.reload()
  await new Room(early).join()
  await new Room(early).isAt(1, 4)
})

test('the card offers the link beside going public, and Back closes it', async ({ page }) => {
  await signedUp(page)
  const contest = await makeContest(page, { title: 'On the card', starts: 600, ends: 4200, isPublic: false })
  await page.goto(`/questionview/${contest.id}`)
  await page.getByRole('link', { name: 'Preview' }).click()
  await page.waitForURL('**/ContestQuestion?*')
  const hub = new Hub(page)
  await hub.open()
  const card = hub.card(contest.title)
  await expect(card.getByText('Only you and those you invite see it.')).toBeVisible()
  await card.getByRole('button', { name: 'Invite by link' }).click()
  await linkDialog(page).getByRole('button', { name: 'Make a link' }).click()
  await expect(linkDialog(page).getByLabel('Link', { exact: true })).toBeVisible()
  await page.goBack()
  await expect(linkDialog(page)).toBeHidden()
  await expect(page).toHaveURL('/createcontest')

  await hub.visibility(contest.title).click()
  await card.getByRole('button', { name: `More about ${contest.title}` }).click()
  await page.getByRole('menuitem', { name: 'Invitation link' }).click()
  await expect(linkDialog(page).getByText(/This contest is public/)).toBeVisible()
  await axe(page)
})

test('on a phone nothing scrolls sideways', async ({ open }) => {
  const page = await open({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })
  await signedUp(page)
  const contest = await makeContest(page, { title: 'In the hand', isPublic: false })
  const address = await makeLink(page, contest)
  const flat = async () => await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await flat()
  await axe(page)
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: contest.title })).toBeVisible()
  await flat()
  await axe(page)
})
