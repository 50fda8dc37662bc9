/** Which tests are told as flaky, and how. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { TestCase } from 'vitest/node'
import { flakyReporter } from './flakyReporter.ts'

function test(fullName: string, flaky: boolean): TestCase {
  const module = { moduleId: resolve('src/lib/a.test.ts') }
  return { fullName, module, diagnostic: () => ({ flaky }) } as unknown as TestCase
}

function run(tests: readonly TestCase[]) {
  const folder = mkdtempSync(join(tmpdir(), 'flaky-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'flaky.tsv')
  let printed = ''
  const reporter = flakyReporter(file, (text) => {
    printed += text
  })
  for (const one of tests) reporter.onTestCaseResult(one)
  reporter.onTestRunEnd()
  return { printed, file }
}

it('names those that passed when they were tried once more, and keeps them', () => {
  const { printed, file } = run([test('a > b', true), test('steady', false), test('on two\nlines', true)])
  expect(printed).toBe('Flaky: src/lib/a.test.ts › a > b\nFlaky: src/lib/a.test.ts › on two lines\n')
  expect(readFileSync(file, 'utf8')).toBe('web\tsrc/lib/a.test.ts › a > b\nweb\tsrc/lib/a.test.ts › on two lines\n')
})

it('says and writes nothing where none was', () => {
  const { printed, file } = run([test('steady', false)])
  expect(printed).toBe('')
  expect(() => readFileSync(file)).toThrow()
})
