/** The sentence that a browser reads which is too old, whatever else of the page came. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

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
