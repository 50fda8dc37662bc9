/**
 * After the list of what failed: why, what each page showed then and what the server last said; last of all the names. What
 * passed when it was tried again, alone, is named as well: `Flaky: …`, and a row of the file that QUAD_FLAKY names.
 * Where only the end of a run's output is kept, a failure that does not come again is still to be understood.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

const ERROR_LINES = 12
const MAIN_LINES = 40
/** Dialogs and notices come last. */
const LAST_LINES = 15
const SERVER_LINES = 12
/** Of a terminal. */
const COLOURS = /\u001b\[[0-9;]*m/g

export default class Aftermath implements Reporter {
  /** What went wrong at each try, in the order in which it did. */
  private readonly told = new Map<TestCase, string[][]>()

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === test.expectedStatus || result.status === 'skipped') return
    this.told.set(test, [...(this.told.get(test) ?? []), whatHappened(test, result)])
  }

  onEnd(): void {
    const [failed, flaky, cutOff]: string[][] = [[], [], []]
    const lines: string[] = []
    for (const [test, tries] of this.told) {
      const outcome = test.outcome()
      // The second try of what passes in the end has nothing to tell.
      lines.push(...(outcome === 'flaky' ? tries.slice(0, 1) : tries).flat())
      const names = outcome === 'flaky' ? flaky : outcome === 'unexpected' ? failed : cutOff
      names?.push(nameOf(test))
    }
    if (cutOff?.length) lines.push('Cut off:', ...cutOff)
    lines.push(...(flaky ?? []).map((name) => `Flaky: ${name}`))
    if (failed?.length) lines.push('Failed:', ...failed)
    if (lines.length > 0) console.log(`\n${lines.join('\n')}\n`)
    const list = process.env.QUAD_FLAKY
    if (list && flaky?.length) appendFileSync(list, flaky.map((name) => `browser\t${name}\n`).join(''))
  }

  printsToStdio(): boolean {
    return false
  }
}

/** File, describe blocks and test; the project is left out. */
function nameOf(test: TestCase): string {
  return test.titlePath().slice(2).filter(Boolean).join(' › ')
}

function whatHappened(test: TestCase, result: TestResult): string[] {
  const text = (name: string) => {
    const found = result.attachments.find((one) => one.name === name)
    return found?.body?.toString() ?? (found?.path ? readFileSync(found.path, 'utf8') : '')
  }
  const lines = (said: string) => said.split('\n').filter((line) => line.trim() !== '')
  const page = lines(text('error-context').split('```yaml')[1]?.split('```')[0] ?? '')
  const main = page.slice(Math.max(0, page.indexOf('- main:')))
  return [
    `── ${nameOf(test)}${result.retry > 0 ? ', once more' : ''}`,
    ...result.errors.flatMap(({ message = '', location }) => [
      ...lines(message.replace(COLOURS, '')).slice(0, ERROR_LINES),
      ...(location ? [`at ${location.file}:${location.line}`] : []),
    ]),
    ...main.slice(0, MAIN_LINES),
    ...main.slice(MAIN_LINES).slice(-LAST_LINES),
    ...lines(text('server log'))
      .filter((line) => !line.includes('path="/assets/'))
      .slice(-SERVER_LINES),
  ]
}
