/**
 * Browser tests against the real server binary (fixtures.ts starts it). The browser is the machine's Chromium
 * (browser.ts); nothing is downloaded.
 *
 * The gate, `QUAD_E2E_GATE=1 npx playwright test`, is the few tests with the tag `@gate`, some of them shortened. The whole is
 * the parts together, each run by itself: `npx playwright test --project=browser-1`, `browser-2`, `browser-3`, `xss`, `weight`.
 * What fails under CI is tried once more, alone, at the end, and named as flaky when it passes (aftermath.ts). What is about
 * rights, money or nothing being lost sets `retries: 0`: there the first verdict counts.
 */
import { defineConfig } from '@playwright/test'
import { BROWSER } from './browser'

const MINUTE = 60_000
const isGate = Boolean(process.env.QUAD_E2E_GATE)

/** Begins first: else the longest runs alone while the other worker has nothing left. */
const LONGEST = '**/{main-job,club-week}.spec.ts'

/** Files of each part, about as long as one another; `browser-3` is all the rest, so that no file is in none. */
const BROWSER_1 = '**/{accounts,contests,licences,main-job,operations,pages*,payments,people,site,static}.spec.ts'
const BROWSER_2 = '**/{account,attempts,contest-live,corrections,invitations,live,my-contests,polls}.spec.ts'
const XSS = '**/xss.spec.ts'
/** What it measures is told by a page that has the machine for itself. */
const WEIGHT = '**/weight.spec.ts'

const GATE = [
  { name: 'gate-longest', testMatch: LONGEST },
  { name: 'gate', testIgnore: LONGEST },
]
const PARTS = [
  { name: 'browser-1', testMatch: BROWSER_1 },
  { name: 'browser-2', testMatch: BROWSER_2 },
  { name: 'browser-3', testIgnore: [BROWSER_1, BROWSER_2, XSS, WEIGHT] },
  { name: 'xss', testMatch: XSS },
  { name: 'weight', testMatch: WEIGHT, workers: 1 },
]

export default defineConfig({
  testDir: 'specs',
  projects: isGate ? GATE : PARTS,
  grep: isGate ? /@gate/ : undefined,
  // Bounds against hanging, and nothing else: they cost time only where something is broken. A slow machine may take its time.
  timeout: 5 * MINUTE,
  expect: { timeout: 45_000 },
  globalTimeout: (isGate ? 15 : 60) * MINUTE,
  maxFailures: 10,
  forbidOnly: true,
  retries: process.env.CI ? 1 : 0,
  retryStrategy: 'isolated',
  workers: Number(process.env.QUAD_E2E_WORKERS ?? 2),
  reporter: [['list'], ['./aftermath.ts']],
  use: {
    browserName: 'chromium',
    headless: true,
    locale: 'en-US',
    timezoneId: 'Asia/Kolkata',
    viewport: { width: 1440, height: 900 },
    // What is waited for in vain costs this, and not the whole test's time.
    actionTimeout: MINUTE,
    navigationTimeout: MINUTE,
    // Nothing slides away from under the mouse. Files whose subject moves take it back.
    contextOptions: { reducedMotion: 'reduce' },
    // page.route does not see what passes one; main-job.spec.ts, where it works, allows it.
    serviceWorkers: 'block',
    // A picture of the page at every step costs a third of the time: what failed is looked into, or who asks for it.
    trace: process.env.QUAD_E2E_TRACE ? 'retain-on-failure' : 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: BROWSER,
  },
})
