/**
 * Clubs: found in the directory, applied to, joined and left; members let in, given offices and removed; what whom is
 * shown; notifications, feedback and questions; founded, described and deleted by ADMIN; a phone, the keyboard, and what
 * it says when nothing answers.
 */
import { readFile } from 'node:fs/promises'
import { axe, axeInBothThemes, expect, logIn, type Page, settled, signedUp, startQuad, test } from '../fixtures'
import { administrator, ClubView, Directory, foundClub, MemberView, memberOf, png } from '../pages/clubs'
import { clubAdministrator } from '../pages/events'

async function noSideways(page: Page): Promise<void> {
  await settled(page)
  const widest = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(widest, 'scrolls sideways').toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}

test('somebody applies, is let in, becomes Treasurer, and leaves', async ({ page, open, quad }) => {
  const manager = await open()
  const chief = await open()
  await clubAdministrator(manager, quad, chief)
  const person = await signedUp(page, { fullName: 'Meera Iyer' })

  // From the landing page.
  await page.goto('/')
  await page.getByRole('link', { name: 'Browse Clubs' }).first().click()
  const directory = new Directory(page)
  await expect(directory.card('Dramatic Club')).toBeVisible()
  await directory.search.fill('hobby')
  await expect(directory.card('Dramatic Club')).toBeHidden()
  await expect(page).toHaveURL('/clubs?q=hobby')
  await axeInBothThemes(page)
  await directory.card('Hobby Club').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Hobby Club' })).toBeVisible()
  await expect(page.getByText('No post holders found')).toBeVisible()
  await expect(page.getByText('Check back later for updates')).toBeVisible()
  await axeInBothThemes(page)

  // Applied, withdrawn, applied again.
  const become = page.getByRole('button', { name: 'Become a Member' })
  await become.click()
  await expect(page.getByText(/^Your application was sent/)).toBeVisible()
  await expect(page.getByText('Application pending')).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('Your application has been withdrawn.')).toBeVisible()
  await become.click()
  await expect(page.getByText('Application pending')).toBeVisible()

  // Let in.
  const view = new ClubView(manager)
  const members = new MemberView(manager)
  await view.open('hobby', 'members')
  await expect(manager.getByRole('heading', { name: 'Member Management' })).toBeVisible()
  await expect(members.tab('Pending Applications')).toHaveText('Pending Applications (1)')
  // Members of other stories may be there.
  const before = Number(/\((\d+)\)/.exec(await members.tab('Active Members').innerText())?.[1])
  await members.tab('Pending Applications').click()
  await expect(members.row('Meera Iyer')).toBeVisible()
  await axeInBothThemes(manager)
  await members.row('Meera Iyer').getByRole('button', { name: 'Approve' }).click()
  await expect(manager.getByText('The application has been approved.')).toBeVisible()
  await expect(manager.getByText('No pending applications')).toBeVisible()
  await expect(manager.getByText('All applications have been processed.')).toBeVisible()
  await members.tab('Active Members').click()
  await expect(members.tab('Active Members')).toHaveText(`Active Members (${before + 1})`)
  await expect(members.status('Meera Iyer', 'Member')).toBeVisible()
  await axeInBothThemes(manager)

  // An office, the list by status and by name, the file.
  await members.upgrade('Meera Iyer', 'Treasurer')
  await expect(members.status('Meera Iyer', 'Treasurer')).toBeVisible()
  await manager.getByRole('combobox', { name: 'Status' }).selectOption('Treasurer')
  await expect(members.row('Administrator')).toHaveCount(0)
  await expect(members.row('Meera Iyer')).toBeVisible()
  await manager.getByRole('combobox', { name: 'Status' }).selectOption('All Status')
  await manager.getByPlaceholder('Search by name or email...').fill('nobody is called this')
  await expect(manager.getByText('No members found')).toBeVisible()
  await expect(manager.getByText('Try adjusting your search or filter criteria.')).toBeVisible()
  await manager.getByPlaceholder('Search by name or email...').fill(person.email)
  await expect(members.row('Meera Iyer')).toBeVisible()
  const coming = manager.waitForEvent('download')
  await manager.getByRole('button', { name: 'Download CSV' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe('members-hobby.csv')
  expect(await readFile(await file.path(), 'utf8')).toMatch(/"Meera Iyer",.*"Treasurer"/)

  // Everybody sees who holds an office; the person was notified and leaves.
  await page.reload()
  await expect(page.getByRole('region', { name: 'Post Holders' }).getByText('Meera Iyer')).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'My clubs' }).getByRole('link', { name: /Hobby Club/ })).toContainText(
    'Treasurer',
  )
  await page.goto('/profile#clubs')
  await expect(page.getByRole('region', { name: 'Your clubs' }).getByText('Hobby Club')).toBeVisible()
  await axeInBothThemes(page)
  await page.goto('/club/HOBBY')
  await page.getByRole('button', { name: 'Leave club' }).click()
  await page.getByRole('dialog', { name: 'Leave Hobby Club?' }).getByRole('button', { name: 'Leave club' }).click()
  await expect(page.getByText('You have left the club.')).toBeVisible()
  await expect(become).toBeVisible()
})

