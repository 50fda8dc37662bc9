/**
 * Where mail is set up: the mailed link confirms the registration it was mailed for, with a click in the browser that signed
 * up and with its password in any other; and whatever lets somebody in by a link stays out of what a proxy logs.
 */
import { axe, axeInBothThemes, expect, logIn, type Page, type Quad, startQuad, test } from '../fixtures'
import { enterLogIn, fillRegistration, register } from '../pages/accounts'
import { Clicks } from '../pages/clicks'
import { Hub, type Question } from '../pages/contests'
import { MailServer } from '../pages/mail'
import { makeContest, numbered } from '../pages/prepared'
import { Recorder } from '../pages/recorder'

// Rights: the first verdict counts.
test.describe.configure({ retries: 0 })

const ADA = { fullName: 'Ada Rao', email: 'ada.rao@campus.example', password: 'eleven kites over the river' }
const THEIRS = 'forty crows on a wire'

type Site = { mail: MailServer; quad: Quad; proxy: Recorder }

async function site(story: (site: Site) => Promise<void>): Promise<void> {
  const mail = await MailServer.start()
  const settings = { smtp_url: mail.url, billing: 'off', creations_per_day: '1000' }
  const quad = await startQuad({ settings })
  const proxy = await Recorder.start(quad.address)
  try {
    await story({ mail, quad, proxy })
  } finally {
    await proxy.close()
    await quad.close()
    await mail.close()
  }
}

/** What the link of the letter at `place`, from 0, has behind `#`: its token, and where it leads on to. */
async function mailedLink(mail: MailServer, place: number): Promise<string> {
  await expect.poll(() => mail.letters.length).toBeGreaterThan(place)
  // Long lines are folded on their way.
  const found = /\/confirm#([0-9a-f]{64}(?:\.[\w-]+)?)/.exec((mail.letters[place] ?? '').replaceAll(/=\r?\n/g, ''))
  expect(found, mail.letters[place]).not.toBeNull()
  return found?.[1] ?? ''
}

