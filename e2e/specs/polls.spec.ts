/**
 * Polls, on a server whose clock the test may send ahead: making one, what it costs, voting once, numbers that move
 * while one looks, start and end by themselves, the list, a phone, the keyboard. The stream itself is in live.spec.ts.
 */
import {
  axe,
  axeInBothThemes,
  expect,
  FREE_WITH_CLOCK,
  logIn,
  type Page,
  settled,
  signedUp,
  startQuad,
  test,
} from '../fixtures'
import { makePoll, PollForm, PollList, PollView, voteOver } from '../pages/polls'
import { jumpAhead, serverNow } from '../pages/prepared'

// Everybody may create: credits are a story of their own below.
test.use({ quadOptions: FREE_WITH_CLOCK })

const MINUTE = 60_000

/** The screen has been left open; a sign on it tells whether it was loaded anew. */
const leaveSign = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-sign', 'still here'))
const signIsThere = (page: Page) => expect(page.locator('html[data-sign="still here"]')).toBeAttached()

test('a poll is made, voted in, watched and over', async ({ page, open, watch }) => {
  // The second vote.
  watch.expect(/status of 409 .*\/api\/voting\/vote$/)
  const maker = await signedUp(page)
  const form = new PollForm(page)
  await form.open()
  await form.title.fill('What should the mess serve on Sunday?')
  await form.organization.fill('Mess Committee')
  await form.option(1).fill('Masala dosa')
  await page.keyboard.press('Enter')
  await expect(form.option(2)).toBeFocused()
  await form.option(2).fill('Chole bhature')
  await page.keyboard.press('Enter')
  await expect(form.option(3)).toBeFocused()
  await form.option(3).fill('Poha')
  const now = await serverNow(page)
  const endsAt = Math.ceil((now + 60 * MINUTE) / MINUTE) * MINUTE
  await form.times(now, endsAt)
  await axe(page)
  await form.submit.click()
  await expect(page.getByText('Poll created successfully!')).toBeVisible()

  // The maker looks at it; somebody else votes.
  const view = new PollView(page)
  await expect(page.getByRole('heading', { level: 1, name: 'What should the mess serve on Sunday?' })).toBeVisible()
  await expect(page).toHaveURL(/\/polls\/[0-9a-f-]{36}$/)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(page.getByText('This poll is currently active. You can vote now!')).toBeVisible()
  await expect(view.voteNow).toBeHidden()
  for (const name of ['Masala dosa', 'Chole bhature', 'Poha']) await view.says(name, '0% 0 votes')
  await leaveSign(page)

  const other = await open()
  await signedUp(other)
  const list = new PollList(other)
  await list.open()
  const card = list.card('What should the mess serve on Sunday?')
  await expect(card.getByText('Active', { exact: true })).toBeVisible()
  await expect(card.getByText('Mess Committee')).toBeVisible()
  await card.getByRole('link', { name: 'View Poll' }).click()
  const theirs = new PollView(other)
  // The same person has it open twice, and is just being asked in the other window.
  const twice = await other.context().newPage()
  const second = new PollView(twice)
  await twice.goto(other.url())
  await second.option('Poha').check()
  await second.voteNow.click()
  await expect(twice.getByRole('button', { name: 'Cast vote' })).toBeVisible()

  await theirs.vote('Chole bhature')
  await expect(other.getByText('polling successfully')).toBeVisible()
  await expect(other.getByText('You voted', { exact: true })).toBeVisible()
  await expect(theirs.option('Chole bhature')).toBeDisabled()
  for (const name of ['Masala dosa', 'Chole bhature', 'Poha']) await expect(theirs.option(name)).not.toBeChecked()
  await expect(theirs.voteNow).toBeHidden()
  await theirs.says('Chole bhature', '100% 1 vote')
  await axeInBothThemes(other)

  await view.says('Chole bhature', '100% 1 vote')
  await view.vote('Masala dosa')
  await expect(page.getByText('You voted', { exact: true })).toBeVisible()
  for (const one of [view, theirs]) {
    await one.says('Masala dosa', '50% 1 vote')
    await one.says('Chole bhature', '50% 1 vote')
  }
  await signIsThere(page)

  // A second vote is refused, and the other window learns that the person has voted.
  await expect(twice.getByText('Masala dosa: 1')).toBeAttached()
  await twice.getByRole('button', { name: 'Cast vote' }).click()
  await expect(twice.getByText(/already voted/)).toBeVisible()
  await expect(twice.getByText('You voted', { exact: true })).toBeVisible()
  await second.says('Poha', '0% 0 votes')
  await twice.close()

  const third = await open()
  await signedUp(third)
  await third.goto(page.url())
  await new PollView(third).vote('Masala dosa')
  await view.says('Masala dosa', '67% 2 votes')

  // The end comes by itself.
  await jumpAhead(page, Math.floor((endsAt - (await serverNow(page))) / 1000) - 30)
  await page.reload()
  await leaveSign(page)
  await expect(page.getByText(/^Ends in \d+ s$/)).toBeVisible()
  await expect(page.getByText('This poll has ended. Final results are displayed above.')).toBeVisible()
  await expect(page.getByText('Ended', { exact: true })).toBeVisible()
  await expect(page.getByText('Winner')).toBeVisible()
  await view.says('Masala dosa', '67% 2 votes')
  await view.says('Chole bhature', '33% 1 vote')
  await signIsThere(page)
  await axeInBothThemes(page)
  expect(maker.id).not.toBe('')

  await page.getByRole('link', { name: 'Back to Polls' }).click()
  const over = new PollList(page).card('What should the mess serve on Sunday?')
  await expect(over.getByText('Masala dosa (67%)')).toBeVisible()
})

