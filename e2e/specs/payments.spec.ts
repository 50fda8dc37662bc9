/**
 * Buying, in a real browser through the sandbox's payment window: each plan for a month and for a year, and all the ways
 * a payment goes wrong without anything being lost: declined, dismissed, a callback that never comes, a tab that is
 * closed, a verification nobody answers or that is forged. Then receipts, refunds, and the document that is its own.
 */
import {
  axe,
  axeInBothThemes,
  expect,
  logIn,
  type Page,
  type Person,
  signedUp,
  startQuad,
  test,
  toastsStay,
} from '../fixtures'
import { enterLogIn } from '../pages/accounts'
import { Hub } from '../pages/contests'
import {
  bought,
  createPoll,
  enterPoll,
  mailsTo,
  makeOrder,
  ordersOf,
  Pricing,
  payAndVanish,
  promote,
  SOLD,
  TEST_MARK,
  title,
  whoAmI,
} from '../pages/payments'
import { PollForm } from '../pages/polls'
import { jumpAhead } from '../pages/prepared'

// Money: the first verdict counts.
test.describe.configure({ retries: 0 })

const MAIL_MARK = /test payment\s+[–-]\s+no money\s+moves/i
const PHONE = { width: 390, height: 844 }
/** Until the money is taken: asked for, or set aside by the bank. */
const WAITING = /^(Waiting for the payment|Your bank has set the money aside)$/

/** After so many seconds the money is taken: nobody waits for it, the clock is sent there. */
const LATE = 900

/** `3 contests and 3 polls`. */
const creations = (n: number) => (n === 1 ? '1 contest and 1 poll' : `${n} contests and ${n} polls`)

async function neverSideways(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { scrollWidth, clientWidth }
  })
  expect(scrollWidth, 'scrolls sideways').toBeLessThanOrEqual(clientWidth)
}

for (const sale of SOLD) {
  // One of the six is enough for the gate.
  const tag = title(sale) === 'Pro (monthly pack)' ? '@gate' : []
  test(`${title(sale)} is bought for ₹${sale.rupees}`, { tag }, async ({ page, quad }) => {
    const person = await signedUp(page)
    expect(await whoAmI(page)).toMatchObject({ role: 'USER', contestCredits: 0, pollCredits: 0 })
    await page.goto('/contest')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click()
    const pricing = new Pricing(page)
    await expect(page.getByText(TEST_MARK)).toBeVisible()
    await pricing.choosePeriod(sale.period)
    await expect(pricing.card(sale.plan)).toContainText(`₹${sale.rupees}`)
    await expect(pricing.card(sale.plan)).toContainText(creations(sale.creations))
    const checkout = await pricing.startBuying(sale)
    expect(await page.evaluate(() => localStorage.getItem('cn'))).toBe(String(sale.creations))
    await expect(checkout.frame.getByText('This is for paid subscription')).toBeVisible()
    await expect(checkout.frame.getByText(title(sale), { exact: true })).toBeVisible()
    await expect(checkout.frame.getByText(person.fullName)).toBeVisible()
    // The notice is handed on to a new document: what is done with it has to wait for that.
    await page.evaluate(() => document.documentElement.setAttribute('data-before', 'payment'))
    await checkout.pay()

    await expect(page).toHaveURL('/contest')
    await expect(page.locator('html:not([data-before])')).toBeAttached()
    const toast = page.getByText(`${title(sale)}: ${creations(sale.creations)} added to your account. ${TEST_MARK}.`)
    await expect(toast).toBeVisible()
    await toastsStay(page)
    const bothKinds = { contestCredits: sale.creations, pollCredits: sale.creations }
    expect(await whoAmI(page)).toMatchObject({ role: 'ORGANISER', ...bothKinds })
    await toast.getByRole('link', { name: 'Receipt' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: /^Receipt Q-\d{6}$/ })).toBeVisible()
    await expect(page.getByRole('article')).toContainText(`₹${sale.rupees}.00`)
    await page.goto('/profile')
    await expect(page.getByText('ORGANISER')).toBeVisible()

    // The webhook arrives as well, and adds nothing.
    await expect(async () => {
      const letters = await mailsTo(quad, person.email)
      expect(
        letters.some((text) => text.includes(`₹${sale.rupees}`) && /Q-\d{6}/.test(text) && MAIL_MARK.test(text)),
      ).toBe(true)
    }).toPass({ timeout: 45_000 })
    expect(await whoAmI(page)).toMatchObject(bothKinds)
    expect(await ordersOf(page)).toMatchObject([{ state: 'paid' }])

    // And it is good for both kinds.
    const hub = new Hub(page)
    await hub.open()
    const { creations: n } = sale
    await expect(page.getByText(`${n} contest creation${n === 1 ? '' : 's'} left.`)).toBeVisible()
    await hub.create('Monsoon Quiz', 'Paid for with a plan.')
    await createPoll(page, 'Which round comes first?')
    expect(await whoAmI(page)).toMatchObject({ contestCredits: n - 1, pollCredits: n - 1 })
  })
}

