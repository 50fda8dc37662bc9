/** What stands in for functions that not every supported browser has. */
import { afterEach, expect, it, vi } from 'vitest'
import { parseUrl } from './parseUrl'
import { sameEndpoint } from './pushSubscription'
import { randomKey } from './randomKey'

afterEach(() => vi.unstubAllGlobals())

it('tells addresses from texts without URL.canParse', () => {
  vi.stubGlobal('URL', Object.assign(class extends URL {}, { canParse: undefined }))
  expect(parseUrl('https://push.example/1')?.pathname).toBe('/1')
  expect(parseUrl('/result', 'https://quad.example')?.href).toBe('https://quad.example/result')
  for (const text of ['', 'push', 'http://[']) expect(parseUrl(text), text).toBeNull()
  expect(sameEndpoint('https://push.example:443/1', 'https://push.example/1')).toBe(true)
  expect(sameEndpoint('https://push.example/2', 'https://push.example/1')).toBe(false)
  expect(sameEndpoint('nonsense', 'nonsense')).toBe(false)
})

it('makes keys where there is no https, and no randomUUID', () => {
  vi.stubGlobal('crypto', { getRandomValues: (into: Uint8Array<ArrayBuffer>) => crypto_.getRandomValues(into) })
  const keys = Array.from({ length: 100 }, randomKey)
  expect(new Set(keys).size).toBe(100)
})
const crypto_ = crypto