test('the form says what is missing, keeps what was typed, forgets it on Cancel', async ({ page }) => {
  await signedUp(page)
  const form = new PollForm(page)
  await form.open()
  await form.start.fill('')
  await form.end.fill('')
  await form.submit.click()
  for (const said of [
    'Poll title is required',
    'Organization name is required',
    'Start time is required',
    'End time is required',
    'Option 1 cannot be empty',
    'Option 2 cannot be empty',
  ]) {
    await expect(form.form.getByText(said, { exact: true })).toBeVisible()
  }
  await expect(form.title).toBeFocused()
  await axeInBothThemes(page)

  // A mark goes when its field is edited.
  await form.title.fill('Which evening?')
  await expect(form.form.getByText('Poll title is required')).toBeHidden()
  await expect(form.form.getByText('Organization name is required')).toBeVisible()
  await form.organization.fill('Quiz Circle')
  await form.option(1).fill('Friday')
  await form.option(2).fill('friday ')
  const now = await serverNow(page)
  await form.times(now + 60 * MINUTE, now + 30 * MINUTE)
  await form.submit.click()
  await expect(form.form.getByText('End time must be after start time', { exact: true })).toBeVisible()
  await expect(form.form.getByText('Options 1 and 2 are the same', { exact: true })).toBeVisible()
  await form.times(now + 60 * MINUTE, now + 60 * MINUTE)
  await form.submit.click()
  await expect(form.form.getByText('End time must be after start time', { exact: true })).toBeVisible()

  // Two to ten options.
  await expect(form.form.getByRole('button', { name: /^Remove option/ })).toHaveCount(0)
  for (let number = 3; number <= 10; number += 1) {
    await form.add.click()
    await form.option(number).fill(`Evening ${number}`)
  }
  await expect(form.add).toBeDisabled()
  await expect(form.form.getByRole('button', { name: /^Remove option/ })).toHaveCount(10)
  await form.form.getByRole('button', { name: 'Remove option 2' }).click()
  await expect(form.option(2)).toHaveValue('Evening 3')
  await expect(form.option(2)).toBeFocused()
  await expect(form.add).toBeEnabled()

  // What the browser offers begins now, and ends after the start.
  await expect(form.start).toHaveAttribute('min', /^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
  await expect(form.end).toHaveAttribute('min', await form.start.inputValue())

  await page.reload()
  await expect(form.title).toHaveValue('Which evening?')
  await expect(form.option(9)).toHaveValue('Evening 10')
  await form.form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form.form).toBeHidden()
  await page.getByRole('button', { name: 'Create New Poll' }).first().click()
  await expect(form.title).toHaveValue('')
  await expect(form.form.getByLabel(/^Option \d+$/)).toHaveCount(2)
})

