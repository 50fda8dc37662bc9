/**
 * The fonts as the site needs them: the characters its languages use, the weights its styles ask for, the features that
 * are switched on. Made from the packages before a build and before `npm run dev`, into a folder that is not committed;
 * src/styles/fonts.css names the files. A character that is missing here comes from the device's own font.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subset from 'subset-font'
import type { Plugin } from 'vite'

export const FONTS = 'node_modules/.quad-fonts'

const between = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join('')

/** English, names and words of Western Europe, and the signs of a printed text. */
export const LATIN = `${between(0x20, 0x7e)}${between(0xa0, 0xff)}ıŒœˆ˚˜${between(0x2010, 0x2027)}′″‹›€™−∕`
const RUPEE = '₹'

/**
 * Figures of one width, accents, kerning. Not `calt`: it would draw an arrow for "->" in a question about code, and
 * costs a fifth of the file.
 */
const FEATURES = ['ccmp', 'kern', 'locl', 'mark', 'mkmk', 'tnum']

type Font = { name: string; from: string; text: string; weights: { min: number; max: number } }

const INTER = '@fontsource-variable/inter/files/inter'
const BRICOLAGE = '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque'
const TEXT = { min: 400, max: 700 }
const TITLES = { min: 600, max: 700 }

const ALL: Font[] = [
  { name: 'inter', from: `${INTER}-latin`, text: LATIN, weights: TEXT },
  { name: 'bricolage', from: `${BRICOLAGE}-latin`, text: LATIN, weights: TITLES },
  // In files of their own, fetched where there is a price.
  { name: 'inter-rupee', from: `${INTER}-latin-ext`, text: RUPEE, weights: TEXT },
  { name: 'bricolage-rupee', from: `${BRICOLAGE}-latin-ext`, text: RUPEE, weights: TITLES },
]

export async function makeFonts(folder = FONTS): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const { name, from, text, weights } of ALL) {
    const source = readFileSync(join('node_modules', `${from}-wght-normal.woff2`))
    const asked = { targetFormat: 'woff2', keepFeatures: FEATURES, variationAxes: { wght: weights } } as const
    const key = createHash('sha256')
      .update(source)
      .update(JSON.stringify([text, asked]))
      .digest('hex')
    const file = join(folder, `${name}.woff2`)
    const stamp = `${file}.made-of`
    if (existsSync(file) && existsSync(stamp) && readFileSync(stamp, 'utf8') === key) continue
    writeFileSync(file, await subset(source, text, asked))
    writeFileSync(stamp, key)
  }
}

export function fonts(): Plugin {
  return {
    name: 'quad-fonts',
    async config() {
      // The unit tests load no styles.
      if (!process.env.VITEST) await makeFonts()
    },
  }
}

/**
 * Links the two families in the head of a page: they are asked for with the first byte, not when the first text is drawn.
 * The contest screen does without (firstPages.ts): there a font would take the line from the scripts, and the stand-ins have
 * the same measure.
 */
export function fontLinks(files: string[]): string {
  return files
    .filter((name) => name.endsWith('.woff2') && !name.includes('rupee'))
    .map(
      (name) =>
        `    <link rel="preload" as="font" type="font/woff2" href="/${name}" crossorigin fetchpriority="low">\n`,
    )
    .join('')
}
