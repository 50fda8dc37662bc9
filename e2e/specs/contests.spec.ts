/**
 * The organiser's screens: the creation form and its draft, the badge, the window for questions, time changes, the list
 * of questions before and after somebody joined, the preview that records nothing, deleting.
 */
import { axe, expect, logIn, type Page, type Person, type Quad, signedUp, test } from '../fixtures'
import { enterLogIn } from '../pages/accounts'
import { enterWindow, fieldsOf, Hub, type Question } from '../pages/contests'
import { makeContest, numbered, serverNow } from '../pages/prepared'
import { Room } from '../pages/room'

const HOUR = 3_600_000

const CAPITAL: Question = {
  text: 'What is the capital of Assam?',
  options: ['Shillong', 'Dispur', 'Imphal', 'Agartala'],
  answer: 1,
}

/** Somebody new with creations; granted before the log-in that the page remembers. */
async function organiser(page: Page, quad: Quad, contests = 3): Promise<Person> {
  const person = await signedUp(page)
  await quad.admin('grant', person.email, '--contests', String(contests))
  await logIn(page, person.email, person.password)
  return person
}

test('the form says what is wrong, and where', async ({ page, quad }) => {
  await organiser(page, quad)
  const hub = new Hub(page)
  await hub.open()
  await expect(page.getByText('3 contest creations left.')).toBeVisible()
  await expect(page.getByText('No contests yet')).toBeVisible()
  await axe(page)

  await hub.form.getByRole('button', { name: 'Create Contest' }).click()
  await expect(hub.form.getByText('Please enter a title')).toBeVisible()
  await expect(hub.form.getByText('Please enter a description')).toBeVisible()
  await expect(hub.form.getByLabel('Title')).toBeFocused()
  await axe(page)

  await hub.form.getByLabel('Title').fill('Backwards')
  await hub.form.getByLabel('Description').fill('Ends before it starts.')
  const now = Date.now()
  await enterWindow(hub.form, now + 2 * HOUR, now + HOUR)
  await expect(hub.form.getByText('End date must be after start date')).toBeVisible()
  await hub.form.getByRole('button', { name: 'Create Contest' }).click()
  await enterWindow(hub.form, now - 2 * HOUR, now - HOUR)
  await expect(hub.form.getByText('The end must be in the future')).toBeVisible()
  await hub.form.getByLabel('Start time').fill('')
  await expect(hub.form.getByText('Please enter a time')).toBeVisible()
  await hub.form.getByRole('button', { name: 'Create Contest' }).click()
  await expect(page.getByText('No contests yet')).toBeVisible()

  await enterWindow(hub.form, now + HOUR, now + 2 * HOUR)
  await hub.form.getByRole('button', { name: 'Create Contest' }).click()
  await expect(page.getByText('Contest created successfully!')).toBeVisible()
  await expect(page.getByText('2 contest creations left.')).toBeVisible()
  await expect(hub.card('Backwards').getByText('Upcoming')).toBeVisible()
  await expect(hub.form.getByLabel('Title')).toHaveValue('')
  await axe(page)
})

