/** Runs walkthrough.ts, which takes pictures instead of checking anything: `npm run walkthrough`. */
import { defineConfig } from '@playwright/test'
import config from './playwright.config'

export default defineConfig({
  ...config,
  projects: undefined,
  grep: undefined,
  testDir: '.',
  testMatch: 'walkthrough.ts',
  timeout: 180_000,
  workers: 1,
})
