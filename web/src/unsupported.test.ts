/** Unsupported browsers: the sentence that one reads which is too old, whatever else of the page came. */
import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { OLDEST, TARGET } from '../build/browsers'

const run = new Function(readFileSync('src/unsupported.js', 'utf8'))

test('it says which browsers do, once, in place of the app', () => {
  document.body.innerHTML = '<div id="root">x</div><noscript></noscript>'
  run()
  run()
  expect(document.getElementById('root')).toBeNull()
  const told = document.querySelectorAll('[role=alert]')
  expect(told).toHaveLength(1)
  expect(document.body.firstChild).toBe(told[0])
  expect(told[0]?.textContent).toMatch(
    /^This browser is too old for Quad: please update it, or use Chrome 99.*Firefox 115.*Safari 15\.4/,
  )
  document.body.innerHTML = ''
})

const NAMES: Record<string, string> = {
  edge: 'Edge',
  firefox: 'Firefox',
  ios: 'iOS',
  safari: 'Safari',
  chrome: 'Chrome',
}

test('it, the README and the page of installation name the versions that the build is made for', () => {
  const said = readFileSync('src/unsupported.js', 'utf8').replaceAll(/' \+\s+'/g, '')
  const readme = readFileSync('../README.md', 'utf8')
  const install = readFileSync('../docs/operating/install.md', 'utf8')
  expect(TARGET.map((one) => one.replace(/[\d.]+$/, '')).sort()).toEqual(Object.keys(NAMES).sort())
  for (const one of TARGET) {
    const [, name = '', version = ''] = /^([a-z]+)([\d.]+)$/.exec(one) ?? []
    // "Chrome and Edge 99", "Chromium 99".
    const named =
      `${NAMES[name]}${name === 'chrome' ? '(?: and Edge|,[^.]*? Chromium)?' : ''} ${version}\\b`.replaceAll(
        '.4',
        '\\.4',
      )
    for (const text of [said, readme]) expect(text, one).toMatch(new RegExp(named))
    // Edge is one of those that are made from Chromium there.
    if (name !== 'edge') expect(install.replaceAll('\n', ' '), one).toMatch(new RegExp(named))
  }
  const samsung = `Samsung Internet ${OLDEST.samsunginternet_android}`
  for (const text of [said, readme, install]) expect(text).toContain(samsung)
})

test('the watch over the files of the page takes that sentence for what is to be seen', () => {
  const watch = new Function(readFileSync('src/watchAssets.js', 'utf8'))
  const asked = vi.fn(() => Promise.reject(new Error('away')))
  vi.stubGlobal('fetch', asked)
  document.body.innerHTML = '<div id="root"></div>'
  watch()
  run()
  const script = document.createElement('script')
  script.src = `${location.origin}/assets/main-1.js`
  document.head.append(script)
  script.dispatchEvent(new Event('error'))
  window.dispatchEvent(new Event('load'))
  expect(asked).not.toHaveBeenCalled()
  expect(document.querySelectorAll('[role=alert]')).toHaveLength(1)
  script.remove()
  document.body.innerHTML = ''
  vi.unstubAllGlobals()
})