test('applications are turned down, members removed, and the last administrator stays', async ({
  page,
  open,
  quad,
  watch,
}) => {
  watch.expect(/status of 409 .*\/api\/(member\/remove|clubs)/)
  const chief = await open()
  await administrator(chief, quad)
  await foundClub(chief, 'CHESS', 'Chess Club')
  const boss = await signedUp(page, { fullName: 'Only One' })
  await chief.goto('/member?club=CHESS')
  const part = chief.getByRole('region', { name: 'Administrators' })
  await expect(part.getByText('Nobody manages this club yet.', { exact: false })).toBeVisible()
  await part.getByLabel('E-mail address of the account').fill(boss.email)
  await part.getByRole('button', { name: 'Appoint' }).click()
  await expect(part.getByText('Only One')).toBeVisible()
  await axeInBothThemes(chief)

  const refused = await open()
  await signedUp(refused, { fullName: 'Turned Down' })
  await refused.request.post('/api/member/join/CHESS')
  const member = await open()
  await signedUp(member, { fullName: 'Sent Away' })
  await memberOf(member, page, 'CHESS')

  // The person's role is the club's now: /member opens with it.
  await page.goto('/member')
  await expect(page.getByRole('heading', { level: 1, name: 'Chess Club' })).toBeVisible()
  const members = new MemberView(page)
  await members.tab('Pending Applications').click()
  await members.row('Turned Down').getByRole('button', { name: 'Reject' }).click()
  await members.confirm('Reject the application of Turned Down?', 'Reject')
  await expect(page.getByText('The application has been rejected.')).toBeVisible()
  await members.tab('Active Members').click()
  await members.row('Sent Away').getByRole('button', { name: 'Remove' }).click()
  await members.confirm('Remove Sent Away?', 'Remove')
  await expect(page.getByText('The member has been removed.')).toBeVisible()
  await expect(members.row('Sent Away')).toBeHidden()
  await members.row('Only One').getByRole('button', { name: 'Remove' }).click()
  await members.confirm('Remove Only One?', 'Remove')
  await expect(page.getByText(/^A club keeps at least one administrator/)).toBeVisible()
  await expect(members.row('Only One')).toBeVisible()
  await part.getByRole('button', { name: 'Dismiss' }).click()
  await chief.getByRole('dialog', { name: 'Dismiss Only One?' }).getByRole('button', { name: 'Dismiss' }).click()
  await expect(chief.getByText(/^A club keeps at least one administrator/)).toBeVisible()
})

