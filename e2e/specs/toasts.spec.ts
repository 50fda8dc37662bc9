/** Toasts on a phone: wherever one is on the page, they cover nothing that can be pressed. */
import { expect, FREE_WITH_CLOCK, type Page, signedUp, test, toastsStay } from '../fixtures'
import { fillRegistration } from '../pages/accounts'
import { makeContest } from '../pages/prepared'

test.use({ quadOptions: FREE_WITH_CLOCK, viewport: { width: 360, height: 740 } })

/** What the toasts lie over. */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const over = [...document.querySelectorAll('.toast')].map((toast) => toast.getBoundingClientRect())
    const pressable = document.querySelectorAll(':is(a[href],button,input,select,label,[role=tab]):not(.toasts *)')
    return [...pressable]
      .filter((element) => {
        const is = element.getBoundingClientRect()
        return is.width > 1 && over.some((toast) => is.top < toast.bottom && is.bottom > toast.top)
      })
      .map((element) => element.textContent?.trim() || (element.getAttribute('aria-label') ?? element.tagName))
  })
}

test('a toast on a phone covers no button', async ({ page, open }) => {
  const organiser = await open()
  await signedUp(organiser)
  for (const n of [1, 2, 3, 4]) await makeContest(organiser, { title: `Announced ${n}`, starts: 3600 * n, ends: 36_000 })
  await signedUp(page)
  await page.goto('/contest')
  await toastsStay(page)
  const remind = page.getByRole('button', { name: 'Remind me when it starts' })
  // Those of other tests may be there as well.
  await expect(remind.nth(3)).toBeVisible()
  await remind.first().click()
  await expect(page.locator('.toast')).toBeVisible()
  for (let step = 0; step < 6; step += 1) {
    await expect.poll(() => covered(page), { message: `${step * 130} px down` }).toEqual([])
    await expect(page.locator('.toast')).toBeInViewport({ ratio: 1 })
    if (step === 0) await page.screenshot({ path: test.info().outputPath('toast.png') })
    await page.mouse.wheel(0, 130)
  }
})

test('a toast that goes along to the next page covers no button there', async ({ page }) => {
  await page.goto('/register')
  await toastsStay(page)
  await fillRegistration(page, { fullName: 'Devika Menon', email: 'devika.toast@campus.example', password: 'violet-harbour-42' })
  await expect(page.getByRole('main').getByRole('button', { name: 'Log In' })).toBeVisible()
  await expect(page.locator('.toast')).toBeVisible()
  await expect.poll(() => covered(page)).toEqual([])
  await page.screenshot({ path: test.info().outputPath('toast.png') })
})
