/**
 * Links: each leads to a page that there is, with the parameters that this page reads, and each anchor to a part that the page
 * has. That is asked of paths.ts, of the addresses in the sources of pages, and of those that the server puts into notices and mails.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { TABS as CLUB_TABS } from '@/features/clubs/model'
import { TABS as OPERATIONS_TABS } from '@/features/operations/messages'
import { routesOf } from '../../build/routeTable'
import { hrefOf, paths } from './paths'

const WEB = join(import.meta.dirname, '../..')
const TREE = join(WEB, '..')

/** Texts of the files below a folder by their paths, tests left out. */
function sourcesBelow(folder: string, ending: RegExp): { file: string; text: string }[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(
      (entry) =>
        entry.isFile() && ending.test(entry.name) && !/\.test\.|generated/.test(join(entry.parentPath, entry.name)),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
}

const PAGES = sourcesBelow(join(WEB, 'src'), /\.tsx?$/)
const TABLE = readFileSync(join(WEB, 'src/app/routes.tsx'), 'utf8')

type Page = { path: string; file: string; reads: Set<string> }

/** The pages by their addresses, and which parameters each reads: those its route names. */
const SITE: Page[] = routesOf(TABLE).map(({ path, files }) => {
  const [, route = ''] = TABLE.split(`path: '${path}',`)
  const own = route.slice(0, route.indexOf('\n})'))
  const named = [...own.matchAll(/text\(search\.(\w+)\)/g)].map(([, name = '']) => name)
  return { path, file: files.at(-1) ?? '', reads: new Set(own.includes('withNext') ? ['next', ...named] : named) }
})

/** Values that a parameter may have, where it chooses a part of the page. */
const PARTS: Record<string, readonly string[]> = {
  '/club/$clubId?tab': CLUB_TABS,
  '/operations?tab': Object.keys(OPERATIONS_TABS),
  '/contactus?topic': ['sales'],
  '/result?part': ['questions'],
}

/** Anchors that are a key, not a part of the page: a token that the page reads, or the place of one row. */
const KEYED = ['/invite', '/confirm', '/login', '/register', '/signup', '/resetpassword', '/questionview/$contestId']

/** `X`: what was not a literal. */
const X = 'x0'

function pageAt(pathname: string): Page | undefined {
  const parts = pathname.split('/')
  return SITE.find(({ path }) => {
    const own = path.split('/')
    return (
      own.length === parts.length && own.every((part, at) => (part.startsWith('$') ? parts[at] : part === parts[at]))
    )
  })
}

/** The ids that a page's feature gives to parts of pages. */
function anchorsOf({ file }: Page): Set<string> {
  const feature = /src\/features\/(\w+)/.exec(file)?.[1]
  const folders = file.includes('ProfilePage')
    ? ['features/profile', 'features/notify']
    : [`features/${feature}`, 'pages']
  const own = PAGES.filter((page) => folders.some((folder) => page.file.includes(`/src/${folder}/`)))
  return new Set(own.flatMap(({ text }) => [...text.matchAll(/\bid="([\w-]+)"/g)].map(([, id = '']) => id)))
}

/** Why an address leads nowhere, or to a page that lacks what it says; nothing where it does not. */
function wrongWith(address: string): string | null {
  const url = new URL(address, 'http://quad.invalid')
  const page = pageAt(url.pathname)
  if (!page) return `${address}: no page`
  for (const [name, value] of url.searchParams) {
    if (!page.reads.has(name)) return `${address}: ${page.path} does not read ${name}`
    const parts = PARTS[`${page.path}?${name}`]
    if (parts && value !== X && !parts.includes(value)) return `${address}: ${page.path} has no ${name} ${value}`
  }
  const anchor = url.hash.slice(1)
  if (anchor && !KEYED.includes(page.path) && !anchorsOf(page).has(anchor)) return `${address}: no part #${anchor}`
  return null
}

/** Addresses in the sources of the client: of links, and of what navigates. */
function linksIn(text: string): string[] {
  const attributes = text.matchAll(/\b(?:to|href)=(?:"(\/[^"]*)"|\{['"`](\/[^'"`]*)['"`]\})/g)
  const targets = text.matchAll(/\bto: '(\/[^']*)'/g)
  const found = [...attributes, ...targets].map(([, one, other]) => one ?? other ?? '')
  return found.map((address) => address.replace(/\$\{[^}]*\}/g, X).replace(/\$\w+/g, X))
}