// Rights: the first verdict counts.
test.describe(() => {
  test.describe.configure({ retries: 0 })

  test('each sees what is theirs: guest, student, organiser, administrator', { tag: '@gate' }, async ({
    page,
    open,
    quad,
  }) => {
    const guest = await open()
    const view = new ClubView(guest)
    await view.open('Hobby')
    await expect(guest.getByRole('heading', { level: 1, name: 'Hobby Club' })).toBeVisible()
    for (const hidden of ['Events', 'Members', 'Add Gallery', 'Notifications'])
      await expect(view.tab(hidden)).toBeHidden()
    await axeInBothThemes(guest)
    await view.tab('Feedback form').click()
    await expect(guest.getByRole('heading', { name: 'Log in to see this' })).toBeVisible()
    await guest.goto('/club/hobby')
    await guest.getByRole('link', { name: 'Become a Member' }).click()
    await expect(guest).toHaveURL('/login?next=%2Fclub%2FHOBBY')

    const student = await signedUp(page)
    const own = new ClubView(page)
    await own.open('HOBBY')
    await expect(own.tab('Events')).toBeVisible()
    for (const hidden of ['Members', 'Add Gallery', 'Notifications']) await expect(own.tab(hidden)).toBeHidden()
    await own.open('HOBBY', 'members')
    await expect(page.getByRole('heading', { name: 'Admin Access Required' })).toBeVisible()
    await axe(page)
    await page.goto('/member')
    await expect(page.getByRole('heading', { name: 'Admin Access Required' })).toBeVisible()

    // Buying makes an organiser, who passes the guard and is told who may do this.
    await quad.admin('grant', student.email, '--contests', '1', '--polls', '0')
    await own.open('HOBBY', 'notifications')
    await expect(page.getByRole('heading', { name: 'For this club’s administrators' })).toBeVisible()
    await axeInBothThemes(page)
    await page.goto('/member')
    await expect(page.getByRole('heading', { name: 'You do not manage a club' })).toBeVisible()
    await page.goto('/clubs/new')
    await expect(page.getByRole('heading', { name: 'Only the platform administrator does this' })).toBeVisible()

    const manager = await open()
    await clubAdministrator(manager, quad, await open())
    const theirs = new ClubView(manager)
    await theirs.open('hobby')
    for (const shown of ['Club Details', 'Events', 'Members', 'Notifications'])
      await expect(theirs.tab(shown)).toBeVisible()
    await theirs.open('dramatic', 'members')
    await expect(manager.getByRole('heading', { name: 'For this club’s administrators' })).toBeVisible()
    await theirs.open('hobby', 'events')
    await expect(manager.getByRole('heading', { name: 'Club Events' })).toBeVisible()
    await expect(manager.getByRole('button', { name: 'Create Event' }).first()).toBeVisible()
  })
})

test('notifications go to members, to all only from ADMIN, and stay in the form when they fail', async ({
  page,
  open,
  quad,
  watch,
}) => {
  watch.expect(/status of 500/, /^answer: 500/)
  const chief = await open()
  await clubAdministrator(page, quad, chief)
  const member = await open()
  await signedUp(member)
  await memberOf(member, page)
  await new ClubView(page).open('HOBBY', 'notifications')
  const form = page.getByRole('form', { name: 'Send Notification' })
  const send = form.getByRole('button', { name: 'Send Notification' })
  await expect(send).toBeDisabled()
  await expect(form.getByRole('radio', { name: 'Send to All Users' })).toBeDisabled()
  await expect(page.getByRole('region', { name: 'Preview' }).getByText('To: Members Only')).toBeVisible()
  await form.getByLabel('Title').fill('Photo walk on Saturday')
  await form.getByLabel('Message body').fill('   ')
  await expect(send).toBeDisabled()
  await form.getByLabel('Message body').fill('We meet at six at the main gate.')
  await expect(page.getByRole('region', { name: 'Preview' }).getByText('We meet at six')).toBeVisible()
  await axeInBothThemes(page)

  const failing = '**/api/event/notifications/send/members'
  await page.route(failing, (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"code":"internal"}' }),
  )
  await send.click()
  await expect(page.getByText('this may or may not have been done')).toBeVisible()
  await expect(form.getByLabel('Title')).toHaveValue('Photo walk on Saturday')
  await page.unroute(failing)
  await send.click()
  await expect(page.getByText('Notification sent successfully!')).toBeVisible()
  await expect(form.getByLabel('Title')).toHaveValue('')
  const sent = page.getByRole('region', { name: 'Sent so far' })
  await expect(sent.getByText('Photo walk on Saturday')).toBeVisible()
  await expect(sent.getByText(/^Reached \d+ (person|people)$/)).toBeVisible()
  await expect
    .poll(async () => {
      const told = await member.request.get('/api/notifications')
      return ((await told.json()) as { notifications: { title: string }[] }).notifications.map(({ title }) => title)
    })
    .toContain('HOBBY: Photo walk on Saturday')

  // ADMIN: to all by default.
  await new ClubView(chief).open('HOBBY', 'notifications')
  await expect(chief.getByRole('region', { name: 'Preview' }).getByText('To: All Users')).toBeVisible()
  const theirs = chief.getByRole('form', { name: 'Send Notification' })
  await theirs.getByLabel('Title').fill('Fest')
  await theirs.getByLabel('Message body').fill('On Friday')
  await theirs.getByRole('button', { name: 'Clear' }).click()
  await expect(theirs.getByLabel('Title')).toHaveValue('')
  await theirs.getByLabel('Title').fill('Fest')
  await theirs.getByLabel('Message body').fill('On Friday')
  await theirs.getByRole('button', { name: 'Send Notification' }).click()
  const asked = chief.getByRole('dialog', { name: 'Send this to everybody?' })
  await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await asked.getByRole('button', { name: 'Send to All Users' }).click()
  await expect(chief.getByText('Notification sent successfully!')).toBeVisible()
})

