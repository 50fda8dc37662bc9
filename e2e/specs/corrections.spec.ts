/**
 * A wrong key, found after the end: the owner sees on the results which question it is, looks who would move, corrects
 * it, and everybody finds the new result with the reason. A question is voided, and one gives everybody the mark; two
 * who correct at once do not overwrite each other.
 */
import { axe, axeInBothThemes, expect, FREE_WITH_CLOCK, type Page, type Person, signedUp, test } from '../fixtures'
import { Correcting, take } from '../pages/corrections'
import { mailsTo, promote } from '../pages/payments'
import { type Contest, jumpAhead, makeContest, numbered } from '../pages/prepared'
import { boardOf } from '../pages/results'

// Everybody may create: credits are the story of another file.
test.use({ quadOptions: FREE_WITH_CLOCK })

type Part = { page: Page; person: Person }
type Over = { contest: Contest; asha: Part; bela: Part; chand: Part }

/** Until the last answers are in: the end, the grace, and what may still be handed in then. */
const AFTER_THE_END = 620

/**
 * Over, with five questions. Asha chose what the first key calls wrong and is third; Bela is first; Chand left the
 * third open. Nobody is ever equal to somebody else, so that time decides nothing.
 */
async function over(page: Page, open: () => Promise<Page>, title: string): Promise<Over> {
  const organiser = await signedUp(page, { fullName: 'Devika Menon' })
  const contest = await makeContest(page, { title, ends: 600, questions: numbered(5) })
  const shown = await page.request.put(`/api/contests/${contest.id}`, {
    data: { title, description: 'Made for a test.', answersShown: true },
  })
  expect(shown.ok(), `${organiser.fullName}: ${await shown.text()}`).toBe(true)
  const part = async (fullName: string, choices: (string | null)[]) => {
    const own = await open()
    const person = await signedUp(own, { fullName })
    await take(own, person, contest, choices)
    return { page: own, person }
  }
  const asha = await part('Asha Rao', ['wrong 1b', 'right 2', 'wrong 3a', 'wrong 4a'])
  const bela = await part('Bela Roy', ['right 1', 'right 2', 'right 3', 'right 4', 'right 5'])
  const chand = await part('Chand Das', ['right 1', 'right 2', null, 'wrong 4c'])
  await jumpAhead(page, AFTER_THE_END)
  return { contest, asha, bela, chand }
}

const boardAt = async ({ page }: Part, contest: Contest) => {
  await page.goto(`/result?contest=${contest.id}`)
  const rows = await boardOf(page, contest.title)
  return rows.map(({ rank, name, correct, wrong }) => `${rank} ${name} ${correct}/${wrong}`)
}

