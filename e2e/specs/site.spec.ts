/**
 * Serving of the web client by the binary: compressed once by the build, hashed files cached for ever, the page itself and
 * the service worker asked for again each time, and a missing file never answered with a page.
 */
import { expect, test } from '../fixtures'

test('hashed files come compressed and stay, the page is asked for again', async ({ request }) => {
  const page = await request.get('/', { headers: { 'accept-encoding': 'br' } })
  expect(page.headers()['content-encoding']).toBe('br')
  expect(page.headers()['cache-control']).toBe('private, no-cache')
  expect(page.headers()['content-security-policy']).toContain("default-src 'self'")

  const again = await request.get('/', { headers: { 'if-none-match': page.headers().etag ?? '' } })
  expect(again.status()).toBe(304)

  const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1]
  expect(script).toBeDefined()
  for (const encoding of ['br', 'gzip']) {
    const asset = await request.get(script ?? '', { headers: { 'accept-encoding': encoding } })
    expect(asset.headers()['content-encoding']).toBe(encoding)
    expect(asset.headers()['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(asset.headers()['content-type']).toContain('javascript')
  }

  const worker = await request.get('/sw.js')
  expect(worker.headers()['cache-control']).toBe('private, no-cache')
  expect((await request.get('/assets/gone-12345678.js')).status()).toBe(404)
  expect((await request.get('/metrics')).status()).toBe(404)
})