test('members rate the club, its page shows it, its administrators read it and what was asked', async ({
  page,
  open,
  quad,
}) => {
  const manager = await open()
  await clubAdministrator(manager, quad, await open(), 'DRAMATIC')
  await signedUp(page, { fullName: 'Ravi Nair' })
  const view = new ClubView(page)
  await view.open('DRAMATIC', 'feedback')
  await expect(page.getByRole('heading', { name: 'Members rate the club' })).toBeVisible()
  await axe(page)
  await memberOf(page, manager, 'DRAMATIC')
  await page.reload()
  const form = page.getByRole('form', { name: 'Your feedback' })
  await form.getByRole('button', { name: 'Send feedback' }).click()
  await expect(form.getByText('Choose one to five stars')).toBeVisible()
  await form.getByRole('radio', { name: '1 star' }).focus()
  await page.keyboard.press('Space')
  for (let step = 1; step < 4; step += 1) await page.keyboard.press('ArrowRight')
  await expect(form.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await form.getByLabel('In words').fill('Rehearsals run late.')
  await axeInBothThemes(page)
  await form.getByRole('button', { name: 'Send feedback' }).click()
  await expect(page.getByText('Thank you for your feedback.')).toBeVisible()
  await expect(form.getByText('You have sent this feedback. You can change it at any time.')).toBeVisible()
  await form.locator('label').filter({ hasText: '5 stars' }).click()
  await form.getByRole('button', { name: 'Change feedback' }).click()
  await expect(page.getByText('Your feedback has been saved.')).toBeVisible()
  await view.tab('Club Details').click()
  await expect(page.getByText('from 1 rating')).toBeVisible()
  await expect(page.getByText('5.0')).toBeVisible()

  // The round button.
  await view.ask.click()
  const dialog = page.getByRole('dialog', { name: 'Ask this club' })
  await dialog.getByLabel('Your question').fill('Do you need people for the lights?')
  await axeInBothThemes(page)
  await dialog.getByRole('button', { name: 'Send question' }).click()
  await expect(page.getByText(/^Your question is on its way/)).toBeVisible()
  await expect(dialog).toBeHidden()

  await new ClubView(manager).open('DRAMATIC', 'feedback')
  const all = manager.getByRole('region', { name: 'What members say' })
  await expect(all.getByText('Ravi Nair')).toBeVisible()
  await expect(all.getByText('from 1 rating')).toBeVisible()
  const asked = manager.getByRole('region', { name: 'Questions to the club' })
  await expect(asked.getByText('Do you need people for the lights?')).toBeVisible()
  await axeInBothThemes(manager)
})

test('ADMIN founds a club with a picture, changes it, deletes it', async ({ page, quad, watch }) => {
  watch.expect(/status of 409 .*\/api\/clubs$/, /status of 404 .*\/api\/clubs\/FILM/)
  await administrator(page, quad)
  await new Directory(page).open()
  await page.getByRole('link', { name: 'New club' }).click()
  const form = page.getByRole('form', { name: 'Club details' })
  await page.getByRole('button', { name: 'Create club' }).click()
  await expect(form.getByText('The club needs a name')).toBeVisible()
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused()
  await form.getByLabel('Name', { exact: true }).fill('Film & Photo Club')
  await expect(form.getByLabel('Short name')).toHaveValue('FILM_PHOTO')
  await form.getByLabel('Short name').fill('hobby')
  await form.getByLabel('Description').fill('We watch one film a week and talk until the guard comes.')
  await form.getByLabel('Colour code').fill('#ffd400')
  await expect(form.getByText(/^Text on it is black/)).toBeVisible()
  await form.getByRole('button', { name: 'Add a link' }).click()
  await form.getByLabel('Label').fill('Programme')
  await form.getByLabel('Address').fill('https://film.example/programme')
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await expect(form.getByText('notes.txt: This file is not a picture')).toBeVisible()
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'film.png', mimeType: 'image/png', buffer: png(800, 300) })
  await expect(form.getByText('film.png')).toBeVisible()
  await axeInBothThemes(page)
  await page.getByRole('button', { name: 'Create club' }).click()
  await expect(form.getByText('There is already a club with this short name.')).toBeVisible()
  await expect(form.getByLabel('Short name')).toBeFocused()
  await form.getByLabel('Short name').fill('FILM')
  await page.getByRole('button', { name: 'Create club' }).click()
  await expect(page).toHaveURL('/club/FILM')
  await expect(page.getByText('The club has been created.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Film & Photo Club' })).toBeVisible()
  await expect(page.locator('main img[src^="/api/media/"]')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Programme/ })).toHaveAttribute('href', 'https://film.example/programme')
  await axeInBothThemes(page)

  await page.getByRole('link', { name: 'Edit club' }).click()
  await expect(form.getByLabel('Short name')).toHaveAttribute('readonly', '')
  await form.getByLabel('Name', { exact: true }).fill('Film Club')
  await form.getByRole('button', { name: 'Remove picture' }).click()
  await axeInBothThemes(page)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('The club has been saved.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Film Club' })).toBeVisible()
  await expect(page.locator('main img[src^="/api/media/"]')).toHaveCount(0)

  await page.getByRole('link', { name: 'Edit club' }).click()
  await page.getByRole('button', { name: 'Delete club' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete club' }).click()
  await expect(page).toHaveURL('/clubs')
  await expect(page.getByText('The club has been deleted.')).toBeVisible()
  await page.goto('/club/FILM')
  await expect(page.getByRole('heading', { name: 'This club was not found' }).last()).toBeVisible()
  await axeInBothThemes(page)
})

