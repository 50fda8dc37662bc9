/**
 * How the typed client is made from the server's document: `npm run gen` (or `cargo xtask gen`, which writes the
 * document first). What it writes is committed and never edited. Functions are named by method and path
 * (`postPostAnswer` is POST /post/answer): handlers of different features may share a name, paths may not.
 */
import { defineConfig } from '@hey-api/openapi-ts'

export default defineConfig({
  input: '../server/openapi.json',
  output: { path: 'src/api/generated', entryFile: false },
  logs: { file: false },
  plugins: [
    '@hey-api/typescript',
    { name: '@hey-api/sdk', operations: { strategy: 'flat', nesting: 'id' } },
    { name: '@hey-api/client-fetch', runtimeConfigPath: '../runtime' },
  ],
})