test('a draft survives a reload and a log-in in between', async ({ page, quad, watch }) => {
  watch.expect(/401 .*\/api\//)
  const person = await organiser(page, quad)
  const hub = new Hub(page)
  await hub.open()
  const now = Date.now()
  const end = fieldsOf(now + 30 * HOUR)
  await hub.form.getByLabel('Title').fill('Half written')
  await hub.form.getByLabel('Description').fill('Kept on this device.')
  await enterWindow(hub.form, now + 28 * HOUR, now + 30 * HOUR)
  await hub.form.getByLabel('Public from the beginning').check()
  const isKept = async () => {
    await expect(hub.form.getByLabel('Title')).toHaveValue('Half written')
    await expect(hub.form.getByLabel('Description')).toHaveValue('Kept on this device.')
    await expect(hub.form.getByLabel('End date')).toHaveValue(end.date)
    await expect(hub.form.getByLabel('End time')).toHaveValue(end.time)
    await expect(hub.form.getByLabel('Public from the beginning')).toBeChecked()
  }
  // What the page asks for by itself: later it would be told of the log-in that ended, and leave before the form is sent.
  const asked = ['/api/post/getcontest', '/api/live'].map((path) =>
    page.waitForResponse((answer) => new URL(answer.url()).pathname === path),
  )
  await page.reload()
  await isKept()
  await Promise.all(asked)

  // The session ends elsewhere; this page finds out when it sends the form.
  await page.context().clearCookies()
  await hub.form.getByRole('button', { name: 'Create Contest' }).click()
  await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('next') === '/createcontest')
  await expect(page.getByText('You were logged out. What you entered is kept on this device.')).toBeVisible()
  await enterLogIn(page, person.email, person.password)
  await expect(page).toHaveURL('/createcontest')
  await isKept()
  await hub.form.getByRole('button', { name: 'Create Contest' }).click()
  await expect(hub.card('Half written')).toBeVisible()
  await expect(hub.visibility('Half written')).toHaveText('Public')
  await page.reload()
  await expect(hub.form.getByLabel('Title')).toHaveValue('')
})