test('clubs are found beside a club, by keyboard, and its link goes on to others', async ({ page }) => {
  await signedUp(page)
  const view = new ClubView(page)
  await view.open('HOBBY')
  const box = page.getByRole('searchbox', { name: 'Search clubs' })
  await box.fill('dram')
  const found = page.getByRole('search').getByRole('link', { name: 'Dramatic Club' })
  await expect(found).toBeVisible()
  await axe(page)
  await page.keyboard.press('ArrowDown')
  await expect(found).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/club/DRAMATIC')
  await expect(page.getByRole('heading', { level: 1, name: 'Dramatic Club' })).toBeVisible()
  await box.fill('zzz')
  await expect(page.getByText('Nothing matches “zzz”')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Nothing matches “zzz”')).toBeHidden()
  await box.fill('hob')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/clubs?q=hob')

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/club/dramatic')
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/club\/DRAMATIC$/)

  // Tabs are addresses: Back goes through them.
  await view.tab('Events').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/club/DRAMATIC?tab=events')
  await expect(view.tab('Events')).toHaveAttribute('aria-current', 'page')
  await page.goBack()
  await expect(page.getByRole('region', { name: 'Post Holders' })).toBeVisible()
})

test('on a phone', async ({ open, quad }) => {
  const phone = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await clubAdministrator(phone, quad, await open())
  const other = await open()
  await signedUp(other, { fullName: 'Somebody with a Remarkably Long Name' })
  await memberOf(other, phone)
  const view = new ClubView(phone)
  for (const width of [390, 320]) {
    await phone.setViewportSize({ width, height: 780 })
    for (const tab of [undefined, 'events', 'members', 'notifications', 'feedback']) {
      await view.open('HOBBY', tab)
      await expect(phone.getByRole('heading', { level: 2 }).first()).toBeVisible()
      await noSideways(phone)
      if (width === 390) await axeInBothThemes(phone)
    }
    for (const address of ['/clubs', '/member']) {
      await phone.goto(address)
      await expect(phone.getByRole('heading', { level: 1 })).toBeVisible()
      await noSideways(phone)
    }
  }
  // Words that do not break by themselves.
  const chief = await open({ viewport: { width: 320, height: 780 } })
  await administrator(chief, quad)
  const wide = { name: 'W'.repeat(70), shortName: 'WIDE', description: `https://example.edu/${'w'.repeat(120)}` }
  expect((await chief.request.post('/api/clubs', { data: wide })).status()).toBe(201)
  for (const tab of [undefined, 'members']) {
    await new ClubView(chief).open('WIDE', tab)
    await noSideways(chief)
  }
  // The chosen tab is in sight, and so is what is done with a member.
  await view.open('HOBBY', 'members')
  await expect(view.tab('Members')).toBeInViewport({ ratio: 0.9 })
  const theirs = new MemberView(phone)
  const row = theirs.row('Remarkably Long Name')
  await row.getByRole('button', { name: 'Upgrade' }).tap()
  await phone.getByRole('menuitem', { name: 'Secretary', exact: true }).tap()
  await expect(phone.getByRole('dialog')).toBeVisible()
  await phone.getByRole('button', { name: 'Make Secretary' }).tap()
  await expect(theirs.status('Remarkably Long Name', 'Secretary')).toBeVisible()
  // Whoever manages the club would ask themselves.
  await expect(view.ask).toHaveCount(0)
  await other.setViewportSize({ width: 390, height: 844 })
  const theirView = new ClubView(other)
  await theirView.open('HOBBY')
  await expect(theirView.ask).toBeVisible()
  const ask = await theirView.ask.boundingBox()
  expect(Math.min(ask?.width ?? 0, ask?.height ?? 0)).toBeGreaterThanOrEqual(44)
})

