/**
 * Galleries: thirty pictures made by code go up one after the other, with what is skipped and what is refused; a student
 * turns through them and looks at them over the whole screen by keyboard; the gallery is looked after by mouse, keyboard
 * and finger; a connection that is lost in the middle; one's own picture.
 */
import { axe, axeInBothThemes, backTaken, expect, type Page, settled, signedUp, test } from '../fixtures'
import { clubAdministrator, makeEvent } from '../pages/events'
import { Block, Hub, makeGallery, photo, photos, Upload } from '../pages/galleries'

const HOUR = 3600
const LARGEST = 10_485_760

async function noSideways(page: Page): Promise<void> {
  await settled(page)
  const widest = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(widest, 'scrolls sideways').toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}

// What turns and slides is the subject here.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** A finished event of a club that somebody in the background looks after. */
const walked = (page: Page, title: string, location = `Lawn of ${title}`) =>
  makeEvent(page, { title, location, starts: -3 * HOUR, ends: -2 * HOUR })

test('thirty pictures are put up, turned through and looked at by keyboard', async ({ page, open, quad, watch }) => {
  await clubAdministrator(page, quad, await open())
  const event = await walked(page, 'Photo walk', 'Lake')
  const hub = new Hub(page)
  await hub.open()
  const card = hub.card(event.title)
  await expect(card.getByText('Active')).toBeVisible()
  await expect(card.getByText('No images yet')).toBeVisible()
  await axeInBothThemes(page)
  await card.getByRole('button', { name: 'Create Gallery' }).click()
  const upload = new Upload(page)
  await expect(upload.title).toHaveValue('Photo walk Gallery')
  await expect(upload.dialog.getByLabel('Description')).toHaveValue('Gallery for Photo walk event')
  await expect(upload.dialog.getByText('PNG, JPG, GIF up to 10MB each')).toBeVisible()
  await expect(upload.button('Create Gallery')).toBeDisabled()
  await upload.browse.setInputFiles([
    ...photos(30),
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('not a picture') },
    { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(LARGEST + 1) },
    { name: 'lies.png', mimeType: 'image/png', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
  ])
  await expect(page.getByText('Some files were skipped (only images up to 10MB allowed)')).toBeVisible()
  await expect(upload.chosen).toHaveCount(31)
  await upload.button('Remove walk-30.png').click()
  await expect(upload.chosen).toHaveCount(30)
  await upload.browse.setInputFiles(photo(30))
  await expect(upload.chosen).toHaveCount(31)
  await upload.title.fill('')
  await upload.dialog.getByLabel('Description').focus()
  await expect(upload.dialog.getByText('Please enter a title')).toBeVisible()
  await expect(upload.button('Create Gallery')).toBeDisabled()
  await upload.button('Reset').click()
  await upload.title.fill('Morning at the lake')
  await axeInBothThemes(page)

  watch.expect(/addgallery/)
  // The third is held until it was looked at what there is while they are on their way.
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let sent = 0
  await page.route('**/api/upload/addgallery', async (route) => {
    sent += 1
    if (sent === 3) await held
    await route.continue()
  })
  await upload.button('Create Gallery').click()
  await expect(upload.button('Creating Gallery...')).toBeVisible()
  await expect(upload.dialog.getByRole('progressbar', { name: /^Upload of walk-/ }).first()).toBeVisible()
  // Closing asks first.
  await page.keyboard.press('Escape')
  const asked = page.getByRole('dialog', { name: 'Stop uploading?' })
  await expect(asked).toBeVisible()
  await asked.getByRole('button', { name: 'Keep uploading' }).click()
  letGo()
  await expect(page.getByText('Gallery created successfully!')).toBeVisible({ timeout: 120_000 })
  await expect(upload.dialog.getByText(/30 images added, 1 refused\./)).toBeVisible()
  await expect(upload.row('lies.png').getByText(/^Not added: /)).toBeVisible()
  await expect(upload.row('walk-01.png').getByText('Added', { exact: true })).toBeVisible()
  await upload.button('Done').click()
  await expect(card.getByText('30 Images')).toBeVisible()
  await card.getByRole('button', { name: 'View participants' }).click()
  await expect(page.getByRole('dialog', { name: 'Event Participants' })).toContainText(
    'No participants found for this event.',
  )
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const student = await open()
  await signedUp(student)
  await student.goto('/club/hobby?tab=showgallery')
  await expect(student.getByRole('heading', { name: 'HOBBY Club Gallery' })).toBeVisible()
  const view = new Block(student, event.title)
  const { block, carousel } = view
  await expect(block.getByText('Morning at the lake')).toBeVisible()
  await expect(block.getByText('Lake', { exact: true })).toBeVisible()
  await expect(carousel.getByText('1 / 30')).toBeVisible()
  await axeInBothThemes(student)
  for (const [width, side, gap] of [
    [639, 1, 0],
    [640, 2, 20],
    [1023, 2, 20],
    [1024, 3, 25],
  ] as const) {
    await student.setViewportSize({ width, height: 900 })
    await expect.poll(() => view.geometry(), `at ${width}`).toEqual({ side, gap })
    await noSideways(student)
  }
  // Round the end and back, by the arrows.
  await carousel.getByRole('button', { name: 'Previous images' }).click()
  await expect(carousel.getByText('30 / 30')).toBeVisible()
  for (const place of [1, 2]) {
    await settled(student)
    await carousel.getByRole('button', { name: 'Next images' }).click()
    await expect(carousel.getByText(`${place} / 30`)).toBeVisible()
  }
  await settled(student)
  await carousel.getByRole('button', { name: 'Go to image 5' }).click()
  await expect(carousel.getByText('5 / 30')).toBeVisible()

  // By keyboard alone: a picture, the next, over the whole screen, round the end, away.
  const opener = (place: number) =>
    carousel.getByRole('button', { name: `Open image ${place} of 30 of Morning at the lake` })
  await settled(student)
  await opener(5).focus()
  await student.keyboard.press('ArrowRight')
  await expect(carousel.getByText('6 / 30')).toBeVisible()
  await expect(opener(6)).toBeFocused()
  await student.keyboard.press('Enter')
  const lightbox = student.getByRole('dialog', { name: 'Pictures of Morning at the lake' })
  await expect(lightbox.getByText('6 / 30')).toBeVisible()
  await expect(lightbox.getByRole('img', { name: 'Morning at the lake, image 6 of 30' })).toBeVisible()
  await axe(student)
  for (let back = 0; back < 6; back += 1) {
    await student.keyboard.press('ArrowLeft')
    await expect(lightbox.getByText(`${back === 5 ? 30 : 5 - back} / 30`)).toBeVisible()
  }
  await student.keyboard.press('ArrowRight')
  await expect(lightbox.getByText('1 / 30')).toBeVisible()
  await student.keyboard.press('Tab')
  await expect(lightbox.getByRole('button', { name: 'Close' })).toBeFocused()
  await student.keyboard.press('Escape')
  await expect(lightbox).toBeHidden()
  await expect(opener(6)).toBeFocused()
  // By the cross, beside the picture, and by Back, which leaves the page where it is.
  await opener(6).click()
  await lightbox.getByRole('button', { name: 'Close' }).click()
  await expect(lightbox).toBeHidden()
  await opener(6).click()
  await expect(lightbox.getByRole('img').first()).toBeVisible()
  await student.mouse.click(20, 880)
  await expect(lightbox).toBeHidden()
  await opener(6).click()
  await expect(lightbox.getByText('6 / 30')).toBeVisible()
  await student.goBack()
  await expect(lightbox).toBeHidden()
  await expect(student).toHaveURL(/\/club\/hobby\?tab=showgallery$/)
  await expect(block.getByRole('link', { name: 'Edit' })).toBeHidden()
})

