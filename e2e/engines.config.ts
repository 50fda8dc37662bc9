/** Runs the main job on engines of every make and age (engines/main-job.spec.ts): `npm run engines`. */
import { defineConfig } from '@playwright/test'
import config from './playwright.config'

export default defineConfig({
  ...config,
  projects: undefined,
  grep: undefined,
  testDir: 'engines',
  testMatch: '*.spec.ts',
  fullyParallel: true,
  timeout: 300_000,
  // Nothing is lost on any of them: the first verdict counts.
  retries: 0,
  // Half of each is the minute without a network, in which nothing works but a clock.
  workers: Number(process.env.QUAD_E2E_WORKERS ?? 3),
})