test('loading, failing, and trying again', async ({ page, open, quad, watch }) => {
  watch.expect(/status of 500/, /^answer: 500/)
  await clubAdministrator(page, quad, await open())
  const broken = { status: 500, contentType: 'application/problem+json', body: '{"code":"internal"}' }
  for (const [address, calls, said, then] of [
    ['/clubs', '**/api/clubs?*', 'Failed to load the clubs.', 'Hobby Club'],
    ['/club/HOBBY', '**/api/clubs/HOBBY', 'Failed to load the club.', 'Hobby Club'],
    ['/club/HOBBY?tab=members', '**/api/clubs/HOBBY/members?*', 'Failed to load the members.', 'Active Members ('],
  ] as const) {
    await page.route(calls, (route) => route.fulfill(broken))
    await page.goto(address)
    await expect(page.getByText(said).first()).toBeVisible()
    await axe(page)
    await page.unroute(calls)
    await page.getByRole('button', { name: /again/i }).click()
    await expect(page.locator('main').getByText(then).first()).toBeVisible()
  }
})

test('the demo campus has clubs with people in them', async ({ open }) => {
  const quad = await startQuad({ demo: true })
  try {
    const page = await open({ baseURL: quad.address })
    await logIn(page, 'ananya@meridian.example', 'lawn-and-brick')
    const directory = new Directory(page)
    await directory.open()
    for (const name of ['Hobby Club', 'Dramatic Club', 'Tech Club', 'Music Club']) {
      await expect(directory.card(name)).toBeVisible()
    }
    await axeInBothThemes(page)
    await page.goto('/club/hobby')
    await expect(page.getByRole('region', { name: 'Post Holders' }).getByRole('listitem').first()).toBeVisible()
    await expect(page.getByText(/^from \d+ ratings$/)).toBeVisible()
    await axeInBothThemes(page)
    await page.close()
  } finally {
    await quad.close()
  }
})