test('what was bought is spent on a contest and a poll; the next one leads to the plans', async ({ page, watch }) => {
  watch.expect(/40[34] .*\/api\/voting\//)
  await signedUp(page)
  const pricing = new Pricing(page)
  await pricing.open()
  await (await pricing.startBuying({ plan: 'Starter', period: 'monthly' })).pay()
  await expect(page).toHaveURL('/contest')
  // A document of its own comes with it.
  await expect(page.getByRole('heading', { level: 1, name: 'Contests' })).toBeVisible()
  const hub = new Hub(page)
  await hub.open()
  await expect(page.getByText('1 contest creation left.')).toBeVisible()
  await hub.create('The one I bought', 'Paid for with the smallest plan.')
  await expect(hub.card('The one I bought')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'You have no contest creations left' })).toBeVisible()
  await axeInBothThemes(page)
  await page.getByRole('link', { name: 'See the plans' }).click()
  await expect(page).toHaveURL('/pricing')
  await expect(page.getByText(/^You have 0 contests and 1 poll left\./)).toBeVisible()

  // Two tabs with one creation left: the second is refused, keeps what was typed and shows the way.
  const tab = await page.context().newPage()
  const late = new PollForm(tab)
  await late.open()
  await enterPoll(late, 'And which next?')
  await createPoll(page, 'Which topic?')
  await late.submit.click()
  await expect(tab.getByRole('heading', { name: 'You have no poll creations left' })).toBeVisible()
  await expect(tab.getByText('What you have entered is kept on this device until then.')).toBeVisible()
  await axeInBothThemes(tab)
  await tab.getByRole('link', { name: 'See the plans' }).click()
  await expect(tab).toHaveURL('/pricing')
  await tab.close()
  expect(await whoAmI(page)).toMatchObject({ role: 'ORGANISER', contestCredits: 0, pollCredits: 0 })
  await page.goto('/pricing')
  await expect(page.getByText(/^You have 0 contests and 0 polls left\./)).toBeVisible()
  await page.getByRole('link', { name: 'Your purchases' }).click()
  await expect(page).toHaveURL('/purchases')
  await expect(page.getByText('Contest created')).toBeVisible()
  await expect(page.getByText('−1 contest', { exact: true })).toBeVisible()
  await expect(page.getByText('Poll created')).toBeVisible()
  await expect(page.getByText('−1 poll', { exact: true })).toBeVisible()
  await axeInBothThemes(page)
})

