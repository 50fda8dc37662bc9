/**
 * After the list of what failed: what each page showed then and what the server last said. Where only the output of a run is
 * kept, a failure that does not come again is still to be understood.
 */
import { readFileSync } from 'node:fs'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

const MAIN_LINES = 70
/** Dialogs and notices come last. */
const LAST_LINES = 20
const SERVER_LINES = 20

export default class Aftermath implements Reporter {
  private readonly told: string[] = []

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === test.expectedStatus || result.status === 'skipped') return
    const text = (name: string) => {
      const found = result.attachments.find((one) => one.name === name)
      return found?.body?.toString() ?? (found?.path ? readFileSync(found.path, 'utf8') : '')
    }
    const lines = (said: string) => said.split('\n').filter((line) => line.trim() !== '')
    const page = lines(text('error-context').split('```yaml')[1]?.split('```')[0] ?? '')
    const main = page.slice(Math.max(0, page.indexOf('- main:')))
    this.told.push(
      `── ${test.titlePath().slice(2).join(' › ')}`,
      ...main.slice(0, MAIN_LINES),
      ...main.slice(MAIN_LINES).slice(-LAST_LINES),
      ...lines(text('server log'))
        .filter((line) => !line.includes('path="/assets/'))
        .slice(-SERVER_LINES),
    )
  }

  onEnd(): void {
    if (this.told.length > 0) console.log(`\n${this.told.join('\n')}\n`)
  }

  printsToStdio(): boolean {
    return false
  }
}
