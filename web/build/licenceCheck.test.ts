/** Licence check: which package a module is from, and which of them nobody lists. */
import { expect, it } from 'vitest'
import { packageOf, unlisted } from './licenceCheck.ts'

it('knows the package of a module', () => {
  expect(packageOf('/srv/quad/web/node_modules/react/index.js')).toBe('react')
  expect(packageOf('/srv/quad/web/node_modules/@base-ui/react/esm/x.js?v=1')).toBe('@base-ui/react')
  expect(packageOf('/srv/quad/web/node_modules/a/node_modules/b/x.js')).toBe('b')
  expect(packageOf('C:\\quad\\web\\node_modules\\react\\index.js')).toBe('react')
  expect(packageOf('/srv/quad/web/src/main.tsx')).toBeUndefined()
  expect(packageOf('\0vite/preload-helper.js')).toBeUndefined()
})

it('names what is in the build and not in the list', () => {
  const modules = ['/w/node_modules/react/a.js', '/w/node_modules/react/b.js', '/w/node_modules/x/a.js', '/w/src/a.ts']
  expect(unlisted(modules, [{ name: 'react', in: 'browser' }])).toEqual(['x'])
  // The server's parts are not the browser's.
  expect(
    unlisted(modules, [
      { name: 'react', in: 'server' },
      { name: 'x', in: 'browser' },
    ]),
  ).toEqual(['react'])
})