/** `<Link {...paths.page()} hash="part">`, and the same with a constant's name. */
function anchoredIn(text: string): string[] {
  return [...text.matchAll(/\{\.\.\.paths\.(\w+)\(([^)]*)\)\}\s+hash=(?:"([\w-]+)"|\{([A-Z_]+)\})/g)].map(
    ([, name = '', , literal, constant]) => {
      const value =
        literal ??
        PAGES.map(({ text: other }) => new RegExp(`const ${constant} = '([^']+)'`).exec(other)?.[1]).find(Boolean)
      return `${hrefOf((paths as unknown as Record<string, (...given: string[]) => { to: string }>)[name]?.(X, X) ?? { to: '/?' }).split('?')[0]}#${value}`
    },
  )
}

/** Addresses of pages that the server writes: whole text literals that begin like one, in its own sources without their tests. */
function linksOfServer(text: string): string[] {
  const [product = ''] = text.split('#[cfg(test)]')
  const calls = product.matchAll(
    /(?:\bpage\(|leading_to\(|\burl: |let url = |\bpath: |else \{ )\s*&?(?:format!\(\s*)?"(\/[^"\s]*)"/g,
  )
  return [...calls]
    .map(([, address = '']) => address.replace(/\{[^}]*\}/g, X))
    .filter((address) => !/^\/(api|sandbox)\//.test(address))
}

const wrong = (addresses: readonly string[]) => addresses.map(wrongWith).filter((one) => one !== null)

describe('links', () => {
  it('of paths.ts lead to pages that read what they carry', () => {
    const built = Object.values(paths).flatMap((path) => {
      const made = path as (...given: string[]) => { to: string; search?: Record<string, string> }
      return [made(), made(X, X)]
    })
    const addresses = built.map((target) => hrefOf({ ...target, to: target.to.replace(/\$\w+/g, X) }))
    expect(wrong(addresses)).toEqual([])
  })

  it('in the sources of pages do', () => {
    const links = PAGES.filter(({ file }) => !file.endsWith('paths.ts')).flatMap(({ text }) => linksIn(text))
    expect(wrong(links)).toEqual([])
    expect(links.length).toBeGreaterThan(5)
  })

  it('to a part of a page find it there', () => {
    const links = PAGES.flatMap(({ text }) => anchoredIn(text))
    expect(wrong(links)).toEqual([])
    expect(links).toContain('/profile#notifications')
  })

  it('on the profile’s own list of parts find each', () => {
    const view = PAGES.find(({ file }) => file.endsWith('ProfileView.tsx'))?.text ?? ''
    const listed = [...view.matchAll(/\{ id: '(\w+)', label/g)].map(([, id = '']) => `/profile#${id}`)
    expect(wrong(listed)).toEqual([])
    expect(listed.length).toBeGreaterThan(6)
  })

  it('of notices and mails do', () => {
    const links = ['features', 'server/src', 'crates/services/src']
      .flatMap((folder) => sourcesBelow(join(TREE, folder), /\.rs$/))
      .flatMap(({ text }) => linksOfServer(text))
    expect(wrong(links)).toEqual([])
    // What people are led to most, so that the search above finds what it is for.
    for (const known of ['/notifications', `/event/${X}`, `/result?contest=${X}`, '/purchases', '/resetpassword']) {
      expect(links).toContain(known)
    }
  })

  it('that lead nowhere, or to less than they say, are found', () => {
    expect(wrong(['/nowhere', '/contest?sort=new', '/club/HOBBY?tab=songs', '/profile#songs', '/event'])).toEqual([
      '/nowhere: no page',
      '/contest?sort=new: /contest does not read sort',
      '/club/HOBBY?tab=songs: /club/$clubId has no tab songs',
      '/profile#songs: no part #songs',
    ])
    expect(linksIn(`<Link to="/a/$id" /> <a href={\`/b?c=\${d}\`}>`)).toEqual([`/a/${X}`, `/b?c=${X}`])
    expect(linksOfServer('url: format!("/club/{}?tab={tab}", a), page("/api/x")')).toEqual([`/club/${X}?tab=${X}`])
  })
})
