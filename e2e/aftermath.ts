/**
 * After the list of what failed: why, what each page showed then and what the server last said; last of all the names.
 * Where only the end of a run's output is kept, a failure that does not come again is still to be understood.
 */
import { readFileSync } from 'node:fs'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

const ERROR_LINES = 12
const MAIN_LINES = 40
/** Dialogs and notices come last. */
const LAST_LINES = 15
const SERVER_LINES = 12
/** Of a terminal. */
const COLOURS = /\u001b\[[0-9;]*m/g

export default class Aftermath implements Reporter {
  private readonly told: string[] = []
  private readonly failed: string[] = []

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === test.expectedStatus || result.status === 'skipped') return
    const text = (name: string) => {
      const found = result.attachments.find((one) => one.name === name)
      return found?.body?.toString() ?? (found?.path ? readFileSync(found.path, 'utf8') : '')
    }
    const lines = (said: string) => said.split('\n').filter((line) => line.trim() !== '')
    const page = lines(text('error-context').split('```yaml')[1]?.split('```')[0] ?? '')
    const main = page.slice(Math.max(0, page.indexOf('- main:')))
    const name = test.titlePath().slice(2).join(' › ')
    this.failed.push(name)
    this.told.push(
      `── ${name}`,
      ...result.errors.flatMap(({ message = '', location }) => [
        ...lines(message.replace(COLOURS, '')).slice(0, ERROR_LINES),
        ...(location ? [`at ${location.file}:${location.line}`] : []),
      ]),
      ...main.slice(0, MAIN_LINES),
      ...main.slice(MAIN_LINES).slice(-LAST_LINES),
      ...lines(text('server log'))
        .filter((line) => !line.includes('path="/assets/'))
        .slice(-SERVER_LINES),
    )
  }

  onEnd(): void {
    if (this.told.length > 0) console.log(`\n${[...this.told, 'Failed:', ...this.failed].join('\n')}\n`)
  }

  printsToStdio(): boolean {
    return false
  }
}
