/**
 * Being told: the bell and the inbox as it happens, notifications on a device from the explaining panel to the pressed
 * notification – decrypted by a push service of the test's own – and what one chooses.
 */
import { WHOLE_BROWSER } from '../browser'
import { axe, axeInBothThemes, expect, FREE_WITH_CLOCK, logIn, type Page, signedUp, startQuad, test } from '../fixtures'
import { openAccountMenu } from '../pages/accounts'
import { administrator, announce, Bell, Inbox, PushPanel, unreadOf } from '../pages/notifications'
import { jumpAhead } from '../pages/prepared'
import { canPush, deliver, Phone, PushService, press, shown, signedBy, subscribedWith } from '../pages/push'

test.use({ quadOptions: FREE_WITH_CLOCK, launchOptions: WHOLE_BROWSER })

const NARROW = { width: 320, height: 640 }

async function neverSideways(page: Page): Promise<void> {
  const before = page.viewportSize() ?? NARROW
  await page.setViewportSize(NARROW)
  const widest = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(widest, 'scrolls sideways at 320 px').toBeLessThanOrEqual(NARROW.width)
  await page.setViewportSize(before)
}

test('what is told is there at once, in every browser of the person', async ({ page, open, quad }) => {
  const office = await open()
  await administrator(office, quad)
  const me = await signedUp(page)
  const phone = await open({ viewport: { width: 390, height: 844 } })
  await logIn(phone, me.email, me.password)
  const [desk, pocket] = [new Bell(page), new Bell(phone)]
  const inbox = new Inbox(phone)
  await page.goto('/contest')
  await desk.says(0)
  await inbox.open()
  await expect(phone.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible()

  await announce(office, 'The library closes early', 'At four, for the stocktaking.')
  await desk.says(1)
  await pocket.says(1)
  await expect(inbox.row('The library closes early').getByText('At four, for the stocktaking.')).toBeVisible()
  await expect(page.getByText('New notification: The library closes early')).toBeAttached()
  await axeInBothThemes(phone)

  // Behind the bell, by keyboard.
  await desk.button.focus()
  await page.keyboard.press('Enter')
  await expect(desk.panel.getByRole('link', { name: /The library closes early/ })).toBeVisible()
  await axeInBothThemes(page)
  await page.keyboard.press('Escape')
  await expect(desk.panel).toBeHidden()
  await expect(desk.button).toBeFocused()

  // Read on the phone is read on the desk.
  await inbox
    .row('The library closes early')
    .getByRole('button', { name: /^Mark as read/ })
    .click()
  await desk.says(0)
  await pocket.says(0)

  // Opened from the bell: read, and its page is there.
  await announce(office, 'Second call')
  await desk.says(1)
  await desk.button.click()
  await desk.panel.getByRole('link', { name: /Second call/ }).click()
  await expect(page).toHaveURL('/notifications')
  await expect(desk.panel).toBeHidden()
  await desk.says(0)
  await pocket.says(0)

  // A narrow phone has room for the panel.
  await phone.setViewportSize(NARROW)
  await pocket.button.click()
  await expect(pocket.panel.getByRole('link', { name: /Second call/ })).toBeVisible()
  const box = await pocket.panel.boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= NARROW.width).toBe(true)

  // The dashboard has what is unread.
  await announce(office, 'Third call')
  await page.goto('/dashboard')
  const part = page.getByRole('region', { name: 'Unread notifications' })
  await expect(part.getByRole('link', { name: /Third call/ })).toBeVisible()
  await page.request.post('/api/notifications/read', { data: { all: true } })
  await expect(part).toBeHidden()
})

test('an inbox with pages: unread apart, removed with a way back, all read at once', async ({
  page,
  open,
  quad,
  watch,
}) => {
  watch.expect(/status of 500/, /^answer: 500/)
  // Twenty a day may be sent; other stories of the same server sent some today.
  await jumpAhead(page, 25 * 3600)
  const office = await open()
  const dean = await administrator(office, quad)
  await signedUp(page)
  for (let n = 1; n <= 20; n += 1) await announce(office, `Call ${n}`)
  await expect.poll(() => unreadOf(page)).toBe(20)
  await jumpAhead(page, 25 * 3600)
  // An administrator's log-in does not last that long.
  await logIn(office, dean.email, dean.password)
  for (let n = 21; n <= 23; n += 1) await announce(office, `Call ${n}`)
  await expect.poll(() => unreadOf(page)).toBe(23)

  const inbox = new Inbox(page)
  await inbox.open()
  await expect(page.getByText('23 unread')).toBeVisible()
  await expect(inbox.list.getByRole('listitem')).toHaveCount(20)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(inbox.list.getByRole('listitem')).toHaveCount(23)
  await expect(inbox.list.getByRole('listitem').nth(20).getByRole('link')).toBeFocused()
  await neverSideways(page)

  // Removed, taken back, removed for good by moving on.
  await inbox
    .row('Call 23')
    .getByRole('button', { name: /^Remove/ })
    .click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeFocused()
  await axe(page)
  await page.keyboard.press('Enter')
  await expect(inbox.row('Call 23').getByRole('button', { name: /^Remove/ })).toBeFocused()
  expect(await unreadOf(page)).toBe(23)
  await page.keyboard.press('Enter')
  await expect(undo).toBeFocused()
  await inbox.tab('Unread').click()
  await expect.poll(() => unreadOf(page)).toBe(22)
  await expect(inbox.row('Call 22')).toBeVisible()
  await expect(inbox.row('Call 23')).toBeHidden()

  // One read leaves the list of unread ones, and the focus goes on to the next.
  await inbox
    .row('Call 22')
    .getByRole('button', { name: /^Mark as read/ })
    .click()
  await expect(inbox.row('Call 22')).toBeHidden()
  await expect(inbox.row('Call 21').getByRole('link')).toBeFocused()

  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByRole('heading', { name: 'All read' })).toBeVisible()
  await expect(page.getByText('Everything is read.')).toBeVisible()
  await inbox.tab('All').click()
  await expect(inbox.list.getByRole('listitem').first()).toBeVisible()

  // It fails, and comes back.
  await page.route('**/api/notifications?*', (route) => route.fulfill({ status: 500, json: { code: 'internal' } }))
  await page.goto('/notifications')
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await axeInBothThemes(page)
  await page.unroute('**/api/notifications?*')
  await again.click()
  await expect(inbox.row('Call 21')).toBeVisible()
})

