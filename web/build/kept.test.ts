/**
 * Files kept by the service worker: what it keeps for the contest screen is a list by hand (plugins.ts). Whatever every
 * page loads later has to be in it: a screen that is reloaded without a network would do without, silently.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { REACT_DOM_CHUNK } from './chunks'
import { KEPT } from './plugins'

const APP = fileURLToPath(new URL('../src/app/', import.meta.url))
/** Of the app's own files, those that load other pages. */
const PAGES = ['routes.tsx']
/** Loaded late and not kept by name. */
const ELSEWHERE: Record<string, string> = {
  'src/features/attempts/outbox': 'the contest screen loads it itself',
  'src/features/attempts/outboxNotices': 'for the other pages, about answers that an earlier visit left',
}

it('keeps whatever every page loads later', () => {
  const isOwn = (name: string) => /\.tsx?$/.test(name) && !/\.test\./.test(name) && !PAGES.includes(name)
  const later = readdirSync(APP)
    .filter(isOwn)
    .flatMap((name) => {
      const targets = readFileSync(APP + name, 'utf8').matchAll(/\bimport\('([^']+)'\)/g)
      return [...targets].map(([, target = '']) => target.replace(/^@\//, 'src/').replace(/^\.\//, 'src/app/'))
    })
  expect(later).toContain('src/app/idleTasks')
  const kept = (target: string) =>
    target === 'react-dom/client' ? KEPT.includes(`/${REACT_DOM_CHUNK}`) : KEPT.includes(target)
  expect(later.filter((target) => !kept(target) && !(target in ELSEWHERE))).toEqual([])
})
