/**
 * Watch over the assets: what stands in the document in place of an app whose scripts did not come, and goes once one
 * is drawn.
 */
import { readFileSync } from 'node:fs'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

const run = new Function(readFileSync('src/watchAssets.js', 'utf8'))

beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>'
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => {
      throw new TypeError('Failed to fetch')
    }),
  )
  onTestFinished(() => {
    vi.unstubAllGlobals()
    document.body.innerHTML = ''
  })
})

/** A script of the page does not come. */
async function fails() {
  run()
  const script = document.createElement('script')
  script.src = `${location.origin}/assets/app-1.js`
  script.type = 'text/plain'
  document.head.append(script)
  script.dispatchEvent(new Event('error'))
  script.remove()
  await vi.waitFor(() => expect(document.getElementById('not-loaded')).not.toBeNull())
  return document.getElementById('not-loaded')
}

test('it blames what stands between, and the network where the device knows that it is offline', async () => {
  expect((await fails())?.textContent).toMatch(
    /^Quad could not be loaded. Something between this device and the server/,
  )
  document.body.innerHTML = '<div id="root"></div>'
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => void vi.restoreAllMocks())
  expect((await fails())?.textContent).toMatch(/^Quad could not be loaded: this device is offline/)
})

test('it goes once the app draws beside it', async () => {
  await fails()
  document.getElementById('root')?.append(document.createElement('main'))
  await vi.waitFor(() => expect(document.getElementById('not-loaded')).toBeNull())
  expect(document.querySelector('main')).not.toBeNull()
})
