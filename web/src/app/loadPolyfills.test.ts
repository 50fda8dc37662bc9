/** Polyfills: an older browser gets what it lacks, the newest fetch nothing. */
import { afterEach, expect, test } from 'vitest'
import { loadPolyfills } from './loadPolyfills'

const { toReversed, toSpliced } = Array.prototype
afterEach(() => {
  Object.assign(Array.prototype, { toReversed, toSpliced })
})

test('where all is there, nothing is fetched', () => {
  expect(loadPolyfills()).toBeUndefined()
  expect(loadPolyfills({ toReversed })).toBeInstanceOf(Promise)
})

test('a browser that lacks functions has them afterwards', async () => {
  for (const name of ['toReversed', 'toSpliced']) Reflect.deleteProperty(Array.prototype, name)
  await loadPolyfills()
  expect([3, 1, 2].toReversed()).toEqual([2, 1, 3])
  expect([3, 1, 2].toSpliced(0, 1)).toEqual([1, 2])
})