test.describe('on a device', () => {
  test.use({ serviceWorkers: 'allow' })

  test('asked after a click, sent encrypted and signed, shown, opened, and over with the log-out', async ({ open }) => {
    const [service, phone, other] = [await PushService.start(), new Phone(), new Phone()]
    const quad = await startQuad({ hooks: true })
    try {
      const page = await open({ baseURL: quad.address })
      await service.takeOver(page)
      const { key } = (await (await page.request.get('/api/push/key')).json()) as { key: string }
      await page.context().grantPermissions(['notifications'], { origin: quad.address })
      await canPush(page, service.endpoint('ok/desk'), phone)
      const asked = () => page.evaluate(() => (globalThis as { asked?: number }).asked ?? 0)
      await page.addInitScript(() => {
        if (!('Notification' in globalThis)) return
        const ask = Notification.requestPermission.bind(Notification)
        Notification.requestPermission = () => {
          const scope = globalThis as { asked?: number }
          scope.asked = (scope.asked ?? 0) + 1
          return ask()
        }
      })
      const me = await signedUp(page)

      // Neither the log-in page nor the panel asks by itself.
      const inbox = new Inbox(page)
      await inbox.open()
      await expect(inbox.push.turnOn).toBeVisible()
      expect([await asked(), await subscribedWith(page)]).toEqual([0, null])
      await axeInBothThemes(page)
      await inbox.push.turnOn.click()
      await expect(inbox.push.panel.getByText('Notifications are on for this device')).toBeVisible()
      expect([await asked(), await subscribedWith(page)]).toEqual([1, key])
      await axeInBothThemes(page)

      // Another device of the person, and one of somebody else's.
      const subscribe = (of: Page, endpoint: string, keys: object) =>
        of.request.put('/api/push/subscription', { data: { endpoint, keys } })
      expect((await subscribe(page, service.endpoint('gone/lost'), other.keys)).status()).toBe(200)
      const stranger = await open({ baseURL: quad.address })
      await signedUp(stranger)
      expect((await subscribe(stranger, service.endpoint('ok/stranger'), other.keys)).status()).toBe(200)

      await inbox.push.test.click()
      await expect(page.getByText('A test notification is on its way to your devices.')).toBeVisible()
      await expect.poll(() => service.heard.map((one) => one.path).sort()).toEqual(['/gone/lost', '/ok/desk'])
      const heard = service.heard.find((one) => one.path === '/ok/desk')
      if (!heard) throw new Error('nothing came')
      const message = phone.read(heard) as { title: string; body: string; url: string; tag: string }
      expect(message).toMatchObject({ title: 'Quad can reach this device', url: '/notifications' })
      expect(() => other.read(heard)).toThrow()
      expect(Number(heard.headers.ttl)).toBeGreaterThan(0)
      const signed = signedBy(heard)
      expect(signed.key).toBe(key)
      expect(signed.claims.aud).toBe(service.origin)
      // No contact is set, and none is made up.
      expect(signed.claims.sub).toBeUndefined()
      const left = signed.claims.exp - Date.now() / 1000
      expect(left > 0 && left <= 24 * 3600).toBe(true)

      // What was decrypted is what the worker gets; it shows it, and a press opens the page and reads the notice.
      await page.goto('/contest')
      const bell = new Bell(page)
      await bell.says(1)
      await deliver(page, JSON.stringify(message))
      await expect.poll(() => shown(page)).toEqual([{ ...message, body: message.body }])
      expect(await press(page, message.title)).toEqual({ opened: [`${quad.address}/notifications`], focused: [] })
      await bell.says(0)
      expect(await shown(page)).toEqual([])

      // A tab that shows the page is brought forward; other sites are never opened; nonsense is shown all the same.
      await deliver(page, JSON.stringify({ title: 'Here already', body: '', url: '/contest', tag: 'x1' }))
      await expect.poll(async () => (await shown(page)).length).toBe(1)
      expect(await press(page, 'Here already')).toEqual({ opened: [], focused: [`${quad.address}/contest`] })
      await deliver(page, JSON.stringify({ title: 'Elsewhere', url: 'https://evil.example/', tag: 'x2' }))
      await expect.poll(async () => (await shown(page)).length).toBe(1)
      expect((await press(page, 'Elsewhere')).opened).toEqual([`${quad.address}/notifications`])
      await deliver(page, 'no JSON')
      // It has no tag: one that came late and its repeat are two.
      const nonsense = { title: 'New notification', url: '/notifications' }
      await expect.poll(async () => (await shown(page))[0]).toMatchObject(nonsense)
      for (const one of await shown(page)) expect(one).toMatchObject(nonsense)

      // The profile lists devices; the one that was gone has been forgotten by itself.
      expect((await subscribe(page, service.endpoint('ok/tablet'), other.keys)).status()).toBe(200)
      await page.goto('/profile#notifications')
      const part = page.getByRole('region', { name: 'Notifications', exact: true })
      await expect(part.getByText('Notifications are on for this device')).toBeVisible()
      await expect(part.getByRole('button', { name: /^Remove/ })).toHaveCount(1)
      await part.getByRole('button', { name: /^Remove/ }).click()
      const sure = page.getByRole('dialog', { name: 'Stop notifying this device?' })
      await sure.getByRole('button', { name: 'Remove' }).click()
      await expect(part.getByRole('button', { name: /^Remove/ })).toHaveCount(0)

      // The log-out takes it away from this device.
      const devices = async (of: Page) =>
        ((await (await of.request.get('/api/notifications/preferences')).json()) as { devices: unknown[] }).devices
          .length
      const elsewhere = await open({ baseURL: quad.address })
      await logIn(elsewhere, me.email, me.password)
      expect(await devices(elsewhere)).toBe(1)
      await openAccountMenu(page, me.fullName)
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible()
      expect(await subscribedWith(page)).toBeNull()
      expect(await devices(elsewhere)).toBe(0)

      // One that a lapsed session left behind travels with the next log-in.
      await page.evaluate(
        (bytes) => localStorage.setItem('test.push', JSON.stringify(bytes)),
        [...Buffer.from(key, 'base64url')],
      )
      await page.goto('/login')
      await page.getByLabel('E-mail', { exact: true }).fill(me.email)
      await page.getByLabel('Password', { exact: true }).fill(me.password)
      await page.getByRole('main').getByRole('button', { name: 'Log In' }).click()
      await expect(page.getByRole('button', { name: `Account: ${me.fullName}` })).toBeVisible()
      expect(await devices(elsewhere)).toBe(1)
      await inbox.open()
      await expect(inbox.push.panel.getByText('Notifications are on for this device')).toBeVisible()
      await inbox.push.turnOff.click()
      await expect(inbox.push.turnOn).toBeVisible()
      expect([await devices(elsewhere), await subscribedWith(page)]).toEqual([0, null])
      // It had been asked for once, by the one click.
      for (const one of [page, stranger, elsewhere]) await one.close()
    } finally {
      await quad.close()
      await service.close()
    }
  })

  test('a browser that blocks says how to undo it, and one without https tells administrators', async ({
    page,
    open,
    quad,
  }) => {
    await page.addInitScript(() => {
      if ('Notification' in globalThis) Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
    })
    await signedUp(page)
    await page.goto('/notifications')
    const { panel, turnOn } = new PushPanel(page)
    await expect(panel.getByText('Your browser blocks notifications from this site')).toBeVisible()
    await expect(panel.getByText(/^To undo that, open the site settings/)).toBeVisible()
    await expect(turnOn).toBeHidden()
    await axeInBothThemes(page)

    const plain = () => Object.defineProperty(globalThis, 'isSecureContext', { get: () => false })
    const office = await open()
    await office.addInitScript(plain)
    await administrator(office, quad)
    await office.goto('/notifications')
    await expect(new PushPanel(office).panel.getByText('No push without https')).toBeVisible()
    await axeInBothThemes(office)
    const student = await open()
    await student.addInitScript(plain)
    await signedUp(student)
    await student.goto('/notifications')
    await expect(student.getByRole('link', { name: 'Choose what you are notified about' })).toBeVisible()
    await expect(new PushPanel(student).panel).toBeHidden()
  })
})

test('what one chooses is kept', async ({ page }) => {
  await signedUp(page)
  await page.goto('/notifications')
  await page.getByRole('link', { name: 'Choose what you are notified about' }).click()
  await expect(page).toHaveURL('/profile#notifications')
  const contests = page.getByRole('checkbox', { name: 'Contests: on devices' })
  await expect(contests).toBeChecked()
  await contests.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(contests).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Results: on devices' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: /^The platform/ })).toBeHidden()
  // Without mail there is nothing to choose about it.
  await expect(page.getByRole('checkbox', { name: /by e-mail$/ })).toBeHidden()
  await neverSideways(page)
  await axeInBothThemes(page)
})
