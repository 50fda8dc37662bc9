/**
 * CSS fallbacks for supported browsers that do not know what Tailwind writes and Lightning CSS cannot lower: lengths of
 * the visible viewport (`dvh`; Chrome 108), `translate`, `rotate` and `scale` as properties (Chrome 104), and a list of
 * selectors of which `:has()` is one (Chrome 105, Firefox 121), which would take the whole rule with it. Also a
 * statement that only names layers, on which Chromium 102 fails.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import postcss, { type AtRule, type Declaration, type Rule } from 'postcss'
import selectors from 'postcss/lib/list'
import type { Plugin } from 'vite'

const VISIBLE = /(\d)[dsl]v([hwib]|min|max)\b/g
const MOVES = new Set(['translate', 'rotate', 'scale'])

export function withFallbacks(css: string): string {
  const root = postcss.parse(css)
  root.walkDecls((one) => {
    const older = one.value.replace(VISIBLE, '$1v$2')
    if (older !== one.value) one.cloneBefore({ value: older })
  })
  root.walkAtRules('layer', namesToBlocks)
  root.walkRules((rule) => {
    splitHas(rule)
    const moves = rule.nodes.filter((one): one is Declaration => one.type === 'decl' && MOVES.has(one.prop))
    if (moves.length === 0) return
    const value = moves.map(asTransform).join(' ')
    const important = moves.some((one) => one.important)
    const older = rule.clone({ nodes: [postcss.decl({ prop: 'transform', value, important, raws: { between: ':' } })] })
    const asked = postcss.atRule({ name: 'supports', params: 'not (translate:0)', nodes: [older] })
    rule.after(asked)
  })
  return root.toString()
}

/** `translate: var(--x) var(--y)` is `translate(var(--x), var(--y))`. */
function asTransform({ prop, value }: Declaration): string {
  return value === 'none' ? 'none' : `${prop}(${selectors.space(value).join(',')})`
}

/**
 * `@layer a, b;` is `@layer a{}@layer b{}`. When Chromium 102 takes the styles of the page before for the next page, it copies
 * them, and copying a statement of layers calls itself for ever: the tab freezes, in no script. An empty block names the layer
 * as well, in every browser.
 */
function namesToBlocks(rule: AtRule): void {
  if (rule.nodes) return
  rule.replaceWith(selectors.comma(rule.params).map((params) => postcss.atRule({ name: 'layer', params, nodes: [] })))
}

/** The selectors with `:has()` come as a rule of their own. */
function splitHas(rule: Rule): void {
  const hard = rule.selectors.filter((one) => one.includes(':has('))
  if (hard.length === 0 || hard.length === rule.selectors.length) return
  rule.cloneAfter({ selectors: hard })
  rule.selectors = rule.selectors.filter((one) => !one.includes(':has('))
}

/**
 * The hash in a name is of the styles before this has written into them, and browsers keep what has that name for a year: the
 * names of styles tell this file's hash too.
 */
const WRITER = createHash('sha256')
  .update(readFileSync(import.meta.filename))
  .digest('hex')
  .slice(0, 4)
function named({ names }: { names: string[] }): string {
  const writer = names.some((one) => one.endsWith('.css')) ? WRITER : ''
  return `assets/[name]-[hash]${writer}[extname]`
}

export function cssFallbacks(): Plugin {
  return {
    name: 'quad-fallbacks',
    apply: 'build',
    enforce: 'post',
    config: () => ({ build: { rollupOptions: { output: { assetFileNames: named } } } }),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const one of Object.values(bundle)) {
          if (one.type === 'asset' && one.fileName.endsWith('.css')) one.source = withFallbacks(String(one.source))
        }
      },
    },
  }
}
