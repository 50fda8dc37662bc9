/**
 * Long words: what somebody wrote without a blank (a word, an address, letters of another script) in a title, a description or a
 * place widens no page of anybody's, on the narrowest phone and on a usual one.
 */
import { expect, FREE_WITH_CLOCK, type Page, PHONE, settled, test } from '../fixtures'
import { clubAdministrator, makeEvent } from '../pages/events'
import { makePoll } from '../pages/polls'
import { makeContest } from '../pages/prepared'

test.use({ quadOptions: FREE_WITH_CLOCK })

const ADDRESS = `https://forms.example/${'very-long_address.'.repeat(9)}?id=1`
const WORDS = ['W'.repeat(190), ADDRESS, 'ക്ഷ'.repeat(60), 'a_'.repeat(95)]

async function noSideways(page: Page, path: string): Promise<void> {
  for (const viewport of [{ width: 320, height: 640 }, PHONE]) {
    await page.setViewportSize(viewport)
    await page.goto(path)
    await settled(page)
    const widest = () => page.evaluate(() => document.documentElement.scrollWidth)
    await expect.poll(widest, `${path} at ${viewport.width}`).toBeLessThanOrEqual(viewport.width)
  }
}

test('long words in titles widen no page', async ({ page, open, quad }) => {
  const organiser = await open()
  await clubAdministrator(organiser, quad, await open())
  const contests: string[] = []
  const events: string[] = []
  for (const [at, title] of WORDS.entries()) {
    const words = { title, description: title }
    contests.push((await makeContest(organiser, { ...words, starts: at % 2 ? 3600 : 0, ends: 7200 })).id)
    events.push((await makeEvent(organiser, { ...words, location: title, starts: 86_400 * (at + 1) })).id)
    await makePoll(organiser, { title: title.slice(0, 150), options: [title.slice(0, 90), 'Short'] })
  }
  // To others, and to whoever wrote them.
  for (const path of ['/events', `/event/${events[0]}`, '/club/HOBBY']) await noSideways(page, path)
  const own = ['/contest', '/dashboard', '/my-contests', '/polls', '/notifications', '/events', '/club/HOBBY?tab=events']
  const each = [...contests.map((id) => `/questionview/${id}`), ...events.map((id) => `/event/${id}`)]
  for (const path of [...own, ...each]) await noSideways(organiser, path)
})