test('a declined payment costs nothing and may be tried again', { tag: '@gate' }, async ({ page, watch }) => {
  watch.expect(/\/sandbox\/checkout\/pay/)
  await signedUp(page)
  await page.setViewportSize(PHONE)
  const pricing = new Pricing(page)
  await pricing.open()
  const checkout = await pricing.startBuying({ plan: 'Pro', period: 'monthly' })
  await checkout.button('Decline').click()
  await expect(checkout.button('Decline')).toBeEnabled()
  await axe(page)
  await checkout.button('Cancel').click()
  await checkout.isClosed()
  await expect(page.getByText('payment error', { exact: true })).toBeVisible()
  await expect(page.getByText(/The payment did not go through.*Nothing was added\./)).toBeVisible()
  await neverSideways(page)
  await axeInBothThemes(page)
  expect(await whoAmI(page)).toMatchObject({ role: 'USER', contestCredits: 0, pollCredits: 0 })

  await (await pricing.startBuying({ plan: 'Pro', period: 'monthly' })).pay()
  await expect(page).toHaveURL('/contest')
  expect(await whoAmI(page)).toMatchObject({ role: 'ORGANISER', contestCredits: 3, pollCredits: 3 })
})

test('a dismissed payment leads back to the plans, and two clicks are one order', async ({ page }) => {
  await signedUp(page)
  const pricing = new Pricing(page)
  await pricing.open()
  await pricing.choosePeriod('annual')
  await pricing.buy('Enterprise').dblclick()
  await pricing.checkout.isOpen()
  await pricing.checkout.button('Cancel').click()
  await pricing.checkout.isClosed()
  await expect(page.getByText('You closed the payment before it was done.')).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Annual/ })).toBeChecked()
  await expect(pricing.buy('Enterprise')).toBeFocused()
  await axeInBothThemes(page)
  expect(await ordersOf(page)).toHaveLength(1)

  await page.goto('/purchases')
  const row = page.getByRole('listitem').filter({ hasText: 'Enterprise (annual pack)' })
  await expect(row.getByText('Waiting for payment')).toBeVisible()
  await expect(row.getByText('₹374')).toBeVisible()
  await expect(row.getByText(TEST_MARK)).toBeVisible()
  await expect(row.getByRole('link', { name: /Receipt/ })).toHaveCount(0)
  await expect(row.getByRole('link', { name: 'Choose this plan again' })).toHaveAttribute(
    'href',
    '/pricing?plan=enterprise&period=annual',
  )
  await row.getByRole('button', { name: /^Check again/ }).click()
  await expect(page.getByText('No payment has arrived for this order yet.')).toBeVisible()
  await axeInBothThemes(page)
})

test('a whole purchase by keyboard', async ({ page }) => {
  await signedUp(page)
  const pricing = new Pricing(page)
  await pricing.open()
  await page.getByRole('radio', { name: 'Monthly' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL('/pricing?period=annual')
  await pricing.buy('Starter').focus()
  await page.keyboard.press('Enter')
  await pricing.checkout.isOpen()
  await expect(pricing.checkout.button(/^Pay ₹86/)).toBeFocused()
  await page.keyboard.press('Escape')
  await pricing.checkout.isClosed()
  await expect(pricing.buy('Starter')).toBeFocused()
  await page.keyboard.press('Enter')
  await pricing.checkout.isOpen()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/contest')
  expect(await whoAmI(page)).toMatchObject({ contestCredits: 12 })
})

test('when the callback never comes the thank-you page turns paid', async ({ page }) => {
  await signedUp(page)
  const pricing = new Pricing(page)
  await pricing.open()
  const checkout = await pricing.startBuying({ plan: 'Pro', period: 'annual' })
  await checkout.pay({ dropCallback: true, delaySeconds: LATE, webhook: 'never' })
  await expect(checkout.frame.getByText('Paid. The page behind was not told, as you chose.')).toBeVisible()
  await checkout.button('Close').first().click()
  await page.getByRole('link', { name: 'See this order' }).click()
  await expect(page).toHaveURL(/\/payment\/success\?order=/)
  await expect(page.getByRole('heading', { name: WAITING })).toBeVisible()
  await page.setViewportSize(PHONE)
  await axeInBothThemes(page)
  await jumpAhead(page, LATE)
  await expect(page.getByRole('heading', { name: 'Added to your account' })).toBeVisible()
  const order = page.getByRole('region', { name: 'Your order' })
  await expect(order.getByText(creations(36)).last()).toBeVisible()
  await expect(order.getByText(TEST_MARK)).toBeVisible()
  await neverSideways(page)
  await axeInBothThemes(page)
  await order.getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Receipt Q-/ })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Go to My Account' }).click()
  await expect(page).toHaveURL('/profile')
})

