/**
 * Which browser the tests drive, and with what arguments. `QUAD_CHROMIUM` is the whole Chromium; where `QUAD_CHROMIUM_SHELL` names its
 * headless shell, all tests use that, but those that grant notifications: the shell always denies them.
 */
import type { LaunchOptions } from '@playwright/test'

const whole = process.env.QUAD_CHROMIUM ?? '/usr/bin/chromium'

function launched(executablePath: string): LaunchOptions {
  return {
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  }
}

export const BROWSER = launched(process.env.QUAD_CHROMIUM_SHELL || whole)
/** The same for files that grant notifications: one object, see `FREE_WITH_CLOCK`. */
export const WHOLE_BROWSER = launched(whole)
