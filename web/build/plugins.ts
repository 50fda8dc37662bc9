/**
 * Plugins of the build, what it does beyond Vite: lists built files for the service worker, and writes .br/.gz siblings
 * so that the server never compresses a file while somebody waits. Fonts: fonts.ts; pages and their weight:
 * firstPages.ts, weight.ts.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest, ManifestChunk, Plugin } from 'vite'
import { REACT_DOM_CHUNK } from './chunks.ts'
import { pageName } from './routeTable.ts'
import { brotli, chunksOf, gzip } from './weight.ts'

export const OUT = 'dist'
export const LIST = 'build-list.json'
const ROOM = '/ContestQuestion'

/** What a student must be able to reload or see without a network: what it loads is kept by the service worker. */
export const KEPT = [
  `/${REACT_DOM_CHUNK}`,
  'src/app/polyfills',
  'src/features/attempts/pages/TakeContestPage',
  // What a paper may need besides (src/features/attempts/room/lazyRoomParts.tsx).
  'src/features/attempts/room/TypedAnswer',
  'src/ui/QuestionPicture',
  // Where answers may be changed: a reload without a network needs it, too.
  'src/features/attempts/changing/changingParts',
  'src/ui/ToastHost',
  // What every page asks for once it is idle.
  'src/app/idleTasks',
  'src/styles/forcedColours.css',
]
/** Where a student comes from and goes to: kept as well, so that a tap there without a network finds the page. */
const AROUND = [
  'src/features/attempts/pages/ContestListPage',
  'src/features/attempts/pages/MyContestsPage',
  'src/features/attempts/pages/ContestDetailsPage',
  'src/features/attempts/pages/ResultsPage',
  'src/features/accounts/pages/LoginPage',
  'src/app/shell/AccountMenu',
  'src/app/shell/DropdownMenu',
  'src/features/notify/components/NotificationBell',
]

/** Everything the given files and the entry load statically, as addresses. */
export function keptFiles(manifest: Manifest, files: string[]): string[] {
  const kept = new Set<string>()
  for (const key of chunksOf(manifest, files)) {
    const { file, css = [], assets = [] } = manifest[key] as ManifestChunk
    for (const name of [file, ...css, ...assets]) kept.add(`/${name}`)
  }
  return [...kept].sort()
}

/** As many letters of a file's SHA-256 as tell whether it came as it was built. */
function digest(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16)
}

/**
 * Puts `self.__BUILD = {version, shell, around, assets, page}` in front of the worker: `shell` is what the contest screen needs,
 * `around` what the pages around it need besides, `assets` everything built with its digest, `page` the digest of the contest screen's
 * document. The manifest itself is then removed, nobody else reads it.
 */
export function buildListBanner(): Plugin {
  return {
    name: 'quad-build-list',
    apply: 'build',
    generateBundle(_options, bundle) {
      const worker = bundle['sw.js']
      if (worker?.type !== 'chunk') return
      const manifest = JSON.parse(readFileSync(join(OUT, LIST), 'utf8')) as Manifest
      const names = filesIn(join(OUT, 'assets'))
      const assets = Object.fromEntries(names.map((name) => [`/assets/${name}`, digest(join(OUT, 'assets', name))]))
      const page = digest(join(OUT, 'pages', pageName(ROOM)))
      const shell = keptFiles(manifest, KEPT)
      const around = keptFiles(manifest, AROUND).filter((file) => !shell.includes(file))
      const version = createHash('sha256')
        .update(readFileSync(join(OUT, 'index.html')))
        .update(JSON.stringify({ assets, page }))
        .digest('hex')
        .slice(0, 12)
      worker.code = `self.__BUILD=${JSON.stringify({ version, shell, around, assets, page })};\n${worker.code}`
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
        const br = brotli(bytes)
        // A sibling that is not smaller would only cost a header.
        if (br.length < bytes.length) writeFileSync(`${path}.br`, br)
        const gz = gzip(bytes)
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