test('money that is taken later is waited for on the thank-you page', async ({ page }) => {
  await signedUp(page)
  const pricing = new Pricing(page)
  await pricing.open()
  const checkout = await pricing.startBuying({ plan: 'Starter', period: 'monthly' })
  await checkout.pay({ delaySeconds: LATE, webhook: 'once' })
  await expect(page.getByRole('heading', { name: WAITING })).toBeVisible()
  expect(await whoAmI(page)).toMatchObject({ role: 'USER', contestCredits: 0, pollCredits: 0 })
  await jumpAhead(page, LATE)
  await expect(page.getByRole('heading', { name: 'Added to your account' })).toBeVisible()
  expect(await whoAmI(page)).toMatchObject({ role: 'ORGANISER', contestCredits: 1, pollCredits: 1 })
})

test('closing the window after a payment it did not report leads to the thank-you page', async ({ page }) => {
  await signedUp(page)
  const pricing = new Pricing(page)
  await pricing.open()
  const checkout = await pricing.startBuying({ plan: 'Starter', period: 'monthly' })
  await checkout.pay({ dropCallback: true, webhook: 'twice' })
  await expect(checkout.frame.getByText('Paid. The page behind was not told, as you chose.')).toBeVisible()
  await checkout.button('Close').first().click()
  await expect(page.getByRole('heading', { name: 'Added to your account' })).toBeVisible()
  expect(await whoAmI(page)).toMatchObject({ role: 'ORGANISER', contestCredits: 1, pollCredits: 1 })
})

test('a purchase of a closed tab appears within a minute', async ({ page }) => {
  await signedUp(page)
  const tab = await page.context().newPage()
  const pricing = new Pricing(tab)
  await pricing.open()
  const checkout = await pricing.startBuying({ plan: 'Enterprise', period: 'monthly' })
  await checkout.pay({ dropCallback: true, delaySeconds: 2, webhook: 'never' })
  await expect(checkout.frame.getByText('Paid. The page behind was not told, as you chose.')).toBeVisible()
  await tab.close()
  await jumpAhead(page, 60)
  await page.goto('/purchases')
  const row = page.getByRole('listitem').filter({ hasText: 'Enterprise (monthly pack)' })
  await expect(row.getByText('Paid', { exact: true })).toBeVisible({ timeout: 90_000 })
  await expect(row.getByRole('link', { name: /^Receipt Q-/ })).toBeVisible()
  expect(await whoAmI(page)).toMatchObject({ role: 'ORGANISER', contestCredits: 5, pollCredits: 5 })
})

test('a verification nobody answers is waited for, a forged one is refused', async ({ page, watch }) => {
  watch.expect(/\/api\/payment\/verification/)
  await signedUp(page)
  const pricing = new Pricing(page)
  await pricing.open()
  await page.route('**/api/payment/verification', (route) => {
    const body = { ...route.request().postDataJSON(), razorpay_signature: 'f'.repeat(64) }
    return route.continue({ postData: JSON.stringify(body) })
  })
  await (await pricing.startBuying({ plan: 'Starter', period: 'monthly' })).pay({ webhook: 'never', delaySeconds: 600 })
  await expect(page.getByText('Payment verification failed').first()).toBeVisible()
  await expect(page).toHaveURL('/pricing')
  expect(await whoAmI(page)).toMatchObject({ role: 'USER', contestCredits: 0 })

  await page.unrouteAll()
  await page.route('**/api/payment/verification', (route) => route.abort('connectionreset'))
  await (await pricing.startBuying({ plan: 'Starter', period: 'monthly' })).pay()
  await expect(page).toHaveURL(/\/payment\/success\?order=/)
  await expect(page.getByRole('heading', { name: 'Added to your account' })).toBeVisible()
  expect(await whoAmI(page)).toMatchObject({ role: 'ORGANISER', contestCredits: 1 })
})

