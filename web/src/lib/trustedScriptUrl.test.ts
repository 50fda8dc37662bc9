/** Which script addresses pass: those of this site, through one policy, with trusted types and without. */
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

it('takes scripts of this site alone', async () => {
  const { trustedScriptUrl } = await import('./trustedScriptUrl')
  expect(trustedScriptUrl('/sw.js')).toBe('/sw.js')
  expect(() => trustedScriptUrl('https://elsewhere.example/sw.js')).toThrow('Not a script of this site')
  expect(() => trustedScriptUrl('data:text/javascript,alert(1)')).toThrow('Not a script of this site')
})

it('asks for the policy once, and never passes by it', async () => {
  const createPolicy = vi.fn((_: string, rules: { createScriptURL: (url: string) => string }) => ({
    createScriptURL: (url: string) => ({ trusted: rules.createScriptURL(url) }),
  }))
  vi.stubGlobal('trustedTypes', { createPolicy })
  const { trustedScriptUrl } = await import('./trustedScriptUrl')
  expect([trustedScriptUrl('/sw.js'), trustedScriptUrl('/assets/x.js')]).toEqual([
    { trusted: '/sw.js' },
    { trusted: '/assets/x.js' },
  ])
  expect(createPolicy).toHaveBeenCalledOnce()
  expect(() => trustedScriptUrl('//elsewhere.example/x.js')).toThrow('Not a script of this site')
})