test('a key is corrected, from the results to the mail', { tag: '@gate' }, async ({ page, open, quad }) => {
  const { contest, asha, bela, chand } = await over(page, open, 'A wrong key')
  expect(await boardAt(asha, contest)).toEqual(['1 Bela Roy 5/0', '2 Chand Das 2/1', '3 Asha Rao 1/3'])
  await expect(asha.page.getByText('Corrected after the end')).toBeHidden()
  const wanted = { preferences: [{ about: 'results', push: true, mail: true }] }
  for (const part of [asha, bela]) {
    expect((await part.page.request.put('/api/notifications/preferences', { data: wanted })).ok()).toBe(true)
  }

  // The results say how each question did, and lead to the one to correct.
  await page.goto(`/result?contest=${contest.id}`)
  await page.getByRole('tab', { name: /^Questions/ }).click()
  await page.getByRole('link', { name: 'Correct the key of question 1' }).click()
  const correcting = new Correcting(page, 1)
  await expect(correcting.dialog).toBeVisible()
  await page.waitForURL(`**/questionview/${contest.id}#question-*`)
  await page.keyboard.press('Escape')
  await expect(correcting.dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Correct the key… Question 1' })).toBeFocused()
  // Begun once: not again after a reload.
  await page.reload()
  await expect(page.getByText(/where a key was wrong, you can correct it/)).toBeVisible()
  await axe(page)

  await correcting.open()
  const { dialog } = correcting
  await expect(dialog.getByText('This is how it counts now.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'See who is affected' })).toBeDisabled()
  await axe(page)
  // By keyboard: the first option off, the second on.
  await correcting.option('A: right 1').focus()
  await page.keyboard.press('Space')
  await expect(dialog.getByText('Choose at least one option as right.')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(correcting.option('B: wrong 1b')).toBeChecked()
  await correcting.look()
  await expect(dialog.getByText('Right: “wrong 1b”.')).toBeVisible()
  await expect(dialog.getByText('3 participants get another score, and 2 ranks change.')).toBeVisible()
  expect(await correcting.moves()).toEqual([
    'Asha Rao: 3>2, 1>2, 3>2',
    'Chand Das: 2>3, 2>1, 1>2',
    'Bela Roy: 1, 5>4, 0>1',
  ])
  await axe(page)
  await correcting.apply()
  await expect(dialog.getByText('Please say why')).toBeVisible()
  await axe(page)
  expect(await boardAt(asha, contest)).toContain('3 Asha Rao 1/3')

  // Meanwhile she looks at her own result, which follows.
  await asha.page.goto(`/my-contests/${contest.id}`)
  const own = asha.page.getByRole('region', { name: 'Your result' })
  await expect(own).toContainText('3 of 3')
  await correcting.apply('The book says b.')
  await expect(page.getByText('The question is corrected and all scores are recomputed')).toBeVisible()
  await expect(dialog).toBeHidden()
  const questions = page.getByRole('region', { name: /^Questions/ })
  await expect(questions.getByRole('listitem').filter({ hasText: 'wrong 1b' }).last()).toContainText('(the answer)')
  const log = page.getByRole('region', { name: /^Corrections/ })
  await expect(log.getByRole('heading', { name: 'Question 1: “right 1” became “wrong 1b”' })).toBeVisible()
  await expect(log.getByText(/^3 scores and 2 ranks changed\. Devika Menon, /)).toBeVisible()
  await axe(page)

  await expect(own).toContainText('2 of 3')
  await expect(own).toContainText('The book says b.')
  expect(await boardAt(asha, contest)).toEqual(['1 Bela Roy 4/1', '2 Asha Rao 2/2', '3 Chand Das 1/2'])
  const note = asha.page.getByRole('region', { name: 'Corrected after the end' })
  await expect(note).toContainText('Question 1: right is “wrong 1b”.')
  await expect(note).toContainText('The book says b.')
  await axe(asha.page)
  await asha.page.goto(`/my-contests/${contest.id}`)
  const first = asha.page.getByRole('region', { name: 'Your answers' }).getByRole('listitem').first()
  await expect(first).toContainText('Right')
  await expect(first).toContainText('Corrected: right is “wrong 1b”.')
  await axe(asha.page)

  // Of those whose score changed, who chose mails about results has one, and only of the own score.
  for (const { person } of [asha, bela]) {
    await expect.poll(async () => (await mailsTo(quad, person.email)).join('\n')).toContain('Reason: The book says b.')
  }
  expect((await mailsTo(quad, chand.person.email)).join('\n')).not.toContain('The book says b.')
})

test('one is void, one gives everybody the mark', async ({ page, open }) => {
  const { contest, asha, chand } = await over(page, open, 'Void and all')
  await page.goto(`/questionview/${contest.id}`)
  const third = new Correcting(page, 3)
  await third.open()
  await third.kind(/^Everybody gets the mark/).check()
  await third.look()
  await expect(third.dialog.getByText('Everybody gets the mark.')).toBeVisible()
  expect(await third.moves()).toEqual(['Chand Das: 2, 2>3, 1', 'Asha Rao: 3, 1>2, 3>2'])
  await third.apply('It was not taught.')
  await expect(third.dialog).toBeHidden()
  await expect(page.getByText('Everybody has the mark')).toBeVisible()

  const fourth = new Correcting(page, 4)
  await fourth.open()
  await fourth.kind(/^It does not count/).check()
  await fourth.look()
  await fourth.apply('All four options are wrong.')
  await expect(fourth.dialog).toBeHidden()
  await expect(page.getByText('Does not count', { exact: true })).toBeVisible()
  await axe(page)

  // Chand left the third open and has its mark all the same.
  await chand.page.goto(`/my-contests/${contest.id}`)
  const result = chand.page.getByRole('region', { name: 'Your result' })
  await expect(result).toContainText('1 question does not count.')
  await expect(result.getByRole('listitem')).toHaveCount(2)
  const answers = chand.page.getByRole('region', { name: 'Your answers' })
  await expect(answers.getByRole('tab', { name: 'Wrong 0' })).toBeVisible()
  const cards = answers.getByRole('listitem').filter({ has: chand.page.getByRole('heading', { level: 3 }) })
  await expect(cards.nth(2)).toContainText('Corrected: everybody has the mark.')
  await expect(cards.nth(3)).toContainText('Does not count')
  await axeInBothThemes(chand.page)
  expect(await boardAt(asha, contest)).toEqual(['1 Bela Roy 4/0', '2 Chand Das 3/0', '3 Asha Rao 2/1'])
  // The scale ends at what can still be had.
  await expect(asha.page.getByText(/5 questions, 1 does not count/)).toBeVisible()
  const bars = asha.page.getByRole('list', { name: 'Participants by number of correct answers' }).getByRole('listitem')
  await expect(bars).toHaveCount(5)
  await page.goto(`/result?contest=${contest.id}`)
  await page.getByRole('tab', { name: /^Questions/ }).click()
  await expect(page.getByText('Corrected: everybody has the mark.')).toBeVisible()
  await expect(page.getByText('Corrected: it does not count for anybody.')).toBeVisible()
  await axe(page)
})

test('what changed since the look is looked at again', async ({ page, open, watch }) => {
  watch.expect(/409 .*\/corrections/)
  const { contest } = await over(page, open, 'Two at once')
  const second = await page.context().newPage()
  const here = new Correcting(page, 1)
  const there = new Correcting(second, 2)
  await page.goto(`/questionview/${contest.id}`)
  await here.open()
  await here.option('B: wrong 1b').check({ force: true })
  await here.look()

  await second.goto(`/questionview/${contest.id}`)
  await there.open()
  await there.kind(/^It does not count/).check()
  await there.look()
  await there.apply('A printing error.')
  await expect(there.dialog).toBeHidden()

  await here.apply('Both are right.')
  await expect(here.dialog.getByText(/Something has changed since you looked/)).toBeVisible()
  await expect(here.dialog.getByLabel(/^Reason/)).toHaveValue('Both are right.')
  await axe(page)
  await here.apply()
  await expect(here.dialog).toBeHidden()
  const log = page.getByRole('region', { name: /^Corrections/ })
  await expect(log.getByRole('listitem')).toHaveCount(2)
  await expect(log.getByRole('listitem').first()).toContainText('“right 1” or “wrong 1b”')
})

// Rights: the first verdict counts.
test.describe(() => {
  test.describe.configure({ retries: 0 })

  test('an administrator reads a contest of others, and corrects nothing', async ({ page, open, quad }) => {
    const { contest } = await over(page, open, 'Not mine')
    await page.goto(`/questionview/${contest.id}`)
    const correcting = new Correcting(page, 1)
    await correcting.open()
    await correcting.kind(/^It does not count/).check()
    await correcting.look()
    await correcting.apply('A printing error.')
    await expect(correcting.dialog).toBeHidden()

    const admin = await open()
    const person = await signedUp(admin)
    await promote(quad, person.email)
    await admin.goto(`/questionview/${contest.id}`)
    await expect(admin.getByText(/^You are viewing this as an administrator\./)).toBeVisible()
    await expect(admin.getByRole('region', { name: /^Corrections/ })).toBeVisible()
    await expect(admin.getByRole('button', { name: /^Correct the key/ })).toHaveCount(0)
    await axe(admin)
    await admin.getByRole('main').getByRole('link', { name: 'All Contests' }).click()
    await expect(admin).toHaveURL('/contest')
    await admin.goto(`/result?contest=${contest.id}`)
    await admin.getByRole('tab', { name: /^Questions/ }).click()
    await expect(admin.getByText('Question number 2?')).toBeVisible()
    await expect(admin.getByRole('link', { name: /^Correct the key/ })).toHaveCount(0)
  })
})

test('on a phone nothing scrolls sideways', async ({ page, open }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const { contest, bela } = await over(page, open, 'In the hand')
  const flat = (one: Page) => expect.poll(() => one.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.goto(`/questionview/${contest.id}`)
  const correcting = new Correcting(page, 1)
  await correcting.open()
  await flat(page)
  await correcting.option('B: wrong 1b').check({ force: true })
  await correcting.look()
  await flat(page)
  await axe(page)
  const table = correcting.dialog.getByRole('region', { name: 'Who is affected' })
  expect(await table.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  // Nowhere to break but anywhere.
  await correcting.apply(`See https://notices.example/${'long-'.repeat(60)}end`)
  await expect(correcting.dialog).toBeHidden()
  await flat(page)
  await bela.page.setViewportSize({ width: 320, height: 640 })
  for (const path of [`/result?contest=${contest.id}`, `/my-contests/${contest.id}`]) {
    await bela.page.goto(path)
    await expect(bela.page.getByRole('region', { name: 'Corrected after the end' })).toBeVisible()
    await flat(bela.page)
  }
})