test('a creation that nobody has answered leaves everything as it was typed', async ({ page, watch }) => {
  watch.expect(/status of 400/)
  await signedUp(page)
  const form = new PollForm(page)
  await form.open()
  await form.title.fill('Too long ago?')
  await form.organization.fill('History Circle')
  await form.option(1).fill('Yes')
  await form.option(2).fill('No')
  await page.route('**/api/voting/create', (route) =>
    route.fulfill({ status: 400, contentType: 'application/problem+json', body: '{"code":"invalid"}' }),
  )
  await form.submit.click()
  await expect(form.form.getByText('this may or may not have been done')).toBeVisible()
  await expect(form.title).toHaveValue('Too long ago?')
  await page.unroute('**/api/voting/create')
  await form.submit.click()
  await expect(page.getByText('Poll created successfully!')).toBeVisible()
  // Its maker takes it back.
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete this poll?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/polls')
  await expect(new PollList(page).card('Too long ago?')).toBeHidden()
})

test('the list filters, finds, and follows what happens', async ({ page, open }) => {
  const organiser = await open()
  await signedUp(organiser)
  const over = await makePoll(organiser, { title: 'List: yesterday', starts: -60, ends: 3600 })
  await jumpAhead(organiser, 3601)
  const running = await makePoll(organiser, { title: 'List: on now', organization: 'Volcano Club', ends: 4 * 3600 })
  const tomorrow = await makePoll(organiser, { title: 'List: tomorrow', starts: 86_400, ends: 90_000 })

  await signedUp(page)
  const list = new PollList(page)
  await list.open()
  for (const poll of [running, tomorrow, over]) await expect(list.card(poll.title)).toBeVisible()
  await expect(list.card(over.title).getByText('Ended', { exact: true })).toBeVisible()
  await expect(list.card(tomorrow.title).getByText('Upcoming', { exact: true })).toBeVisible()
  await axeInBothThemes(page)
  await leaveSign(page)

  // Votes, new polls and the clock reach a list that is only looked at.
  await voteOver(organiser, running.id, 0)
  await expect(list.card(running.title).getByText('1', { exact: true })).toBeVisible()
  const fresh = await makePoll(organiser, { title: 'List: in a moment', starts: 20, ends: 3600 })
  await expect(list.card(fresh.title).getByText('Upcoming', { exact: true })).toBeVisible()
  await expect(list.card(fresh.title).getByText('Active', { exact: true })).toBeVisible()
  await signIsThere(page)

  await list.tab('Upcoming').click()
  await expect(page).toHaveURL('/polls?status=upcoming')
  await expect(list.card(tomorrow.title)).toBeVisible()
  await expect(list.card(running.title)).toBeHidden()
  await list.tab('Ended').click()
  await expect(list.card(over.title)).toBeVisible()
  await expect(list.card(tomorrow.title)).toBeHidden()
  await page.keyboard.press('Home')
  await expect(list.tab('All')).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('searchbox', { name: 'Search polls' }).fill('volcano')
  await expect(list.card(over.title)).toBeHidden()
  await expect(list.card(running.title)).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search polls' }).fill('nothing is called like this')
  await expect(page.getByRole('heading', { name: 'Nothing matches “nothing is called like this”' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Clear the search' }).last().click()
  await expect(list.card(tomorrow.title)).toBeVisible()

  // The dashboard knows what is open.
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'Open polls' })).toBeVisible()
})

