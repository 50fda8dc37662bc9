/** Targets for fingers: 44 px for a control or a link that stands alone, 24 px for a link in a text. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { buttonClass } from './Button'

const read = (path: string) => readFileSync(`src/${path}`, 'utf8')

it('the theme switch is 44 px (size-11) high and wide', () => {
  const label = /<label[\s\S]*?<\/label>/.exec(read('app/shell/Footer.tsx'))?.[0]
  expect(label).toContain('size-11')
})

it('a link is at least 24 px high, and its line is not', () => {
  const rules = /@utility link \{[\s\S]*?\n\}/.exec(read('styles/base.css'))?.[0]
  const [, half, part] = /padding-block: calc\((\d+)px - ([\d.]+)em\)/.exec(rules ?? '') ?? []
  for (const letters of [12, 14, 15, 16, 20]) {
    // The box of Inter's letters.
    const high = 1.21 * letters + 2 * (Number(half) - Number(part) * letters)
    expect(high).toBeGreaterThanOrEqual(24)
    // Two links in lines of 24 px, one below the other.
    if (letters <= 16) expect(high).toBeLessThan(24.25)
  }
  expect(rules).toContain(`margin-block: calc(${part}em - ${half}px)`)
})

it.each([
  'features/events/components/EventCard.tsx',
  'features/events/components/NextEvents.tsx',
  'features/galleries/components/ClubGallery.tsx',
  'features/clubs/components/ClubCard.tsx',
  'features/contests/components/OwnContestCard.tsx',
])('the link that is a title in %s can be touched above and below its letters, 44 px high', (path) => {
  const titles = [
    ...read(path).matchAll(/className="([^"]*)"\s*>\s*(?:<span[^>]*>)?\{(?:event\.title|club\.name|contest\.title)\}/g),
  ]
  expect(titles).toHaveLength(1)
  const names = (titles[0]?.[1] ?? '').split(' ')
  // What is around it clips no finger; the letters are clipped inside.
  expect(read(path)).toMatch(/<(?:h\d|Title)[^>]*ink-free/)
  expect(names).toEqual(expect.arrayContaining(['after:absolute', "after:content-['']"]))
  // The whole card, or what stands around the letters: those of 16 px and more have a box of at least 18 px.
  if (names.includes('after:inset-0')) return
  expect(names).toEqual(expect.arrayContaining(['relative', 'after:inset-x-0']))
  const [, steps] =
    /^after:-inset-y-([\d.]+)$/.exec(names.find((name) => name.startsWith('after:-inset-y')) ?? '') ?? []
  expect(18 + 2 * 4 * Number(steps)).toBeGreaterThanOrEqual(44)
})

it('a small button is 44 px high to a finger', () => {
  const names = buttonClass({ size: 'sm' }).split(' ')
  expect(names).toEqual(expect.arrayContaining(['relative', 'border', 'h-9', 'after:absolute', 'after:content-[""]']))
  const [, beyond] = /^after:-inset-y-\[(\d+)px\]$/.exec(names.find((name) => name.includes('-inset-y-')) ?? '') ?? []
  // Measured from inside the border, which is 1 px on each side.
  expect(36 - 2 + 2 * Number(beyond)).toBeGreaterThanOrEqual(44)
  expect(buttonClass().split(' ')).toContain('h-11')
})

it('a link that stands alone is 44 px high to a finger', () => {
  const rules = /@utility link-lone \{[\s\S]*?\n\}/.exec(read('styles/base.css'))?.[0] ?? ''
  const [, beyond] = /inset: -(\d+)px 0;/.exec(rules) ?? []
  expect(rules).toContain('position: relative')
  // The link itself is 24 px high, as above.
  expect(24 + 2 * Number(beyond)).toBeGreaterThanOrEqual(44)
})

it.each([
  ['pages/DashboardPage.tsx', 'All events'],
  ['pages/ClubPage.tsx', '{messages.ALL_EVENTS}'],
  ['pages/components/DashboardLists.tsx', 'My Contests'],
  ['pages/components/OpenPolls.tsx', 'All polls'],
  ['pages/components/OwnContests.tsx', 'All your contests'],
  ['features/accounts/pages/LoginPage.tsx', 'Sign up'],
  ['features/accounts/pages/RegisterPage.tsx', 'Log in'],
  ['features/accounts/pages/ResetPasswordPage.tsx', 'Sign in here'],
  ['features/clubs/components/MyClubs.tsx', '{ALL_CLUBS}'],
  ['features/events/components/ClubLink.tsx', '<span className="ink-inside">{name}</span>'],
  ['features/notify/components/UnreadNotices.tsx', '{allLink(more)}'],
  ['features/operations/components/FirstSteps.tsx', '{messages.TO_CLUBS}'],
  ['features/payments/components/PlanCard.tsx', '{messages.CONTACT_SALES}'],
])('the link in %s stands alone: %s', (path, text) => {
  const inside = text.replaceAll(/[{}().]/g, String.raw`\$&`)
  const [, names] = new RegExp(`className="([^"]*)"\\s*>\\s*${inside}`).exec(read(path)) ?? []
  expect(names?.split(' ')).toContain('link-lone')
  // A paragraph would clip it (styles/base.css).
  const [, around] = new RegExp(`<p className="([^"]*)">\\s*<Link [^\\n]*>\\s*${inside}`).exec(read(path)) ?? []
  if (around) expect(around.split(' ')).toContain('ink-free')
})

const PAGES = import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true })

/** Links as high as their letters that are pieces of a row or a column, and not of a text, by file. */
function lowPieces(source: string): string[] {
  const found: string[] = []
  /** Whether what is open at each depth lays out its pieces itself. */
  const open: { indent: number; isLaidOut: boolean }[] = []
  for (const [, space = '', tag = '', rest = ''] of source.matchAll(/^( *)<([A-Za-z.]+)([^\n]*(?:\n\1 +[^<\n]*)*)/gm)) {
    const indent = space.length
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop()
    const names = /className="([^"]*)"/.exec(rest)?.[1]?.split(' ') ?? []
    const isHigh = names.some((name) => /^(?:link-lone|min-h-11|after:-inset-y-.+)$/.test(name))
    const isLow = names.includes('link') && !isHigh
    if (isLow && open.at(-1)?.isLaidOut) found.push(`<${tag} ${names.join(' ')}>`)
    open.push({ indent, isLaidOut: names.some((name) => /(?:^|:)(?:flex|grid)$/.test(name)) })
  }
  return found
}

