/** Layout shift: each route is looked at by a browser test (e2e/specs/layout-shift.spec.ts), unless it is named here. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { routesOf } from '../../build/routeTable'

const WEB = join(import.meta.dirname, '../..')

/** weight.spec.ts looks at these, with a stricter bound. */
const ELSEWHERE = ['/contest', '/ContestQuestion', '/dashboard']

const read = (file: string) => readFileSync(join(WEB, file), 'utf8')

/** Routes that a spec's list names: as `route`, or in a list of whole addresses. */
function routesIn(spec: string): Set<string> {
  const [, list = ''] = /const PAGES: Looked\[\] = \[\n([\s\S]*?)\n\]\n/.exec(spec) ?? []
  const named = [...list.matchAll(/\broute: '([^']+)'/g)].map(([, route = '']) => route)
  const guests = [...list.matchAll(/\.\.\.\[([^\]]*)\]\.map\(asGuest\)/g)].flatMap(([, part = '']) =>
    [...part.matchAll(/'([^']+)'/g)].map(([, route = '']) => route),
  )
  return new Set([...named, ...guests])
}

it('is looked at on every route', () => {
  const routes = routesOf(read('src/app/routes.tsx')).map(({ path }) => path)
  const looked = routesIn(read('../e2e/specs/layout-shift.spec.ts'))
  expect(routes.filter((route) => !looked.has(route) && !ELSEWHERE.includes(route))).toEqual([])
  expect([...looked, ...ELSEWHERE].filter((route) => !routes.includes(route))).toEqual([])
  const weight = read('../e2e/specs/weight.spec.ts')
  expect(ELSEWHERE.filter((route) => !weight.includes(route))).toEqual([])
})
