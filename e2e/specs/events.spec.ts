/**
 * Events: made with a registration form of six kinds that is put in order by keyboard and by pulling, registered for
 * until there is no place left and beyond, changed, called off; who comes, as a table and as files; what guests see, a
 * phone, the draft that outlives a log-in.
 */
import { readFile } from 'node:fs/promises'
import { axe, axeInBothThemes, expect, logIn, type Page, settled, signedUp, test } from '../fixtures'
import { clubAdministrator, EventForm, EventView, makeEvent, registerOver } from '../pages/events'
import { serverNow } from '../pages/prepared'

const HOUR = 3_600_000

async function noSideways(page: Page): Promise<void> {
  await settled(page)
  const widest = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(widest, 'scrolls sideways').toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}

test('an event with a form of six fields is made, filled in, full, and read', async ({ page, open, quad }) => {
  await clubAdministrator(page, quad, await open())
  await page.goto('/event')
  const form = new EventForm(page.getByRole('region', { name: 'Create Event' }))
  await form.submit.click()
  await expect(page.getByText('Title is required')).toBeVisible()
  await expect(form.title).toBeFocused()
  await form.title.fill('Night photography walk')
  await expect(page.getByText('Title is required')).toBeHidden()
  await form.description.fill('Bring any camera.')
  await form.location.fill('Clock tower')
  const now = await serverNow(page)
  await form.times(now + 50 * HOUR, now + 52 * HOUR)
  await form.places.fill('1')

  const { builder } = form
  await builder.add('Text', 'Camera')
  await page.getByRole('checkbox', { name: 'Required' }).check()
  await builder.add('Email', 'Second address')
  await builder.add('Phone', 'Phone on the day')
  await builder.add('Number', 'Years of practice')
  await builder.add('Date', 'Birthday')
  await builder.add('Select', 'Diet')
  await page.getByRole('checkbox', { name: 'Required' }).check()
  await builder.option('   ')
  for (const option of ['Vegetarian', 'Jain']) await builder.option(option)
  await page.getByRole('button', { name: 'Use the label' }).click()
  await expect(page.getByLabel('Field name')).toHaveValue('diet')
  await axeInBothThemes(page)

  // By keyboard: the last one to the second place, one too far and back by Escape first.
  await builder.grip('Diet').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Home')
  await expect(page.getByText('Diet: place 1 of 6.')).toBeAttached()
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await builder.order()).at(-1)).toBe('Diet')
  await page.keyboard.press('Space')
  for (let up = 0; up < 4; up += 1) {
    await expect(builder.grip('Diet')).toBeFocused()
    await page.keyboard.press('ArrowUp')
  }
  await page.keyboard.press('Space')
  await expect(page.getByText('Diet is put down at place 2 of 6.')).toBeAttached()
  // By the buttons: one place down.
  await builder.list.getByRole('button', { name: 'Move Second address down' }).click()
  expect(await builder.order()).toEqual([
    'Camera',
    'Diet',
    'Phone on the day',
    'Second address',
    'Years of practice',
    'Birthday',
  ])
  // By pulling: the first below the second. Rows are closed, so that they are of one height.
  await builder.list.getByRole('button', { expanded: true }).click()
  await pull(page, builder.grip('Camera'), builder.grip('Diet'))
  await expect.poll(async () => (await builder.order()).slice(0, 2)).toEqual(['Diet', 'Camera'])

  // The preview is the form itself.
  await builder.preview.getByRole('button', { name: 'Submit Registration' }).click()
  await expect(builder.preview.getByText('This field is required')).toHaveCount(2)
  await expect(builder.preview.getByPlaceholder('Enter years of practice')).toBeVisible()
  await expect(builder.preview.getByRole('combobox', { name: 'Diet' })).toHaveText(/Select an option/)
  await builder.preview.getByPlaceholder('Enter camera').fill('Any')
  await builder.preview.getByRole('combobox', { name: 'Diet' }).selectOption('Jain')
  await builder.preview.getByRole('button', { name: 'Submit Registration' }).click()
  await expect(builder.preview.getByText('These answers would be accepted.')).toBeVisible()

  await form.submit.click()
  await expect(page.getByText('Event created successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/event\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Night photography walk' })).toBeVisible()
  await expect(page.getByText('No participants found for this event.')).toBeVisible()

  const first = await open()
  const student = await signedUp(first)
  const theirs = new EventView(first)
  await first.goto(page.url())
  await expect(theirs.facts.getByText('1 of 1 place left')).toBeVisible()
  await theirs.facts.getByRole('button', { name: 'Register Now' }).click()
  await expect(theirs.dialog.getByText('Clock tower')).toBeVisible()
  await theirs.dialog.getByRole('button', { name: 'Submit Registration' }).click()
  await expect(theirs.dialog.getByText('This field is required')).toHaveCount(2)
  await expect(theirs.dialog.getByRole('combobox', { name: 'Diet' })).toBeFocused()
  await axeInBothThemes(first)
  await theirs.dialog.getByRole('combobox', { name: 'Diet' }).selectOption('Vegetarian')
  await theirs.dialog.getByPlaceholder('Enter camera').fill('=1+1')
  await theirs.dialog.getByPlaceholder('Enter second address').fill('nobody')
  await theirs.dialog.getByRole('button', { name: 'Submit Registration' }).click()
  await expect(theirs.dialog.getByText('Please enter a valid email address')).toBeVisible()
  await theirs.dialog.getByPlaceholder('Enter second address').fill('me@campus.example')
  await theirs.dialog.getByRole('button', { name: 'Submit Registration' }).click()
  await expect(first.getByText('Registered successfully!')).toBeVisible()
  await expect(theirs.facts.getByText('You are registered')).toBeVisible()
  await expect(theirs.facts.getByText('Full')).toBeVisible()

  const second = await open()
  const late = await signedUp(second)
  await second.goto(page.url())
  const waits = new EventView(second)
  await waits.register({ Camera: 'None', Diet: 'Jain' })
  await expect(waits.facts.getByText('You are number 1 on the waiting list')).toBeVisible()

  // Who comes, as the organiser reads it.
  await page.reload()
  const table = page.getByRole('table', { name: 'Event Participants' })
  await expect(table.getByRole('row')).toHaveCount(3)
  await expect(table.getByRole('row', { name: new RegExp(student.email) })).toContainText('Registered')
  await expect(table.getByRole('row', { name: new RegExp(late.email) })).toContainText('Waiting')
  const batch = table.getByRole('columnheader', { name: /^Batch/ })
  await batch.getByRole('button').click()
  await expect(batch).toHaveAttribute('aria-sort', 'ascending')
  await batch.getByRole('button').click()
  await expect(batch).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('checkbox', { name: 'Show answers' }).check()
  await expect(table.getByRole('columnheader', { name: 'Camera' })).toBeVisible()
  await axeInBothThemes(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('participants-night-photography-walk.csv')
  const csv = await readFile(await file.path(), 'utf8')
  expect(csv).toContain(student.email)
  expect(csv).not.toMatch(/(^|,|")=1\+1/m)
  const sheet = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download XLSX' }).click()
  expect((await readFile(await (await sheet).path())).subarray(0, 2).toString()).toBe('PK')

  // The one who has a place changes the answers, then leaves; the place is the other's.
  await theirs.facts.getByRole('button', { name: 'Change answers' }).click()
  const answers = first.getByRole('dialog', { name: 'Change answers' })
  await expect(answers.getByPlaceholder('Enter camera')).toHaveValue('=1+1')
  await answers.getByPlaceholder('Enter camera').fill('Leica')
  await answers.getByRole('button', { name: 'Save answers' }).click()
  await expect(first.getByText('Your answers are saved')).toBeVisible()
  await theirs.facts.getByRole('button', { name: 'Cancel registration' }).click()
  const asked = first.getByRole('dialog', { name: 'Cancel your registration?' })
  await asked.getByRole('button', { name: 'Cancel registration' }).click()
  await expect(first.getByText('Your registration is cancelled')).toBeVisible()
  await expect(theirs.facts.getByRole('button', { name: 'Join waiting list' })).toBeVisible()
  await second.reload()
  await expect(waits.facts.getByText('You are registered')).toBeVisible()
})

/** Pulls one grip to just below another. */
async function pull(page: Page, from: ReturnType<Page['locator']>, to: ReturnType<Page['locator']>): Promise<void> {
  await from.scrollIntoViewIfNeeded()
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('a grip is not on the screen')
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2 + 8, { steps: 3 })
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2 + 6, { steps: 8 })
  await page.mouse.up()
}