it('a link that is a piece of a row is 44 px high', () => {
  const row = '<p className="flex gap-2">\n  <span>Two of</span>\n  <Link {...paths.shipping()} className="link">\n'
  expect(lowPieces(row)).toEqual(['<Link link>'])
  expect(lowPieces(row.replace('"link"', '"link min-h-11"'))).toEqual([])
  expect(lowPieces(row.replace('"flex gap-2"', '"text-sm"'))).toEqual([])
  const low = Object.entries(PAGES).flatMap(([file, source]) => lowPieces(source).map((link) => `${file}: ${link}`))
  expect(low).toEqual([])
})

const pathOf = (file: string) => file.replace(/^\.\.\//, '').replace(/^\.\//, 'ui/')

/** Why a link with a look of its own is high enough without saying so. */
const HIGH_INSIDE: Record<string, string> = {
  'ui/FallbackToasts.tsx: underline': 'a word of a sentence, on a bar that is gone with the page',
  'features/notify/components/NoticeRow.tsx: group flex min-w-0 flex-1 items-start gap-3 py-1':
    'a title and a time below it, 8 px around',
  'pages/components/LastPictures.tsx: group mt-3 block': 'pictures',
}

/** Links with a look of their own, neither a button's nor that of a link in a text, by what they are called, that say no height of 44 px. */
function lowLinks(source: string): string[] {
  const found: string[] = []
  for (const [, attributes = ''] of source.matchAll(
    /<(?:Link|a)\b((?:[^<>{}]|=>|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*?)\/?>/g,
  )) {
    const [, words, code = ''] = /className=(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})/.exec(attributes) ?? []
    const named = /^\w+$/.test(code) ? new RegExp(`\\bconst ${code} =\\s*([^\\n]*)`).exec(source)?.[1] : undefined
    const look = words ?? named ?? code
    // A piece of a menu has the height of its row, and one that is pressed by its text alone is one of the two looks.
    if (look === '' || /buttonClass|\blink\b/.test(look)) continue
    const isHigh = look
      .split(/[\s'"`]+/)
      .some((name) =>
        /^(?:(?:min-)?h-1[1-9]|size-1[1-9]|py-(?:2\.5|[3-9](?:\.5)?)|after:-?inset-(?:y-\S+|0))$/.test(name),
      )
    if (!isHigh) found.push(look)
  }
  return found
}

it('a link with a look of its own is 44 px high to a finger', () => {
  const title = '<Link {...paths.questions(contest.id)} className="rounded-control hover:underline">'
  expect(lowLinks(title)).toEqual(['rounded-control hover:underline'])
  expect(lowLinks(title.replace('rounded', 'after:-inset-y-3.5 rounded'))).toEqual([])
  expect(lowLinks('<Link {...x} className="link">')).toEqual([])
  const low = Object.entries(PAGES)
    .filter(([file]) => !file.includes('.test.'))
    .flatMap(([file, source]) => lowLinks(source).map((look) => `${pathOf(file)}: ${look}`))
  expect(low.filter((one) => !(one in HIGH_INSIDE))).toEqual([])
  expect(Object.keys(HIGH_INSIDE).filter((one) => !low.includes(one))).toEqual([])
})

it('the round button of a club stays in the window’s corner only where it has the margin to itself', () => {
  const corner =
    /className="([^"]*)">\s*\{[^\n]*<AskClub club=\{club\} floating/.exec(read('pages/ClubPage.tsx'))?.[1] ?? ''
  const sticky = corner.split(' ').filter((name) => /(?:^|:)(?:sticky|fixed)$/.test(name))
  expect(sticky).toEqual(['min-[1340px]:sticky'])
  // Below what still loads it would move away.
  expect(corner).toContain('peer-has-data-skeleton:invisible')
  expect(read('ui/Skeleton.tsx')).toContain('data-skeleton\n')
  expect(read('pages/ClubPage.tsx')).toContain('"peer grid')
})