test('on a phone, by touch', async ({ open }) => {
  const options = ['Goa', 'Ooty', 'Hampi', 'Coorg', 'Jaipur', 'Rishikesh', 'Munnar', 'Puri', 'Alleppey']
  options.push('A really long way to a place with a name that does not fit into one line of a telephone')
  const organiser = await open()
  await signedUp(organiser)
  const poll = await makePoll(organiser, { title: 'Where should the second-year trip go?', options })
  const phone = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await signedUp(phone)
  const view = new PollView(phone)
  await view.open(poll)
  const rows = phone.getByRole('region', { name: 'Options' }).locator('label')
  await expect(rows).toHaveCount(10)
  for (const row of await rows.all()) {
    expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  }
  const before = await view.option('Goa').boundingBox()
  await phone.getByText('Goa', { exact: true }).tap()
  // In sight without scrolling past ten options, and nothing moved.
  await expect(view.voteNow).toBeInViewport()
  expect(await view.option('Goa').boundingBox()).toEqual(before)
  await axeInBothThemes(phone)
  await view.voteNow.tap()
  await phone.getByRole('button', { name: 'Cast vote' }).tap()
  await expect(phone.getByText('You voted', { exact: true })).toBeVisible()
  await view.says('Goa', '100% 1 vote')
  for (const address of ['/polls', '/polls?create=1']) {
    await phone.goto(address)
    await expect(phone.getByRole('heading', { level: 1 })).toBeVisible()
    await axeInBothThemes(phone)
  }
  for (const address of [`/polls/${poll.id}`, '/polls', '/polls?create=1']) {
    await phone.setViewportSize({ width: 320, height: 640 })
    await phone.goto(address)
    await expect(phone.getByRole('heading', { level: 1 })).toBeVisible()
    await settled(phone)
    await expect.poll(() => phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  }
})

test('by keyboard alone', { tag: '@gate' }, async ({ page, open }) => {
  const organiser = await open()
  await signedUp(organiser)
  const poll = await makePoll(organiser, { title: 'Keys?', options: ['One', 'Two', 'Three'] })
  await signedUp(page)
  const view = new PollView(page)
  await view.open(poll)
  await page.getByRole('button', { name: 'Share' }).focus()
  await page.keyboard.press('Tab')
  await expect(view.option('One')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(view.option('Two')).toBeChecked()
  await page.keyboard.press('ArrowDown')
  await expect(view.option('Three')).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(view.voteNow).toBeFocused()
  await page.keyboard.press('Enter')
  const asked = page.getByRole('dialog', { name: 'Cast your vote?' })
  await expect(asked).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(asked).toBeHidden()
  await expect(view.voteNow).toBeFocused()
  await page.keyboard.press('Enter')
  await asked.getByRole('button', { name: 'Cast vote' }).focus()
  await page.keyboard.press('Enter')
  await view.says('Three', '100% 1 vote')
  await expect(page.getByText(/^You voted\. /)).toBeFocused()
})

test('a creation is spent, comes back, and without one the plans are named', async ({ open, watch }) => {
  watch.expect(/status of 403 .*\/api\/voting\/create$/)
  const quad = await startQuad({ hooks: true })
  try {
    const page = await open({ baseURL: quad.address })
    const person = await signedUp(page)
    await new PollList(page).open()
    await expect(page.getByRole('heading', { name: 'No polls yet' })).toBeVisible()
    await axeInBothThemes(page)
    await page.getByRole('button', { name: 'Create New Poll' }).first().click()
    await expect(page.getByRole('heading', { name: 'You have no poll creations left' })).toBeVisible()
    await axeInBothThemes(page)
    await page.getByRole('link', { name: 'See the plans' }).click()
    await expect(page).toHaveURL('/pricing')

    await quad.admin('grant', person.email, '--contests', '0', '--polls', '1')
    const form = new PollForm(page)
    await form.open()
    await expect(page.getByText('1 poll creation left.')).toBeVisible()
    // As many options as there may be.
    await form.title.fill('Ten of them?')
    await form.organization.fill('Computer Centre')
    for (let number = 1; number <= 10; number += 1) {
      if (number > 2) await form.add.click()
      await form.option(number).fill(`Choice ${number}`)
    }
    await form.submit.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Ten of them?' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Options' }).getByRole('radio')).toHaveCount(10)
    await page.goto('/profile')
    await expect(page.getByText('poll creations left')).toBeVisible()
    await page.goto('/polls?create=1')
    await expect(page.getByRole('heading', { name: 'You have no poll creations left' })).toBeVisible()

    // Taken back while nobody has voted.
    await page.goto('/polls')
    await new PollList(page).card('Ten of them?').getByRole('link', { name: 'View Poll' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete this poll?' }).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Poll deleted; its creation credit is yours again')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No polls yet' })).toBeVisible()
    await form.open()
    await expect(page.getByText('1 poll creation left.')).toBeVisible()

    // The last one goes in another window, while this form is filled in.
    await form.title.fill('Too late?')
    await form.organization.fill('Computer Centre')
    await form.option(1).fill('Yes')
    await form.option(2).fill('No')
    await makePoll(page, { title: 'The last one' })
    await form.submit.click()
    await expect(page.getByRole('heading', { name: 'You have no poll creations left' })).toBeVisible()
    await expect(page.getByText(/What you have entered is kept on this device/)).toBeVisible()
    await page.close()
  } finally {
    await quad.close()
  }
})

