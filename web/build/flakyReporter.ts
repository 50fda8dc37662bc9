/**
 * Flaky tests, for Vitest: one that failed and passed when it was tried once more is named at the end of the run, on a
 * line of its own, and added to the file that `QUAD_FLAKY` names: the kind of test, a tab, the name.
 */
import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestCase } from 'vitest/node'

export function flakyReporter(
  file = process.env.QUAD_FLAKY,
  print = (text: string) => void process.stdout.write(text),
) {
  const names: string[] = []
  return {
    onTestCaseResult(test: TestCase) {
      if (!test.diagnostic()?.flaky) return
      const path = relative(process.cwd(), test.module.moduleId)
      names.push(`${path} › ${test.fullName.replace(/\s+/g, ' ')}`)
    },
    onTestRunEnd() {
      if (names.length === 0) return
      print(names.map((name) => `Flaky: ${name}\n`).join(''))
      if (file) appendFileSync(file, names.map((name) => `web\t${name}\n`).join(''))
    },
  } satisfies Reporter
}