test('what was typed outlives a log-in in between', async ({ page, open, quad, watch }) => {
  watch.expect(/status of 401/)
  const person = await clubAdministrator(page, quad, await open())
  await page.goto('/createevent')
  const form = new EventForm(page.getByRole('region', { name: 'Create Event' }))
  await form.title.fill('Origami')
  await form.builder.add('Text', 'Paper')
  // The log-in ends as the event is sent: no other request can be refused before.
  await page.route('**/api/event', async (route) => {
    await page.context().clearCookies()
    await route.continue()
  })
  await form.submit.click()
  await expect(page).toHaveURL(/\/login\?next=%2Fcreateevent$/)
  await page.unroute('**/api/event')
  await expect(page.getByText(/^You were logged out\./)).toBeVisible()
  await logIn(page, person.email, person.password)
  await page.goto('/createevent')
  await expect(form.title).toHaveValue('Origami')
  await expect(form.builder.preview.getByText('Paper', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.goto('/createevent')
  await expect(form.title).toHaveValue('')
})

test('one place, one hour, one event; and it can be changed, closed and called off', async ({
  page,
  open,
  quad,
  watch,
}) => {
  watch.expect(/status of 409 .*\/api\/event$/)
  await clubAdministrator(page, quad, await open())
  const event = await makeEvent(page, { title: 'Chess ladder', location: 'Library hall', starts: 90_000, ends: 97_200 })
  await page.goto('/event')
  const form = new EventForm(page.getByRole('region', { name: 'Create Event' }))
  await form.title.fill('Poetry slam')
  await form.location.fill('library  HALL')
  const now = await serverNow(page)
  await form.times(now + 91_000_000, now + 99_000_000)
  await form.submit.click()
  await expect(page.getByText(/"Chess ladder".* takes place there from/)).toBeVisible()
  await expect(form.location).toBeFocused()
  await expect(form.title).toHaveValue('Poetry slam')

  const guest = await open()
  await signedUp(guest)
  await registerOver(guest, event.id)
  const view = new EventView(page)
  await view.open(event)
  await page.getByRole('link', { name: 'Edit event' }).click()
  const editing = new EventForm(page.getByRole('region', { name: 'Edit event' }))
  await expect(editing.location).toHaveValue('Library hall')
  await expect(page.getByText(/^People who have already registered keep the form/)).toBeVisible()
  await editing.location.fill('Old Workshop')
  await editing.submit.click()
  await expect(page.getByText('Event saved')).toBeVisible()
  await expect(view.facts.getByText('Old Workshop')).toBeVisible()

  await page.getByRole('button', { name: 'Close registration' }).click()
  await expect(page.getByText('Registration is closed', { exact: true })).toBeVisible()
  const late = await open()
  await signedUp(late)
  await new EventView(late).open(event)
  await expect(late.getByText('Registration is closed.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Open registration' }).click()
  await expect(page.getByRole('button', { name: 'Close registration' })).toBeVisible()

  const [calendar] = await Promise.all([
    page.waitForEvent('download'),
    view.facts.getByRole('button', { name: 'Add to calendar' }).click(),
  ])
  expect(calendar.suggestedFilename()).toBe('Chess ladder.ics')
  expect(await readFile(await calendar.path(), 'utf8')).toContain('SUMMARY:Chess ladder')

  await page.getByRole('button', { name: 'Cancel event' }).click()
  const asked = page.getByRole('dialog', { name: 'Cancel this event?' })
  await asked.getByRole('button', { name: 'Cancel event' }).click()
  await expect(asked.getByText('Please say why')).toBeVisible()
  await asked.getByLabel('Reason').fill('The hall is flooded.')
  await asked.getByRole('button', { name: 'Cancel event' }).click()
  await expect(page.getByRole('main').getByText('The hall is flooded.')).toBeVisible()
  await expect(asked).toBeHidden()
  await axeInBothThemes(page)
  await new EventView(guest).open(event)
  await expect(guest.getByText('The hall is flooded.')).toBeVisible()
})

test('on its club’s page an event is registered for, and another one made over it', async ({ page, open, quad }) => {
  await clubAdministrator(page, quad, await open())
  await makeEvent(page, { title: 'Kite flying', location: 'Main lawn' })
  await page.goto('/club/hobby?tab=events')
  await expect(page.getByRole('heading', { name: 'Club Events' })).toBeVisible()
  const card = page.getByRole('article', { name: 'Kite flying' })
  await expect(card.getByText('Main lawn')).toBeVisible()
  await card.getByRole('button', { name: 'Register Now' }).click()
  await new EventView(page).dialog.getByRole('button', { name: 'Submit Registration' }).click()
  await expect(card.getByText('You are registered')).toBeVisible()
  await axeInBothThemes(page)

  await page.getByRole('button', { name: 'Create Event' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Event' })
  const form = new EventForm(dialog)
  await form.title.fill('Kite making')
  for (const label of ['Colour', 'Size']) await form.builder.add('Text', label)
  await axe(page)
  // Escape puts back what is being moved, and leaves the dialog open.
  await form.builder.grip('Colour').focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Colour is taken up from place 1 of 2.')).toBeAttached()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => form.builder.order()).toEqual(['Size', 'Colour'])
  await page.keyboard.press('Escape')
  await expect.poll(() => form.builder.order()).toEqual(['Colour', 'Size'])
  const grip = await form.builder.grip('Colour').boundingBox()
  if (!grip) throw new Error('the grip is not on the screen')
  await page.mouse.move(grip.x + 20, grip.y + 20)
  await page.mouse.down()
  await page.mouse.move(grip.x + 20, grip.y + 90, { steps: 8 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(dialog).toBeVisible()
  await expect.poll(() => form.builder.order()).toEqual(['Colour', 'Size'])
  // Nothing is being moved: now it closes, and what was typed is kept.
  await form.title.focus()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Create Event' }).click()
  await expect(form.title).toHaveValue('Kite making')
  await form.submit.click()
  await expect(page.getByText('Event created successfully')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Kite making' })).toBeVisible()
})

test('guests read, and come back from the log-in to the event', async ({ page, open, quad, watch }) => {
  watch.expect(/status of 404 .*\/api\/events\/no-such-event$/)
  const organiser = await open()
  await clubAdministrator(organiser, quad, await open())
  const event = await makeEvent(organiser, { title: 'Open rehearsal', location: 'Lecture Hall 2' })
  const student = await open()
  const { email, password } = await signedUp(student)
  await page.goto('/events?club=hobby&q=rehearsal')
  const card = page.getByRole('article', { name: 'Open rehearsal' })
  await expect(card.getByText('Lecture Hall 2')).toBeVisible()
  await axeInBothThemes(page)
  await card.getByRole('link', { name: 'Open rehearsal' }).click()
  await page.getByRole('link', { name: 'Log in to register' }).click()
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click()
  await expect(page).toHaveURL(`/event/${event.id}`)
  await new EventView(page).register()
  await expect(new EventView(page).facts.getByText('You are registered')).toBeVisible()
  await page.goto('/event/no-such-event')
  await expect(page.getByRole('heading', { name: 'This event was not found', level: 2 })).toBeVisible()
})

test('who administers no club makes no events', async ({ page, open, quad }) => {
  await signedUp(page)
  await page.goto('/event')
  await expect(page.getByRole('heading', { name: 'Admin Access Required' })).toBeVisible()
  const manager = await open()
  await clubAdministrator(manager, quad, await open())
  await manager.goto('/event?club=DRAMATIC')
  await expect(manager.getByText(/^You do not administer this club\./)).toBeVisible()
  await axe(manager)
})

test('a picture of one’s own is looked at, sent and shown', async ({ page, open, quad }) => {
  await clubAdministrator(page, quad, await open())
  await page.goto('/event')
  const form = new EventForm(page.getByRole('region', { name: 'Create Event' }))
  await form.title.fill('Exhibition')
  const choose = page.getByLabel('Choose a picture')
  await choose.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expect(page.getByText('notes.txt: This file is not a picture')).toBeVisible()
  await choose.setInputFiles({ name: 'lake.png', mimeType: 'image/png', buffer: await painted(page) })
  await expect(page.getByText('lake.png')).toBeVisible()
  await form.submit.click()
  await expect(page.getByText('Event created successfully')).toBeVisible()
  const picture = page.getByRole('main').locator('img[src*="/api/media/"]').first()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await page.getByRole('link', { name: 'Edit event' }).click()
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await new EventForm(page.getByRole('region', { name: 'Edit event' })).submit.click()
  await expect(page.getByText('Event saved')).toBeVisible()
  await expect(page.getByRole('main').locator('img[src*="/api/media/"]')).toHaveCount(0)
})

/** A small picture, made by the browser itself. */
async function painted(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(800, 450)
    const pen = canvas.getContext('2d')
    if (pen) {
      pen.fillStyle = '#2563a8'
      pen.fillRect(0, 0, 800, 450)
    }
    return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())]
  })
  return Buffer.from(bytes)
}

test('on a phone nothing is cut, and all of it works', async ({ page, open, quad }) => {
  await clubAdministrator(page, quad, await open())
  const long = 'A title that is long enough to need several lines on the smallest phone there is'
  const event = await makeEvent(page, {
    title: long,
    location: 'Seminar room of the department of electronics, second floor',
    fields: [{ name: 'diet', label: 'Anything you do not eat, as exactly as you can', type: 'text', required: true }],
  })
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 780 })
    await page.goto('/events')
    await expect(page.getByRole('article', { name: long })).toBeVisible()
    await noSideways(page)
    await new EventView(page).open(event)
    await expect(page.getByText('No participants found for this event.')).toBeVisible()
    await noSideways(page)
    await page.goto('/event')
    const { builder } = new EventForm(page.getByRole('region', { name: 'Create Event' }))
    await builder.add('Select', 'Which of the many things that one could choose')
    await builder.option('An option that is rather long for a phone, but people write such things')
    await noSideways(page)
    await page.getByRole('tab', { name: 'Preview' }).click()
    await expect(builder.preview.getByRole('combobox')).toBeVisible()
    await noSideways(page)
    await axe(page)
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  }
  await new EventView(page).open(event)
  await new EventView(page).register({ 'Anything you do not eat': 'Peanuts' })
  await expect(new EventView(page).facts.getByText('You are registered')).toBeVisible()
  await axe(page)
})
