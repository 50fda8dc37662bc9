/** Runs walkthrough.ts, which takes pictures instead of checking anything: `npm run walkthrough`. */
import { defineConfig } from '@playwright/test'
import config from './playwright.config'

export default defineConfig({
  ...config,
  projects: undefined,
  grep: undefined,
  testDir: '.',
  testMatch: 'walkthrough.ts',
  // A bound against hanging: each picture is packed up to six times.
  timeout: 600_000,
  workers: 1,
})
