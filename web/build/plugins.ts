/**
 * What the build does beyond Vite: preloads the fonts, lists built files per route for the service worker, and writes
 * .br/.gz siblings so that the server never compresses a file while somebody waits.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Manifest, Plugin } from 'vite'

const OUT = 'dist'
const LIST = 'build-list.json'

/** Links the two font files in the head of the built page: they are asked for with the first byte, not after the CSS. */
export function fontPreload(): Plugin {
  return {
    name: 'quad-font-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const fonts = Object.keys(bundle ?? {}).filter((name) => name.endsWith('.woff2'))
        return fonts.map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: '' },
          injectTo: 'head-prepend' as const,
        }))
      },
    },
  }
}

/** The pages a student must be able to reload without a network: what they load is kept by the service worker. */
const KEPT_PAGES = ['src/features/attempts/TakeContestPage.tsx']

/** Everything the given pages and the entry load statically, as addresses. */
export function keptFiles(manifest: Manifest, pages: string[]): string[] {
  const files = new Set<string>()
  const seen = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    files.add(`/${chunk.file}`)
    for (const name of [...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(`/${name}`)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const [key, chunk] of Object.entries(manifest)) if (chunk.isEntry) visit(key)
  for (const page of pages) visit(page)
  return [...files].sort()
}

/**
 * Puts `self.__BUILD = {version, shell, assets}` in front of the worker: `shell` is what the contest screen needs,
 * `assets` everything built. The manifest itself is then removed, nobody else reads it.
 */
export function buildListBanner(): Plugin {
  return {
    name: 'quad-build-list',
    apply: 'build',
    generateBundle(_options, bundle) {
      const worker = bundle['sw.js']
      if (worker?.type !== 'chunk') return
      const manifest = JSON.parse(readFileSync(join(OUT, LIST), 'utf8')) as Manifest
      const assets = filesIn(join(OUT, 'assets')).map((name) => `/assets/${name}`)
      const shell = keptFiles(manifest, KEPT_PAGES)
      const version = createHash('sha256')
        .update(readFileSync(join(OUT, 'index.html')))
        .update(assets.join())
        .digest('hex')
        .slice(0, 12)
      worker.code = `self.__BUILD=${JSON.stringify({ version, shell, assets })};\n${worker.code}`
    },
  }
}

const WORTH = /\.(js|css|html|svg|json|webmanifest|txt|ico)$/

/** Writes name.br and name.gz beside every file worth compressing, when the whole of dist is there. */
export function compressed(): Plugin {
  return {
    name: 'quad-compressed',
    apply: 'build',
    closeBundle() {
      rmSync(join(OUT, LIST), { force: true })
      for (const name of filesIn(OUT).filter((n) => WORTH.test(n))) {
        const path = join(OUT, name)
        const bytes = readFileSync(path)
        const br = brotliCompressSync(bytes, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
        })
        // A sibling that is not smaller would only cost a header.
        if (br.length < bytes.length) writeFileSync(`${path}.br`, br)
        const gz = gzipSync(bytes, { level: 9 })
        if (gz.length < bytes.length) writeFileSync(`${path}.gz`, gz)
      }
    },
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}
