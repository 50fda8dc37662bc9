/** What the test clock promises to the tests that live by it. */
import { expect, it } from 'vitest'
import { pass, startTestClock, takes } from './testClock'

it('lets a stand-in take its time by the test clock alone', async () => {
  await expect(takes(3_600_000)).rejects.toThrow('No test clock runs')
  startTestClock()
  let isOver = false
  void takes(1000).then(() => (isOver = true))
  await pass(500)
  expect(isOver).toBe(false)
  await pass(600)
  expect(isOver).toBe(true)
})