test('as many as fit do not turn, and what does not load leaves its place', async ({ page, open, quad, watch }) => {
  await clubAdministrator(page, quad, await open(), 'DRAMATIC')
  const three = await makeEvent(page, { title: 'Street play', club: 'DRAMATIC' })
  const one = await makeEvent(page, { title: 'Audition', club: 'DRAMATIC' })
  await makeGallery(page, { eventId: three.id, title: 'Three', pictures: photos(3, 40) })
  await makeGallery(page, { eventId: one.id, title: 'One', pictures: photos(1, 50) })
  watch.expect(/net::ERR_FAILED/)
  await page.route(/\/api\/media\//, (route) => route.abort())
  await page.goto('/club/DRAMATIC?tab=showgallery')
  const [street, audition] = [new Block(page, three.title), new Block(page, one.title)]
  await expect(street.carousel.getByText('1 / 3')).toBeVisible()
  await expect(street.carousel.getByRole('button', { name: 'Next images' })).toBeHidden()
  await expect(audition.carousel.getByText('1 / 1')).toBeVisible()
  await expect.poll(() => street.geometry()).toEqual({ side: 3, gap: 25 })
  await expect(street.carousel.locator('img')).toHaveCount(0)
  await expect(street.carousel.locator('.lucide-image-off')).toHaveCount(3)
  await page.setViewportSize({ width: 800, height: 900 })
  await expect.poll(() => street.geometry()).toEqual({ side: 2, gap: 20 })
  for (const place of [2, 3, 1]) {
    await street.carousel.getByRole('button', { name: 'Next images' }).click()
    await expect(street.carousel.getByText(`${place} / 3`)).toBeVisible()
    await settled(page)
  }
  await expect(audition.carousel.getByRole('button', { name: 'Next images' })).toBeHidden()
})

test('a gallery is looked after by mouse, keyboard and finger', async ({ page, open, quad, watch }) => {
  // An event without a gallery, and one that somebody else has changed.
  watch.expect(/event\/(galleryedit|deleteimg)/)
  await clubAdministrator(page, quad, await open())
  const event = await walked(page, 'Kite afternoon')
  await page.goto(`/gallery/HOBBY/${event.id}`)
  await expect(page.getByText('No Images Found')).toBeVisible()
  await expect(page.getByText('Your gallery is empty. Add some images to get started.')).toBeVisible()
  await axe(page)
  await makeGallery(page, { eventId: event.id, title: 'Kites', pictures: photos(4, 60) })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Kites' })).toBeVisible()
  await expect(page.getByText('4 Images')).toBeVisible()
  await expect(page.getByText('Hover over images to delete')).toBeVisible()
  await axeInBothThemes(page)

  // The mouse: the bin comes with the pointer.
  const bin = (place: number, of: number) => page.getByRole('button', { name: `Delete image ${place} of ${of}` })
  const picture = (place: number, of: number) =>
    page.getByRole('button', { name: `Open image ${place} of ${of} of Kites` })
  await page.mouse.move(0, 0)
  await expect(bin(2, 4)).toHaveCSS('opacity', '0')
  await picture(2, 4).hover()
  await expect(bin(2, 4)).toHaveCSS('opacity', '1')
  await bin(2, 4).click()
  const asked = page.getByRole('dialog', { name: 'Delete this image?' })
  await axe(page)
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(asked).toHaveCount(0)
  await expect(page.getByText('4 Images')).toBeVisible()
  await picture(2, 4).hover()
  await bin(2, 4).click()
  await asked.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('3 Images')).toBeVisible()
  await expect(bin(2, 3)).toBeFocused()
  await expect(bin(2, 3)).toHaveCSS('opacity', '1')

  // The keyboard.
  await page.keyboard.press('Enter')
  await expect(asked).toBeVisible()
  await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(asked.getByRole('button', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 Images')).toBeVisible()

  await page.getByRole('button', { name: 'Add Images' }).click()
  const upload = new Upload(page)
  await expect(upload.title).toBeHidden()
  await upload.browse.setInputFiles([photo(70), photo(71)])
  await upload.button('Add Images').click()
  await expect(page.getByText('4 Images')).toBeVisible()
  await expect(upload.dialog).toBeHidden()

  await page.getByRole('button', { name: 'Edit details' }).click()
  const details = page.getByRole('dialog', { name: 'Edit details' })
  await details.getByLabel('Gallery Title').fill('Kites over the field')
  await details.getByLabel('Description').fill('Wind from the north.')
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kites over the field' })).toBeVisible()
  await expect(details).toHaveCount(0)
  await expect(page.getByText('Wind from the north.')).toBeVisible()

  // A finger on a small screen: the bins are there without a pointer over them.
  const phone = await open({ hasTouch: true, isMobile: true, viewport: { width: 320, height: 700 } })
  await phone.context().addCookies(await page.context().cookies())
  await phone.goto(`/gallery/HOBBY/${event.id}`)
  await expect(phone.getByText('Tap the bin on an image to delete it')).toBeVisible()
  await expect(phone.getByText('Hover over images to delete')).toBeHidden()
  await noSideways(phone)
  const theirs = phone.getByRole('button', { name: 'Delete image 1 of 4' })
  await expect(theirs).toHaveCSS('opacity', '1')
  await theirs.tap()
  await phone.getByRole('dialog').getByRole('button', { name: 'Delete' }).tap()
  await expect(phone.getByText('3 Images')).toBeVisible()
  await axe(phone)
  await phone.goto('/club/HOBBY?tab=gallery')
  await expect(phone.getByRole('heading', { name: 'Event Gallery Hub' })).toBeVisible()
  await noSideways(phone)
  await phone.goto('/club/HOBBY?tab=showgallery')
  await expect(phone.getByText('1 / 3', { exact: true })).toBeVisible()
  await noSideways(phone)

  // Meanwhile here the first picture is another one: nothing is removed that was not seen.
  await bin(1, 4).focus()
  await page.keyboard.press('Enter')
  await asked.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(/This gallery has changed in the meantime/)).toBeVisible()
  await expect(page.getByText('3 Images')).toBeVisible()

  await page.getByRole('button', { name: 'Delete gallery' }).click()
  await page
    .getByRole('dialog', { name: 'Delete this gallery?' })
    .getByRole('button', { name: 'Delete gallery' })
    .click()
  await expect(page).toHaveURL(/\/club\/HOBBY\?tab=gallery$/)
  await expect(new Hub(page).card(event.title).getByRole('button', { name: 'Create Gallery' })).toBeVisible()
})

test('a connection that is lost costs nothing that is there', async ({ page, open, quad, watch }) => {
  await clubAdministrator(page, quad, await open())
  const event = await walked(page, 'Radio evening')
  const hub = new Hub(page)
  await hub.open()
  await hub.card(event.title).getByRole('button', { name: 'Create Gallery' }).click()
  const upload = new Upload(page)
  await upload.browse.setInputFiles(photos(4, 80))
  await expect(upload.chosen).toHaveCount(4)
  watch.expect(/addgallery/)
  let sent = 0
  await page.route('**/api/upload/addgallery', (route) => {
    sent += 1
    return sent === 3 || sent === 4 ? route.abort('connectionreset') : route.continue()
  })
  await upload.button('Create Gallery').click()
  // It is sent again by itself, for two minutes if need be.
  await expect(upload.dialog).toBeHidden()
  await expect(hub.card(event.title).getByText('4 Images')).toBeVisible()
  expect(sent).toBe(6)

  // Stopped in the middle: what is there stays, the rest is not sent.
  await hub.card(event.title).getByRole('button', { name: 'Add Images' }).click()
  await upload.browse.setInputFiles(photos(3, 90))
  await page.unroute('**/api/upload/addgallery')
  await page.route('**/api/upload/addgallery', async () => {
    // It never arrives.
  })
  await upload.button('Add Images').click()
  await upload.button('Cancel').click()
  await page.getByRole('dialog', { name: 'Stop uploading?' }).getByRole('button', { name: 'Stop' }).click()
  await expect(upload.dialog).toBeHidden()
  await page.unroute('**/api/upload/addgallery')
  await backTaken(page)
  await page.reload()
  await expect(hub.card(event.title).getByText('4 Images')).toBeVisible()
})

test('one shows a picture of oneself', async ({ page, watch }) => {
  await signedUp(page, { fullName: 'Ananya Sharma' })
  await page.goto('/profile')
  const menu = page.getByRole('button', { name: 'Account: Ananya Sharma' })
  await expect(menu).toContainText('AS')
  await page.getByLabel('Add picture').setInputFiles(photo(100, 400, 400))
  await expect(menu.locator('img')).toBeVisible()
  await expect(page.getByLabel('Change picture')).toBeAttached()
  await axeInBothThemes(page)
  await page.reload()
  await expect(menu.locator('img')).toBeVisible()
  watch.expect(/account\/picture/)
  await page
    .getByLabel('Change picture')
    .setInputFiles({ name: 'lies.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(page.getByText(/^lies\.png: /)).toBeVisible()
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await page.getByRole('dialog', { name: 'Remove your picture?' }).getByRole('button', { name: 'Remove' }).click()
  await expect(menu).toContainText('AS')
})