test('without creations a prompt stands in the place of the form', async ({ page, quad }) => {
  const student = await signedUp(page)
  const hub = new Hub(page)
  await hub.open()
  await expect(page.getByRole('heading', { name: 'You have no contest creations left' })).toBeVisible()
  await expect(page.getByText('A plan gives you more.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/pricing')
  await expect(hub.form).toBeHidden()
  await axe(page)

  await quad.admin('grant', student.email, '--contests', '1')
  await logIn(page, student.email, student.password)
  await hub.open()
  await hub.create('The only one', 'Takes the last creation.')
  await expect(page.getByRole('heading', { name: 'You have no contest creations left' })).toBeVisible()
  await expect(hub.card('The only one')).toBeVisible()
})

test('the badge turns a contest public and private', async ({ page, quad, open, watch }) => {
  watch.expect(/404 .*\/api\//)
  await organiser(page, quad)
  const contest = await makeContest(page, { title: 'Now you see it', isPublic: false })
  const reader = await open()
  await signedUp(reader)
  const listed = reader.getByRole('article', { name: contest.title })
  const hub = new Hub(page)
  await hub.open()
  await expect(hub.visibility(contest.title)).toHaveText('Private')
  await reader.goto('/contest')
  await expect(reader.getByRole('heading', { level: 1, name: 'Contests' })).toBeVisible()
  await expect(listed).toBeHidden()

  await hub.visibility(contest.title).click()
  await expect(page.getByText('Contest is now public')).toBeVisible()
  await expect(hub.visibility(contest.title)).toHaveText('Public')
  await reader.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(listed).toBeVisible()

  await hub.visibility(contest.title).click()
  await expect(page.getByText('Contest is now private')).toBeVisible()
  await expect(hub.visibility(contest.title)).toHaveText('Private')
  await reader.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(listed).toBeHidden()
})

test('a refused change of the badge is taken back', async ({ page, quad, watch }) => {
  watch.expect(/404 .*\/api\/post\/makepublic/)
  await organiser(page, quad)
  const contest = await makeContest(page, { title: 'Gone meanwhile', isPublic: false })
  const hub = new Hub(page)
  await hub.open()
  await expect(hub.visibility(contest.title)).toHaveText('Private')
  expect((await page.request.delete(`/api/contests/${contest.id}`)).status()).toBe(200)
  await hub.visibility(contest.title).click()
  await expect(page.getByText('Failed to update contest visibility. Please try again.')).toBeVisible()
  await expect(hub.card(contest.title)).toBeHidden()
})

test('three steps make a question, all by keyboard', async ({ page, quad }) => {
  await organiser(page, quad)
  const contest = await makeContest(page, { title: 'By hand', questions: [], starts: 600, isPublic: false })
  const hub = new Hub(page)
  await hub.open()
  await expect(hub.card(contest.title).getByText('It needs questions first.')).toBeVisible()
  const wizard = await hub.openQuestions(contest.title)
  const { form, preview } = wizard
  await expect(form.getByLabel('Question', { exact: true })).toBeFocused()
  await axe(page)

  await page.keyboard.press('Enter')
  await expect(page.getByText('Please enter a question before proceeding')).toBeVisible()
  await page.keyboard.type(CAPITAL.text)
  await expect(preview.getByText(CAPITAL.text)).toBeVisible()
  await page.keyboard.press('Enter')

  await expect(wizard.step(2)).toBeVisible()
  await expect(form.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '2')
  await wizard.next()
  await expect(page.getByText('All options must have values').first()).toBeVisible()
  await axe(page)
  await expect(wizard.option('A')).toBeFocused()
  for (const option of [CAPITAL.options[0], CAPITAL.options[1], CAPITAL.options[1]]) {
    await page.keyboard.type(option)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.type(CAPITAL.options[3])
  await expect(form.getByText('Options B and C say the same')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('The four options must be different from each other')).toBeVisible()
  await wizard.option('C').fill(CAPITAL.options[2])
  await expect(preview.getByText(CAPITAL.options[2])).toBeVisible()
  await wizard.next()

  await expect(wizard.step(3)).toBeVisible()
  const add = form.getByRole('button', { name: 'Add Question' })
  await expect(add).toBeDisabled()
  await expect(form.getByText(/^Please select an answer/)).toBeVisible()
  await axe(page)
  await form.getByRole('button', { name: 'Back' }).click()
  await expect(wizard.option('C')).toHaveValue(CAPITAL.options[2])
  await wizard.next()
  await page.keyboard.press('d')
  await expect(form.getByRole('radio', { name: /^D: / })).toBeChecked()
  await page.keyboard.press('b')
  await expect(form.getByRole('radio', { name: /^B: / })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Question added successfully!')).toBeVisible()
  await expect(wizard.step(1)).toBeVisible()
  await expect(form.getByText('1 added')).toBeVisible()
  await expect(form.getByLabel('Question', { exact: true })).toBeFocused()

  await page.keyboard.type('Closed by accident')
  await page.keyboard.press('Escape')
  await expect(wizard.dialog).toBeHidden()
  await expect(hub.card(contest.title).getByText('See it as participants will.')).toBeVisible()
  await hub.openQuestions(contest.title)
  await expect(form.getByLabel('Question', { exact: true })).toHaveValue('Closed by accident')
})

test('a pasted list is read, corrected and saved at once', async ({ page, quad }) => {
  await organiser(page, quad)
  const contest = await makeContest(page, { title: 'Pasted', questions: [], starts: 600 })
  await page.goto(`/questionview/${contest.id}`)
  await expect(page.getByText('No questions yet')).toBeVisible()
  await axe(page)
  await page.getByRole('button', { name: 'Add questions' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add questions' })
  await dialog.getByRole('tab', { name: 'Paste a list' }).click()
  const text = dialog.getByLabel('Questions as text')
  const good = '1. Largest ocean?\nA) Atlantic\nB) Pacific\nC) Indian\nD) Arctic\nAnswer: B\n'
  const starred = '\n2. Smallest prime?\n1\n* 2\n3\n5\n'
  await text.fill(`${good}${starred}\n3. No answer given?\nA) one\nB) two\nC) three\nD) four\n`)
  const understood = dialog.getByRole('region', { name: 'What was understood' })
  await expect(understood.getByRole('list').first().getByText('Largest ocean?')).toBeVisible()
  await expect(understood.getByText('1 needs a look')).toBeVisible()
  const save = dialog.getByRole('button', { name: /^Add \d+ questions?$/ })
  await expect(save).toBeDisabled()
  await axe(page)

  await text.fill(`${good}${starred}\n3. No answer given?\nA) one\nB) two\nC) three\nD) four\nAnswer: C\n`)
  await expect(understood.getByText('all complete')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add 3 questions' }).click()
  await expect(page.getByText('3 questions added successfully!')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Questions 3' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Smallest prime?' }).getByText('(the answer)')).toHaveCount(
    1,
  )
  await expect(page.getByText('2 (the answer)')).toBeAttached()
})

test('the time changes, and says what it may not become', async ({ page, quad }) => {
  await organiser(page, quad)
  const contest = await makeContest(page, { title: 'Moved', starts: 3600, ends: 7200 })
  const hub = new Hub(page)
  await hub.open()
  const card = hub.card(contest.title)
  await card.getByRole('button', { name: 'Change time' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change time' })
  const [start, end] = [fieldsOf(contest.startsAt), fieldsOf(contest.endsAt)]
  await expect(dialog.getByLabel('Start date')).toHaveValue(start.date)
  await expect(dialog.getByLabel('Start time')).toHaveValue(start.time)
  await expect(dialog.getByLabel('End date')).toHaveValue(end.date)
  await expect(dialog.getByLabel('End time')).toHaveValue(end.time)
  await axe(page)

  const now = await serverNow(page)
  await enterWindow(dialog, now + 3 * HOUR, now + 2 * HOUR)
  await expect(dialog.getByText('End date must be after start date')).toBeVisible()
  await dialog.getByLabel('End time').fill('')
  await dialog.getByRole('button', { name: 'Update Time' }).click()
  await expect(dialog.getByText('Please enter a time')).toBeVisible()
  await enterWindow(dialog, now - 60_000, now + 2 * HOUR)
  await dialog.getByRole('button', { name: 'Update Time' }).click()
  await expect(page.getByText('Contest time updated successfully!')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(card.getByText('Active', { exact: true })).toBeVisible()
})

test('questions are edited and removed until somebody joins', { tag: '@gate' }, async ({ page, quad, open, watch }) => {
  watch.expect(/409 .*\/api\/post\/update/)
  await organiser(page, quad)
  const contest = await makeContest(page, { title: 'Still open', questions: numbered(3) })
  await page.goto(`/questionview/${contest.id}`)
  await expect(page.getByRole('heading', { level: 1, name: contest.title })).toBeVisible()
  const first = page.getByRole('form', { name: 'Edit question 1' })
  await page.getByRole('button', { name: 'Edit question 1' }).click()
  await expect(first.getByLabel('Question', { exact: true })).toHaveValue('Question number 1?')
  await expect(first.getByLabel('Option A', { exact: true })).toHaveValue('right 1')
  await expect(first.getByLabel('Answer', { exact: true })).toHaveValue('right 1')
  await expect(first.getByText('The answer should match an option exactly.')).toBeVisible()
  await axe(page)

  await first.getByLabel('Answer', { exact: true }).fill('none of them')
  await first.getByRole('button', { name: 'Save Changes' }).click()
  await expect(first.getByText('The answer must match one of the options exactly')).toBeVisible()
  await first.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Edit question 1' })).toBeFocused()
  await expect(page.getByText('Question number 1?')).toBeVisible()

  await page.getByRole('button', { name: 'Edit question 1' }).click()
  await first.getByLabel('Question', { exact: true }).fill('Question number one?')
  await first.getByRole('button', { name: 'C: use as the answer' }).click()
  await first.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Question updated successfully')).toBeVisible()
  await expect(page.getByText('Question number one?')).toBeVisible()
  await page.reload()
  await expect(page.getByText('wrong 1c (the answer)')).toBeAttached()

  await page.getByRole('button', { name: 'Remove question 2' }).click()
  const asked = page.getByRole('dialog', { name: 'Remove question 2?' })
  await expect(asked.getByText('Question number 2?')).toBeVisible()
  await axe(page)
  await asked.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Question removed successfully')).toBeVisible()
  await expect(page.getByText('Question number 2?')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Questions 2' })).toBeVisible()

  // Somebody joins while the organiser is still writing.
  await page.getByRole('button', { name: 'Edit question 1' }).click()
  const student = await open()
  await signedUp(student)
  await student.goto('/contest')
  await new Room(student).join(student.getByRole('article', { name: contest.title }))
  await new Room(student).isAt(1, 2)
  await first.getByLabel('Question', { exact: true }).fill('Too late?')
  await first.getByRole('button', { name: 'Save Changes' }).click()
  const frozen = 'Somebody has joined this contest, so its questions cannot be changed any more'
  await expect(page.getByText(frozen).first()).toBeVisible()
  await page.reload()
  await expect(page.getByText(frozen).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Edit question/ })).toHaveCount(0)
  await axe(page)
  const hub = new Hub(page)
  await hub.open()
  await expect(hub.card(contest.title).getByRole('button', { name: 'Add question', exact: true })).toBeDisabled()
  await page.getByRole('button', { name: `More about ${contest.title}` }).click()
  await expect(page.getByText('Somebody joined, so it cannot be deleted.')).toBeVisible()
  await axe(page)
})

test('the preview shows it as participants see it and records nothing', async ({ page, quad, watch }) => {
  await organiser(page, quad)
  const contest = await makeContest(page, { title: 'Looked over', questions: numbered(2), isPublic: false })
  await page.goto(`/questionview/${contest.id}`)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`)
  })
  await page.getByRole('link', { name: 'Preview' }).click()
  await expect(page.getByText('This is what participants see. Nothing is recorded.')).toBeVisible()
  const room = new Room(page)
  await room.isAt(1, 2)
  await axe(page)
  await room.option('wrong 1b').click()
  await expect(room.option('wrong 1b')).toContainText('preview')
  await room.isAt(2, 2)
  await page.getByRole('button', { name: 'Back to the questions' }).click()
  await expect(page).toHaveURL(`/questionview/${contest.id}`)
  expect(sent).toEqual([])
  await expect(page.getByText('Somebody has joined this contest')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Edit question 1' })).toBeVisible()
  expect(watch.unexpected()).toEqual([])
})

test('one cannot take the own contest', async ({ page, quad }) => {
  await organiser(page, quad)
  const contest = await makeContest(page, { title: 'My own' })
  await page.goto(`/ContestQuestion?contest=${contest.id}`)
  await expect(page.getByText('You created this contest, so you cannot take it.')).toBeVisible()
  await axe(page)
  await page.getByRole('link', { name: 'Open the preview' }).click()
  await new Room(page).isAt(1, 4)
})

test('a contest nobody joined is renamed and deleted, and the creation comes back', async ({ page, quad }) => {
  await organiser(page, quad, 2)
  const contest = await makeContest(page, { title: 'A passing thought', starts: 3600, ends: 7200 })
  const hub = new Hub(page)
  await hub.open()
  await expect(page.getByText('1 contest creation left.')).toBeVisible()
  await page.getByRole('button', { name: `More about ${contest.title}` }).click()
  await page.getByRole('menuitem', { name: 'Edit details' }).click()
  const rename = page.getByRole('dialog', { name: 'Edit details' })
  await axe(page)
  await rename.getByLabel('Title').fill('')
  await rename.getByRole('button', { name: 'Save' }).click()
  await expect(rename.getByText('Please enter a title')).toBeVisible()
  await rename.getByLabel('Title').fill('A second thought')
  await rename.getByRole('button', { name: 'Save' }).click()
  await expect(hub.card('A second thought')).toBeVisible()

  await page.getByRole('button', { name: 'More about A second thought' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const asked = page.getByRole('dialog', { name: 'Delete this contest?' })
  await axe(page)
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(hub.card('A second thought')).toBeVisible()
  await page.getByRole('button', { name: 'More about A second thought' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await asked.getByRole('button', { name: 'Delete contest' }).click()
  await expect(page.getByText('Contest deleted; its creation credit is yours again')).toBeVisible()
  await expect(hub.card('A second thought')).toBeHidden()
  await expect(page.getByText('2 contest creations left.')).toBeVisible()
})

// Rights: the first verdict counts.
test.describe(() => {
  test.describe.configure({ retries: 0 })

  test('somebody else cannot see the questions', async ({ page, quad, open, watch }) => {
    watch.expect(/40[34] .*\/api\/post\//)
    await organiser(page, quad)
    const contest = await makeContest(page, { title: 'Not yours' })
    const other = await open()
    await signedUp(other)
    await other.goto(`/questionview/${contest.id}`)
    await expect(other.getByRole('heading', { name: 'Only the organiser sees these questions' })).toBeVisible()
    await expect(other.getByText('right 1')).toHaveCount(0)
    await axe(other)
  })
})