test('a guest chooses, logs in, and finds the choice again', async ({ page, open }) => {
  const person = await signedUp(await open())
  await page.goto('/pricing')
  const pricing = new Pricing(page)
  await pricing.choosePeriod('annual')
  await pricing.card('Enterprise').getByRole('link', { name: 'Choose Plan: Enterprise (annual pack)' }).click()
  await expect(page).toHaveURL(/\/login\?next=/)
  await enterLogIn(page, person.email, person.password)
  await expect(page.getByText('Login successful')).toBeVisible()
  await expect(page).toHaveURL('/pricing?plan=enterprise&period=annual')
  await expect(pricing.card('Enterprise')).toContainText('Your choice')
  await expect(pricing.buy('Enterprise')).toBeFocused()
})

test('the plans are a document of their own, coming and going', async ({ page }) => {
  const mark = () => page.evaluate(() => document.body.setAttribute('data-here', ''))
  const isSame = () => page.evaluate(() => document.body.hasAttribute('data-here'))
  const main = page.getByRole('navigation', { name: 'Main' })
  const policies: string[] = []
  page.on('response', (answer) => {
    const policy = answer.headers()['content-security-policy']
    if (answer.request().resourceType() === 'document') policies.push(policy ?? '')
  })
  await page.goto('/about')
  await mark()
  await main.getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL('/')
  expect(await isSame()).toBe(true)

  await main.getByRole('link', { name: 'Pricing' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Plans for those who run the contest' })).toBeVisible()
  expect(await isSame()).toBe(false)
  expect(policies.at(-1)).toContain('frame-src')
  await mark()
  await new Pricing(page).choosePeriod('annual')
  await expect(page).toHaveURL('/pricing?period=annual')
  expect(await isSame()).toBe(true)

  await main.getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
  await expect(page).toHaveTitle(/^About · /)
  expect(await isSame()).toBe(false)
  expect(policies.at(-1)).not.toContain('frame-src')

  await page.goBack()
  await expect(page).toHaveURL('/pricing?period=annual')
  await expect(page.getByRole('radio', { name: /^Annual/ })).toBeChecked()
  await page.goBack()
  await expect(page).toHaveURL('/')
  // The address is there at once, its document a little later: one more step back before that would cut it off.
  await expect(page).not.toHaveTitle(/^(Pricing|About) · /)
  expect(await isSame()).toBe(false)
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('Contact Sales opens the form for questions about plans', async ({ page }) => {
  for (const part of ['card', 'foot'] as const) {
    const pricing = new Pricing(page)
    await pricing.open()
    const within =
      part === 'card' ? pricing.card('Enterprise') : page.getByRole('region', { name: 'Something bigger in mind?' })
    await within.getByRole('link', { name: 'Contact Sales' }).click()
    await expect(page).toHaveURL('/contactus?topic=sales')
    await expect(page.getByRole('radio', { name: 'Plans for a club or department' })).toBeChecked()
  }
})

test('where the payment cannot begin it says so, and nothing was ordered', async ({ page, watch }) => {
  watch.expect(/\/api\/payment\/order/, /\/sandbox\/checkout\.js/)
  await signedUp(page)
  const pricing = new Pricing(page)
  await pricing.open()
  await page.route('**/sandbox/checkout.js', (route) => route.abort('connectionreset'))
  await pricing.buy('Pro').click()
  await expect(page.getByText('payment error', { exact: true })).toBeVisible()
  await expect(page.getByText(/^The payment window could not be loaded, and nothing was charged/)).toBeVisible()
  await axeInBothThemes(page)
  await page.unrouteAll()
  await page.route('**/api/payment/order', (route) => route.abort('connectionreset'))
  await pricing.buy('Starter').click()
  await expect(page.getByText(/^The payment window could not be loaded/)).toHaveCount(0)
  await expect(pricing.buy('Starter')).toBeEnabled()
  await expect(page.locator('iframe')).toHaveCount(0)
  expect(await ordersOf(page)).toHaveLength(0)

  await page.unrouteAll()
  await (await pricing.startBuying({ plan: 'Starter', period: 'monthly' })).pay()
  await expect(page).toHaveURL('/contest')
})

test('purchases before the first, and when they cannot be read', async ({ page, watch }) => {
  watch.expect(/\/api\/payment\/(orders|credits)/)
  await signedUp(page)
  await page.goto('/purchases')
  await expect(page.getByText('No purchases yet')).toBeVisible()
  await expect(page.getByText('Nothing has been added to your account yet.')).toBeVisible()
  await axeInBothThemes(page)
  const [orders, credits] = ['**/api/payment/orders*', '**/api/payment/credits*']
  for (const calls of [orders, credits]) await page.route(calls, (route) => route.fulfill({ status: 503, body: '' }))
  await page.reload()
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toHaveCount(2)
  await axeInBothThemes(page)
  // One after the other: what can be read again may come by itself before it is asked for.
  await page.unroute(orders)
  await again.first().click()
  await expect(page.getByText('No purchases yet')).toBeVisible()
  await page.unroute(credits)
  await again.click()
  await expect(page.getByText('Nothing has been added to your account yet.')).toBeVisible()
})

test('where nothing is sold it says that creating is free', async ({ browser, watch }) => {
  const quad = await startQuad({ settings: { billing: 'off' } })
  const context = await browser.newContext({ baseURL: quad.address })
  try {
    watch.over(context)
    const page = await context.newPage()
    await signedUp(page)
    await page.goto('/pricing')
    await expect(page.getByRole('heading', { level: 1, name: 'Creating is free here' })).toBeVisible()
    await expect(page.getByText('₹')).toHaveCount(0)
    await axeInBothThemes(page)
    await page.getByRole('link', { name: 'Create a contest' }).click()
    await expect(page.getByRole('form', { name: 'Create a contest' })).toBeVisible()
  } finally {
    await context.close()
    await quad.close()
  }
})

test('a receipt is the buyer’s, prints without the site, and is nobody else’s', async ({ page, quad, open, watch }) => {
  watch.expect(/404 .*\/api\/payment\/orders/)
  const person = await signedUp(page, { fullName: 'Meera Iyer' })
  const id = await bought(page, 86)
  await page.goto(`/receipt/${id}`)
  const sheet = page.getByRole('article')
  for (const words of ['Meera Iyer', person.email, 'Starter (annual pack)', '₹86.00', creations(12), TEST_MARK]) {
    await expect(sheet).toContainText(words)
  }
  await expect(sheet).toContainText(/pay_\w+/)
  await axeInBothThemes(page)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(sheet).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  await expect(async () => {
    const letters = await mailsTo(quad, person.email)
    expect(letters.filter((text) => text.includes(`/receipt/${id}`))).toHaveLength(1)
  }).toPass({ timeout: 45_000 })

  const other = await open()
  await signedUp(other)
  await other.goto(`/receipt/${id}`)
  await expect(other.getByText('There is no such order on your account.')).toBeVisible()
  await expect(other.getByText('Meera Iyer')).toHaveCount(0)
  await axe(other)
  const unpaid = await makeOrder(other, 9)
  await other.goto(`/receipt/${unpaid.id}`)
  await expect(other.getByText('There is no receipt for an order that was not paid.')).toBeVisible()
})

async function administrator(page: Page, quad: Parameters<typeof promote>[0]): Promise<Person> {
  const person = await signedUp(page)
  await promote(quad, person.email)
  await logIn(page, person.email, person.password)
  return person
}

test('an administrator finds the sale and records a refund', async ({ page, quad, open, watch }) => {
  watch.expect(/409 .*\/refunds/)
  const buyer = await open()
  const person = await signedUp(buyer, { fullName: `Refunded ${Date.now() % 100_000}` })
  const id = await bought(buyer, 19)
  await administrator(page, quad)
  await page.goto('/sales')
  await page.getByRole('searchbox').fill(person.fullName)
  const row = page.getByRole('listitem').filter({ hasText: person.email })
  await expect(row).toContainText('Pro (monthly pack)')
  await expect(row).toContainText(TEST_MARK)
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await axeInBothThemes(page)

  await row.getByRole('button', { name: /^Refund Q-/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Refund Q-/ })
  await expect(dialog.getByLabel('Amount in rupees')).toHaveValue('19')
  await expect(dialog.getByText(TEST_MARK)).toBeVisible()
  await dialog.getByLabel('Amount in rupees').fill('20')
  await dialog.getByLabel('Contests to take back').fill('4')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('At most ₹19')).toBeVisible()
  await expect(dialog.getByText('At most 3')).toBeVisible()
  await expect(dialog.getByText('Say why')).toBeVisible()
  await axeInBothThemes(page)
  await dialog.getByLabel('Amount in rupees').fill('9.50')
  await dialog.getByLabel('Contests to take back').fill('1')
  await dialog.getByLabel('Polls to take back').fill('2')
  await dialog.getByLabel('Reason').fill('The hall was closed')
  await dialog.getByLabel('Reference').fill('rfnd_1')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const question = `Record ₹9.50 given back to ${person.fullName} and take back 1 contest and 2 polls?`
  await expect(dialog.getByText(question)).toBeVisible()
  await dialog.getByRole('button', { name: 'Change' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveValue('The hall was closed')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'Record the refund' }).click()
  await expect(dialog).toBeHidden()
  await expect(row.getByText('Partly refunded')).toBeVisible()
  await expect(row.getByText('₹9.50 back')).toBeVisible()

  expect(await whoAmI(buyer)).toMatchObject({ role: 'ORGANISER', contestCredits: 2, pollCredits: 1 })
  await buyer.goto(`/receipt/${id}`)
  await expect(buyer.getByRole('article')).toContainText('The hall was closed')
  await expect(buyer.getByRole('article')).toContainText('−₹9.50')
  await axeInBothThemes(buyer)
  await buyer.goto('/purchases')
  await expect(buyer.getByText('₹9.50 given back')).toBeVisible()
  await expect(buyer.getByText('−2 polls')).toBeVisible()
  await expect(async () => {
    expect((await mailsTo(quad, person.email)).some((text) => text.includes('The hall was closed'))).toBe(true)
  }).toPass({ timeout: 45_000 })

  // What the buyer has used meanwhile cannot be taken back.
  const hub = new Hub(buyer)
  await hub.open()
  await hub.create('Used up', 'One of the two that were left.')
  await expect(hub.card('Used up')).toBeVisible()
  await row.getByRole('button', { name: /^Refund Q-/ }).click()
  await dialog.getByLabel('Reason').fill('The rest as well')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'Record the refund' }).click()
  await expect(dialog.getByText(/The buyer has used some of these creations/)).toBeVisible()
  await expect(dialog.getByLabel('Reason')).toHaveValue('The rest as well')
  await dialog.getByLabel('Contests to take back').fill('1')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'Record the refund' }).click()
  await expect(row.getByText('Refunded', { exact: true })).toBeVisible()
  expect(await whoAmI(buyer)).toMatchObject({ contestCredits: 0, pollCredits: 0 })
})

