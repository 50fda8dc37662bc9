/** The build reads the table of routes as it is, and gives each route a first page of its own. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageName, routesOf } from './routeTable.ts'

const TABLE = readFileSync('src/app/routes.tsx', 'utf8')

test('a page comes with the layouts around it', () => {
  const source = `
const root = createRootRoute({ component: Frame })
const site = createRoute({ getParentRoute: () => root, id: 'site', component: lazyPage(() => import('./shell/SiteShell')) })
const room = createRoute({ getParentRoute: () => root, id: 'room' })
const home = createRoute({
  getParentRoute: () => site,
  path: '/',
  component: lazyPage(() => import('@/pages/HomePage')),
})
const take = createRoute({
  getParentRoute: () => room,
  path: '/take/$id',
  component: lazyPage(() => import('@/features/attempts/TakePage')),
})
`
  expect(routesOf(source)).toEqual([
    { path: '/', files: ['src/app/shell/SiteShell', 'src/pages/HomePage'] },
    { path: '/take/$id', files: ['src/features/attempts/TakePage'] },
  ])
})

test('a page that is not lazy is refused', () => {
  const source = "const home = createRoute({\n  path: '/',\n  component: HomePage,\n})\n"
  expect(() => routesOf(source)).toThrow('the route / has no lazy page')
})

test('the real table is read whole, and no two routes share a first page', () => {
  const routes = routesOf(TABLE)
  expect(routes.find(({ path }) => path === '/ContestQuestion')?.files.at(-1)).toBe(
    'src/features/attempts/pages/TakeContestPage',
  )
  expect(routes.length).toBeGreaterThan(40)
  expect(new Set(routes.map(({ path }) => pageName(path))).size).toBe(routes.length)
})
