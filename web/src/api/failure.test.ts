/**
 * Failures, and who said no: a status counts only when Quad itself gave it; a page of something between has one as
 * well.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { failureFrom, isGone, isRefusal, notReached } from './failure'

test.each([400, 401, 403, 404, 407, 413, 421, 451])(
  'the %i of somebody else is no refusal and says nothing of what is gone',
  (status) => {
    for (const error of [notReached(status), notReached(status, true), notReached(status, true, true)]) {
      expect(isRefusal(error)).toBe(false)
      expect(isGone(error)).toBe(false)
    }
    expect(isRefusal(failureFrom(status, { code: 'missing', message: 'no' }))).toBe(true)
    expect(isGone(failureFrom(status, { code: 'missing', message: 'no' }))).toBe(status === 404)
  },
)

test('what is broken or never came is no refusal either', () => {
  for (const error of [failureFrom(500, {}), failureFrom(503, {}), notReached(), new Error('x'), undefined]) {
    expect(isRefusal(error)).toBe(false)
  }
})

/** Places that have asked above, or in what they call, whether the failure is Quad's own. */
const ASKED_ABOVE = [
  'api/authenticity.ts',
  'api/client.ts',
  'api/failure.ts',
  'features/attempts/hooks/useWaitingRoom.ts',
  'features/attempts/outbox.ts',
]

test('no other place of the client looks at the status of a failure', () => {
  const folder = path.join(import.meta.dirname, '..')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  expect(sources.length).toBeGreaterThan(200)
  const looks = sources.flatMap((file) => {
    if (ASKED_ABOVE.includes(file.replaceAll('\\', '/'))) return []
    const lines = readFileSync(path.join(folder, file), 'utf8').split('\n')
    const found = lines.filter((line) => /\b(?:error|failure)\.status\b/.test(line))
    return found
      .filter((line) => !/offline|isRefusal\(|isGone\(|notReached\(|\.between|unsure/.test(line))
      .map((line) => `${file}: ${line.trim()}`)
  })
  expect(looks).toEqual([])
})
