/**
 * Adversity: what may happen to a browser while somebody takes a contest: its storage is deleted or its connection to
 * it lost, and the page is enlarged to 400 % with options that have no blank to break at.
 */
import { axe, expect, FREE_WITH_CLOCK, type Page, signedUp, test } from '../fixtures'
import type { Question } from '../pages/contests'
import { makeContest, numbered, wake } from '../pages/prepared'
import { Room } from '../pages/room'

test.use({ quadOptions: FREE_WITH_CLOCK })

// Nothing is lost: the first verdict counts.
test.describe.configure({ retries: 0 })

async function inside(page: Page, open: () => Promise<Page>, title: string, questions: Question[] = numbered(5)) {
  const organiser = await open()
  await signedUp(organiser)
  const contest = await makeContest(organiser, { title, questions })
  await signedUp(page)
  await page.goto(`/ContestQuestion?contest=${contest.id}`)
  const room = new Room(page)
  await room.start()
  await room.isAt(1, questions.length)
  return room
}

const WAYS: Record<string, (page: Page) => Promise<void>> = {
  'deleted by the page’s own site': (page) =>
    page.evaluate(async () => {
      localStorage.clear()
      sessionStorage.clear()
      await new Promise<void>((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase('quad-outbox')
        deleting.onsuccess = () => resolve()
        deleting.onerror = () => reject(deleting.error)
      })
    }),
  'deleted by the browser, its connection cut': async (page) => {
    const session = await page.context().newCDPSession(page)
    const origin = new URL(page.url()).origin
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb,local_storage' })
    await session.detach()
  },
}

for (const [way, clear] of Object.entries(WAYS)) {
  test(`storage ${way}: what is chosen is kept and sent all the same`, async ({ page, open, watch }) => {
    watch.expect(/ERR_INTERNET_DISCONNECTED/)
    const room = await inside(page, open, `Storage ${way}`)
    await room.choose('right 1')
    await room.isAt(2, 5)
    await clear(page)
    await room.choose('right 2')
    await room.isAt(3, 5)
    await page.context().setOffline(true)
    await room.choose('right 3', 'on this device')
    await room.isAt(4, 5)
    await clear(page)
    await room.choose('right 4', 'on this device')
    await room.counted({ saved: 2, device: 2 })
    await page.context().setOffline(false)
    await wake(page)
    await room.counted({ saved: 4 })
    await page.reload()
    await room.counted({ saved: 4 })
  })
}

test('an option of 500 letters without a blank at 400 %', async ({ page, open }) => {
  const long = (letter: string) => letter.repeat(500)
  const options: Question['options'] = [long('m'), long('W'), long('i'), 'short']
  await page.setViewportSize({ width: 320, height: 256 })
  const room = await inside(page, open, 'Enlarged', [
    { text: 'Which one?', options, answer: 1 },
    ...numbered(1),
  ])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  for (const text of options) {
    const cut = await room.option(text).evaluate((row) =>
      [row, ...row.querySelectorAll('span:not(.sr-only)')].filter((one) => one.scrollWidth > one.clientWidth + 1).length,
    )
    expect(cut, `${text.slice(0, 5)}… is cut`).toBe(0)
  }
  // What stays while the page is scrolled leaves the most of it for the question.
  const kept = await page.evaluate(() =>
    [...document.querySelectorAll('[data-room] > :is(header, footer)')]
      .filter((bar) => ['sticky', 'fixed'].includes(getComputedStyle(bar).position))
      .reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0),
  )
  expect(kept).toBeLessThan(128)
  await axe(page)
  await room.choose(long('W'))
  await room.isAt(2, 2)
})
