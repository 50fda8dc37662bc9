/**
 * Licence check: every package whose code is in the build stands in public/licences.json, which the page /licences
 * shows; a build with one that does not stand there fails. The file is made by `cargo xtask gen`.
 */
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

type Part = { name: string; in: 'server' | 'browser' }

/** The package a module is from: the last one its path names. Nothing for ours and for what the build makes up. */
export function packageOf(module: string): string | undefined {
  const inside = module.replaceAll('\\', '/').split('/node_modules/')
  if (inside.length < 2) return undefined
  return /^(?:@[^/]+\/)?[^/?]+/.exec(inside.at(-1) ?? '')?.[0]
}

/** Packages of these modules that nobody lists. */
export function unlisted(modules: Iterable<string>, parts: Part[]): string[] {
  const listed = new Set(parts.filter((part) => part.in === 'browser').map(({ name }) => name))
  const found = new Set<string>()
  for (const module of modules) {
    const name = packageOf(module)
    if (name && !listed.has(name)) found.add(name)
  }
  return [...found].sort()
}

export function licenceCheck(): Plugin {
  return {
    name: 'quad-licence-check',
    apply: 'build',
    generateBundle(_options, bundle) {
      const { parts } = JSON.parse(readFileSync('public/licences.json', 'utf8')) as { parts: Part[] }
      const chunks = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []))
      const missing = unlisted(chunks, parts)
      if (missing.length > 0) {
        this.error(`not in public/licences.json, run \`cargo xtask gen\`: ${missing.join(', ')}`)
      }
    },
  }
}