test('a link confirms the registration it was mailed for, and no other', async ({ open, watch }) => {
  watch.expect(/403 .*\/api\/email-confirmation/, /401 .*\/api\/login/, /400 .*\/api\/email-confirmation/)
  await site(async ({ mail, proxy }) => {
    const baseURL = proxy.address
    const laptop = await open({ baseURL })
    await register(laptop, ADA)
    await expect(laptop.getByText(`We sent a link to ${ADA.email}.`)).toBeVisible()
    const own = await mailedLink(mail, 0)
    // Somebody else signs up with the same address, later.
    const stranger = await open({ baseURL })
    await register(stranger, { ...ADA, password: THEIRS })
    const theirs = await mailedLink(mail, 1)

    // The owner opens the newer mail. It confirms nothing, whatever is entered.
    await laptop.goto(`/confirm#${theirs}`)
    await expect(
      laptop.getByText(/mailed to a…@campus\.example after somebody signed up in another browser/),
    ).toBeVisible()
    await axeInBothThemes(laptop)
    await enterLogIn(laptop, ADA.email, ADA.password)
    await expect(laptop.getByText(/so nothing was confirmed/)).toBeVisible()
    await axeInBothThemes(laptop)

    // The own link, on the phone: the password confirms and logs in at once.
    const phone = await open({ baseURL, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await phone.goto(`/confirm#${own}`)
    await expect(phone.getByText(/mailed to a…@campus\.example/)).toBeVisible()
    await axe(phone)
    await expect.poll(() => phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    // It may be loaded again meanwhile.
    await phone.reload()
    await enterLogIn(phone, ADA.email, ADA.password)
    await expect(phone).toHaveURL(`${baseURL}/`)
    await phone.goto('/profile')
    await expect(phone.getByRole('heading', { level: 1, name: ADA.fullName })).toBeVisible()

    // And theirs is worth nothing any more, in their own browser either.
    await stranger.goto(`/confirm#${theirs}`)
    await expect(stranger.getByText(/This link is no longer valid/)).toBeVisible()
    await stranger.goto('/login')
    await enterLogIn(stranger, ADA.email, THEIRS)
    await expect(stranger.getByText('Invalid email or password')).toBeVisible()

    const logged = proxy.lines.join('\n')
    expect(logged).toContain('GET /confirm "')
    expect(logged).toContain('POST /api/email-confirmation')
    for (const token of [own, theirs]) expect(logged).not.toContain(token)
    // Whoever is logged in holds a stream, which ends before the server does.
    for (const page of [laptop, stranger, phone]) await page.close()
  })
})

test('an invitation leads through signing up and the mail, and no proxy sees what opens it', async ({ open }) => {
  await site(async ({ mail, quad, proxy }) => {
    const baseURL = proxy.address
    const said = await quad.admin('create', 'devika@campus.example', 'Devika Menon')
    const owner = await open({ baseURL })
    await logIn(owner, 'devika@campus.example', /shown only here: (\S+)/.exec(said)?.[1] ?? '')
    const contest = await makeContest(owner, { title: 'For the hostel', isPublic: false })
    await owner.goto(`/questionview/${contest.id}`)
    await owner.getByRole('button', { name: 'Invite by link' }).click()
    const dialog = owner.getByRole('dialog', { name: 'Invitation link' })
    await dialog.getByRole('button', { name: 'Make a link' }).click()
    const address = await dialog.getByLabel('Link', { exact: true }).inputValue()
    const invitation = address.split('#')[1] ?? ''
    expect(invitation).toMatch(/^[A-Za-z0-9_-]{22}$/)

    const guest = await open({ baseURL })
    await guest.goto(address)
    await guest.getByRole('main').getByRole('link', { name: 'Log In' }).click()
    await expect(guest).toHaveURL(`${baseURL}/login?next=%2Finvite#${invitation}`)
    await guest.reload()
    await guest.getByRole('link', { name: 'Sign up', exact: true }).click()
    await guest.reload()
    await fillRegistration(guest, ADA)
    const link = await mailedLink(mail, 0)
    // The mail is opened in a tab of its own: a click is enough, and leads on to the invitation.
    const tab = await guest.context().newPage()
    await tab.goto(`/confirm#${link}`)
    await expect(tab.getByText('Your e-mail address is confirmed, and you are logged in.').first()).toBeVisible()
    await expect(tab).toHaveURL(address)
    // The step back is not to a link that is used up.
    await tab.goBack()
    await expect(tab).not.toHaveURL(/confirm#/)
    await tab.goto(address)
    await tab.reload()
    await tab.getByRole('button', { name: 'Accept the invitation' }).click()
    await expect(tab).toHaveURL(`${baseURL}/my-contests/${contest.id}`)

    const logged = proxy.lines.join('\n')
    for (const line of [
      'GET /invite "',
      'GET /login?next=%2Finvite "',
      'POST /api/invitation/accept',
      'GET /confirm "',
    ])
      expect(logged).toContain(line)
    for (const token of [invitation, link.slice(0, 64)]) expect(logged).not.toContain(token)

    // Links of before, with the token in the path, lead to the same.
    await tab.goto(`/invite/${invitation}`)
    await expect(tab.getByText('You have accepted this invitation.')).toBeVisible()
    await expect(tab).toHaveURL(address)
    await tab.goto(`/confirm?token=${link.slice(0, 64)}`)
    await expect(tab.getByText('Your e-mail address is confirmed.')).toBeVisible()
    for (const page of [owner, guest, tab]) await page.close()
  })
})

test('from an invitation through the mail to the first question in nine taps, the password typed once', async ({
  open,
}) => {
  await site(async ({ mail, quad }) => {
    const baseURL = quad.address
    const said = await quad.admin('create', 'devika@campus.example', 'Devika Menon')
    const owner = await open({ baseURL })
    await logIn(owner, 'devika@campus.example', /shown only here: (\S+)/.exec(said)?.[1] ?? '')
    const contest = await makeContest(owner, { title: 'For the hostel', isPublic: false })
    const made = await owner.request.post(`/api/contests/${contest.id}/invitation`)
    const { invitation } = (await made.json()) as { invitation: { token: string } }

    let page = await open({ baseURL, viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
    const taps = await Clicks.in(page.context(), { isTouched: true })
    const tap = (name: string, role: 'button' | 'link' = 'button') =>
      taps.press(page.getByRole('main').getByRole(role, { name, exact: true }))
    await page.goto(`/invite#${invitation.token}`)
    await tap('Sign Up', 'link')
    // Keys of the phone's keyboard lead to the next field, and on at the last one.
    await taps.enter(page.getByLabel('Full name'), ADA.fullName)
    await taps.enterNext(page, ADA.email)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Contact number')).toBeFocused()
    await page.keyboard.type('90000 00000')
    await taps.enterNext(page, ADA.password)
    await tap('Show password')
    await axe(page)
    // A tap opens the list of years, which the phone draws.
    const year = page.getByRole('combobox', { name: 'Batch year' })
    await taps.press(year)
    await year.selectOption({ index: 1 })
    await tap('Create Account')
    const link = await mailedLink(mail, 0)
    taps.elsewhere()
    const tab = await page.context().newPage()
    await tab.goto(`/confirm#${link}`)
    page = tab
    await tap('Accept the invitation')
    await tap('Join Contest')
    await tap('Start')
    await expect(page.getByRole('region', { name: 'Question 1 of 4', exact: true })).toBeVisible()
    expect(taps.count).toBe(9)
    expect(taps.passwords).toBe(1)
  })
})

test('from the landing page through signing up to a public contest of twenty pasted questions in 22 clicks', async ({
  open,
}) => {
  await site(async ({ mail, quad }) => {
    const baseURL = quad.address
    let page = await open({ baseURL })
    const clicks = await Clicks.in(page.context())
    const click = (name: string, role: 'button' | 'link' | 'tab' = 'button') =>
      clicks.press(page.getByRole(role, { name, exact: true }).first())
    await page.goto('/')
    await click('Join Your Club Today', 'link')
    await clicks.enter(page.getByLabel('Full name'), ADA.fullName)
    await clicks.enter(page.getByLabel('Institute e-mail'), ADA.email)
    await click('Continue')
    await clicks.enter(page.getByLabel('Contact number'), '90000 00000')
    await clicks.enter(page.getByLabel('Password', { exact: true }), ADA.password)
    await click('Show password')
    const year = page.getByRole('combobox', { name: 'Batch year' })
    await clicks.press(year)
    await year.selectOption({ index: 1 })
    clicks.elsewhere()
    await click('Create Account')
    const link = await mailedLink(mail, 0)
    clicks.elsewhere()
    const tab = await page.context().newPage()
    await tab.goto(`/confirm#${link}`)
    page = tab
    await click('Go to Dashboard', 'link')
    await click('Create a contest', 'link')
    const hub = new Hub(page)
    await clicks.enter(hub.form.getByLabel('Title'), 'Rivers of India')
    await clicks.enter(hub.form.getByLabel('Description'), 'Twenty questions for everybody.')
    await clicks.press(hub.form.getByRole('button', { name: 'Create Contest' }))
    await click('Add question')
    await click('Paste a list', 'tab')
    await clicks.press(page.getByLabel('Questions as text'))
    await page.keyboard.insertText(numbered(20).map(asPasted).join('\n\n'))
    await click('Add 20 questions')
    await expect(page.getByText('20 questions added successfully!')).toBeVisible()
    await clicks.press(hub.visibility('Rivers of India'))
    await expect(hub.visibility('Rivers of India')).toHaveText('Public')
    expect(clicks.count).toBeLessThanOrEqual(22)
    // They were counted: there are as many fields and buttons.
    expect(clicks.count).toBeGreaterThan(15)
    expect(clicks.passwords).toBe(1)
    // The server has it so as well.
    await page.goto('/contest')
    const listed = page.getByRole('article', { name: 'Rivers of India' })
    await expect(listed.getByText('20', { exact: true })).toBeVisible()
  })
})

function asPasted({ text, options, answer }: Question, at: number): string {
  const lettered = options.map((option, letter) => `${'ABCD'.charAt(letter)}) ${option}`)
  return [`${at + 1}. ${text}`, ...lettered, `Answer: ${'ABCD'.charAt(answer)}`].join('\n')
}

test('a link that did not come is sent again, and says where', async ({ open }) => {
  await site(async ({ mail, quad }) => {
    const page = await open({ baseURL: quad.address })
    await register(page, ADA)
    await expect(page.getByText(`We sent a link to ${ADA.email}.`)).toBeVisible()
    await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(ADA.email)
    const first = await mailedLink(mail, 0)
    await axeInBothThemes(page)
    await page.getByRole('button', { name: 'Send the link again' }).click()
    const second = await mailedLink(mail, 1)
    expect(second).not.toBe(first)
    await page.goto(`/confirm#${first}`)
    // The page says it, and a notice, until what comes next is shown.
    await expect(page.getByText('Your e-mail address is confirmed, and you are logged in.').first()).toBeVisible()
  })
})

test('a code of a reset is for the browser that asked', async ({ open, watch }) => {
  watch.expect(/400 .*\/api\/resetpassword/)
  await site(async ({ mail, quad }) => {
    await quad.admin('create', ADA.email, ADA.fullName)
    const [owner, stranger] = [await open({ baseURL: quad.address }), await open({ baseURL: quad.address })]
    const ask = async (page: Page) => {
      await page.goto('/resetpassword')
      await page.getByLabel('E-mail', { exact: true }).fill(ADA.email)
      await page.getByLabel('New password', { exact: true }).fill(ADA.password)
      await page.getByLabel('Confirm password', { exact: true }).fill(ADA.password)
      await page.getByRole('button', { name: 'Reset Password' }).click()
      await expect(page.getByText('If an account has this address, a six-digit code is on its way.')).toBeVisible()
    }
    const enter = async (page: Page, code: string) => {
      await page.getByLabel('Code', { exact: true }).fill(code)
      await page.getByRole('button', { name: 'Set new password' }).click()
    }
    const mailedCode = async (place: number) => {
      await expect.poll(() => mail.letters.length).toBeGreaterThan(place)
      return /^ {4}(\d{6})$/m.exec(mail.letters[place] ?? '')?.[1] ?? ''
    }
    await ask(owner)
    const code = await mailedCode(0)
    expect(code).toHaveLength(6)
    // A stranger asks as well, and tries what the owner's code might be.
    await ask(stranger)
    await mailedCode(1)
    for (const guess of ['000001', '000002', '000003', '000004', '000005', code]) {
      await enter(stranger, guess)
      await expect(stranger.getByText('That code is not right or no longer valid.')).toBeVisible()
      await expect(stranger.getByRole('button', { name: 'Set new password' })).toBeEnabled()
    }
    await enter(owner, code)
    await expect(owner.getByText('Password reset successful')).toBeVisible()
  })
})