test('on a phone the administrator’s list and the refund fit', async ({ page, quad, open, watch }) => {
  watch.expect(/403 .*\/api\/payment\/sales/)
  const buyer = await open()
  const person = await signedUp(buyer)
  // The guard stops the role USER, and shows the way.
  await buyer.goto('/sales')
  await expect(buyer.getByRole('heading', { name: 'Admin Access Required' })).toBeVisible()
  await axeInBothThemes(buyer)
  await buyer.getByRole('link', { name: 'Request Admin Access' }).click()
  await expect(buyer).toHaveURL('/pricing')
  await bought(buyer, 374)
  await buyer.goto('/sales')
  await expect(buyer.getByText('Only administrators see the sales.')).toBeVisible()
  await page.setViewportSize(PHONE)
  await administrator(page, quad)
  await page.goto('/sales')
  await expect(page.getByText(person.email)).toBeVisible()
  await neverSideways(page)
  await axeInBothThemes(page)
  await page
    .getByRole('button', { name: /^Refund Q-/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await axeInBothThemes(page)
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').fill('nobody of that name')
  await expect(page.getByRole('heading', { name: 'Nothing found for “nobody of that name”' })).toBeVisible()
  await axe(page)
})

test('an order that was paid long after it was made is found by asking', async ({ page }) => {
  await signedUp(page)
  const { id, providerId } = await makeOrder(page, 9)
  await page.goto('/purchases')
  await payAndVanish(page, providerId, { webhook: 'never' })
  await page.getByRole('button', { name: /^Check again/ }).click()
  await expect(page.getByText('The payment has arrived; your creations are ready.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Receipt Q-/ })).toBeVisible()
  expect((await ordersOf(page)).find((one) => one.id === id)?.state).toBe('paid')
})

test('money that differs is looked at, and an administrator credits it or gives it back', async ({
  page,
  quad,
  open,
}) => {
  const buyer = await open()
  const person = await signedUp(buyer, { fullName: `Differing ${Date.now() % 100_000}` })
  const orders = [await makeOrder(buyer, 19), await makeOrder(buyer, 39)] as const
  for (const { providerId } of orders) {
    const data = { order: providerId, outcome: 'pay', amount: 'offer', webhook: 'once' }
    expect((await buyer.request.post('/sandbox/checkout/pay', { data })).ok()).toBe(true)
  }
  await buyer.goto(`/payment/success?order=${orders[0].id}`)
  await expect(buyer.getByRole('heading', { name: 'Your payment has arrived and is under review' })).toBeVisible()
  await axeInBothThemes(buyer)
  await administrator(page, quad)
  await page.goto('/sales')
  await expect(page.getByRole('heading', { name: 'To decide' })).toBeVisible()
  await axeInBothThemes(page)
  for (const [said, decision, confirm] of [
    ['₹17.10 was paid where ₹19', 'Credit it', 'Credit the payment'],
    ['₹35.10 was paid where ₹39', 'Give it back', 'Give the payment back'],
  ] as const) {
    const row = page.getByRole('listitem').filter({ hasText: person.fullName }).filter({ hasText: said })
    await row.getByRole('button', { name: `${decision}: ${person.fullName}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Agreed with the buyer')
    await dialog.getByRole('button', { name: confirm }).click()
    await expect(row).toHaveCount(0)
  }
  await buyer.reload()
  await expect(buyer.getByRole('heading', { name: 'Added to your account' })).toBeVisible()
  expect(await whoAmI(buyer)).toMatchObject({ contestCredits: 3, pollCredits: 3 })
  await buyer.goto(`/payment/success?order=${orders[1].id}`)
  await expect(buyer.getByRole('heading', { name: 'Your payment is being returned to you' })).toBeVisible()
})
