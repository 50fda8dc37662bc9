/** The sentence that a browser reads which is too old, whatever else of the page came. */
import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'

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