test('a browser that is slow to close the question does not come back to what was deleted', async ({ page }) => {
  await page.addInitScript(() => {
    const go = History.prototype.go
    History.prototype.go = function (steps) {
      // Later than the answer to the deletion; sooner, it shows less and fails nothing.
      setTimeout(() => go.call(this, steps), 250)
    }
  })
  await signedUp(page)
  await makePoll(page, { title: 'Gone for good?' })
  await page.goto('/polls')
  await new PollList(page).card('Gone for good?').getByRole('link', { name: 'View Poll' }).click()
  await expect(page).toHaveURL(/\/polls\/./)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete this poll?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Poll deleted')).toBeVisible()
  // The address comes last: by then the step back was taken.
  await expect(page).toHaveURL(/\/polls$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Poll Creator' })).toBeVisible()
  await expect(new PollList(page).card('Gone for good?')).toBeHidden()
})

test('the server checks the same, in the same words', async ({ page, watch }) => {
  watch.expect(/status of 400/)
  await signedUp(page)
  const now = await serverNow(page)
  const [soon, later] = [60, 120].map((seconds) => new Date(now + seconds * 1000).toISOString())
  const good = {
    Title: 'T',
    Organization: 'O',
    Participate: ['Yes', 'No'].map((name) => ({ name, count: [] })),
    Starttime: soon,
    Endtime: later,
  }
  const named = (names: string[]) => ({ Participate: names.map((name) => ({ name, count: [] })) })
  const told: [object, string, string][] = [
    [{ Title: '  ' }, 'Title', 'Poll title is required'],
    [{ Organization: '' }, 'Organization', 'Organization name is required'],
    [{ Starttime: '' }, 'Starttime', 'Start time is required'],
    [{ Endtime: '' }, 'Endtime', 'End time is required'],
    [{ Endtime: soon }, 'Endtime', 'End time must be after start time'],
    [named(['Yes', ' ']), 'Participate', 'Option 2 cannot be empty'],
    [named(['Yes', 'yes ']), 'Participate', 'Options 1 and 2 are the same'],
    [named(['Yes']), 'Participate', 'A poll has 2 to 10 options'],
    [named(Array.from({ length: 11 }, (_, at) => `${at}`)), 'Participate', 'A poll has 2 to 10 options'],
  ]
  for (const [change, field, message] of told) {
    const answer = await page.request.post('/api/voting/create', { data: { ...good, ...change } })
    expect(answer.status()).toBe(400)
    expect(await answer.json()).toMatchObject({ success: false, field, message })
  }

  // What only the server saw stands at its field.
  const form = new PollForm(page)
  await form.open()
  await form.title.fill('Fine here')
  await form.organization.fill('O')
  await form.option(1).fill('Yes')
  await form.option(2).fill('No')
  await page.route('**/api/voting/create', (route) => {
    const sent = route.request().postDataJSON() as Record<string, unknown>
    return route.continue({ postData: { ...sent, Endtime: sent.Starttime } })
  })
  await form.submit.click()
  await expect(form.end).toHaveAccessibleDescription('End time must be after start time')
  await expect(form.end).toBeFocused()
  await expect(form.title).toHaveValue('Fine here')
})

test('before its start and after its end nobody votes', async ({ page, open }) => {
  const organiser = await open()
  await signedUp(organiser)
  const madeAt = await serverNow(organiser)
  const poll = await makePoll(organiser, { title: 'Window?', starts: 3600, ends: 7200 })
  await signedUp(page)
  const refused = async (message: string) => {
    const answer = await page.request.post('/api/voting/vote', { data: { pollId: poll.id, index: 0 } })
    expect(answer.status()).toBe(403)
    expect(await answer.json()).toMatchObject({ success: false, code: 'poll_not_active', message })
  }
  await refused("This poll hasn't started yet. Check back later!")
  const view = new PollView(page)
  await view.open(poll)
  await expect(page.getByText("This poll hasn't started yet. Check back later!")).toBeVisible()
  await expect(page.getByText('Upcoming', { exact: true })).toBeVisible()
  await expect(view.option('Tea')).toBeDisabled()
  await expect(view.voteNow).toBeHidden()
  await axeInBothThemes(page)

  // It opens by itself.
  const left = async (seconds: number) => Math.floor((madeAt + seconds * 1000 - (await serverNow(page))) / 1000)
  await jumpAhead(page, (await left(3600)) - 30)
  await page.reload()
  await leaveSign(page)
  await expect(page.getByText(/^Starts in \d+ s$/)).toBeVisible()
  await expect(page.getByText('This poll is currently active. You can vote now!')).toBeVisible()
  await expect(view.option('Tea')).toBeEnabled()
  await signIsThere(page)

  // And closes under an open question.
  await jumpAhead(page, (await left(7200)) - 30)
  await page.reload()
  await view.option('Tea').check()
  await view.voteNow.click()
  const asked = page.getByRole('dialog', { name: 'Cast your vote?' })
  await expect(asked).toBeVisible()
  await expect(asked).toBeHidden()
  await expect(page.getByText('This poll has ended. Final results are displayed above.')).toBeVisible()
  await expect(view.option('Tea')).toBeDisabled()
  await expect(view.voteNow).toBeHidden()
  await refused('This poll has ended. Final results are displayed above.')
})

test('loading, failing, not there, and taken away while one looks', async ({ page, open, watch }) => {
  watch.expect(/status of 500/, /^answer: 500/, /status of 404 .*\/api\/polls\//)
  const organiser = await open()
  await signedUp(organiser)
  const poll = await makePoll(organiser, { title: 'Here and gone' })
  await signedUp(page)

  // The list.
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/api/polls?*', async (route) => {
    await held
    await route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"code":"internal"}' })
  })
  await page.goto('/polls')
  const panel = page.getByRole('tabpanel', { name: 'All', exact: true })
  await expect(panel).toHaveAttribute('aria-busy', 'true')
  await axeInBothThemes(page)
  letGo()
  await expect(page.getByText('Failed to load polls. Please try again.')).toBeVisible()
  await axeInBothThemes(page)
  await page.unroute('**/api/polls?*')
  await page.getByRole('button', { name: /again/i }).click()
  await expect(new PollList(page).card(poll.title)).toBeVisible()

  // One poll.
  await page.goto('/polls/01900000-0000-7000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'This poll was not found' }).first()).toBeVisible()
  await axeInBothThemes(page)
  await page.getByRole('link', { name: 'Back to Polls' }).click()
  await expect(new PollList(page).card(poll.title)).toBeVisible()
  await page.route(`**/api/polls/${poll.id}`, (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"code":"internal"}' }),
  )
  await page.goto(`/polls/${poll.id}`)
  await expect(page.getByText('Failed to load the poll. Please try again.').first()).toBeVisible()
  await page.unroute(`**/api/polls/${poll.id}`)
  await page.getByRole('button', { name: /again/i }).click()
  await expect(page.getByRole('heading', { level: 1, name: poll.title })).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()

  // Its link goes on to others.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())

  // Nobody else's to delete; its maker does.
  await expect(page.getByRole('button', { name: 'Delete' })).toBeHidden()
  expect((await page.request.delete(`/api/polls/${poll.id}`)).status()).toBe(403)
  expect((await organiser.request.delete(`/api/polls/${poll.id}`)).status()).toBe(200)
  await expect(page.getByText('This poll was deleted.')).toBeVisible()
  await expect(page).toHaveURL('/polls')
  await expect(new PollList(page).card(poll.title)).toBeHidden()
})

test('the demo campus has polls of every kind', async ({ open }) => {
  const quad = await startQuad({ demo: true })
  try {
    const page = await open({ baseURL: quad.address })
    await logIn(page, 'ananya@meridian.example', 'lawn-and-brick')
    await page.goto('/dashboard')
    await expect(page.getByRole('region', { name: 'Open polls' }).getByRole('listitem').first()).toBeVisible()
    const list = new PollList(page)
    await list.open()
    for (const status of ['Active', 'Upcoming', 'Ended']) {
      await list.tab(status).click()
      await expect(page.getByRole('article').first().getByText(status, { exact: true })).toBeVisible()
    }
    await expect(
      page
        .getByRole('article')
        .first()
        .getByText(/\(\d+%\)|A tie of/),
    ).toBeVisible()
    await axeInBothThemes(page)
    await page.close()
  } finally {
    await quad.close()
  }
})
