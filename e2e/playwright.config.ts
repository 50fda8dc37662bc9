/**
 * Browser tests against the real server binary (fixtures.ts starts it). The browser is the
 * machine's Chromium (`QUAD_CHROMIUM` names another one); nothing is downloaded.
 * No retries: a test that passes the second time is a defect to find, not to hide.
 */
import { defineConfig } from '@playwright/test'

/** Files of minutes begin first: else the last of them runs alone while the other worker has nothing left. */
const LONG = '**/{attempts,main-job,pages,payments,polls,xss}.spec.ts'

export default defineConfig({
  testDir: 'specs',
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'short', testIgnore: LONG },
  ],
  // Bounds against hanging; a slow machine may take its time.
  timeout: 600_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  retries: 0,
  workers: Number(process.env.QUAD_E2E_WORKERS ?? 2),
  reporter: [['list'], ['./aftermath.ts']],
  use: {
    browserName: 'chromium',
    headless: true,
    locale: 'en-US',
    timezoneId: 'Asia/Kolkata',
    viewport: { width: 1440, height: 900 },
    // What is waited for in vain costs this, and not the whole test's time.
    actionTimeout: 45_000,
    // page.route does not see what passes one; main-job.spec.ts, where it works, allows it.
    serviceWorkers: 'block',
    // A picture of the page at every step costs a third of the time: asked for when a failure is looked into.
    trace: process.env.QUAD_E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.QUAD_CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
