/**
 * The second build: src/sw.ts becomes dist/sw.js, one self-contained classic script with a fixed name (a worker's
 * address must never change). It reads the list the first build left, puts it in front as self.__BUILD, and then
 * compresses everything in dist.
 */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { onlySupported, TARGET } from './build/browsers.ts'
import { licenceCheck } from './build/licenceCheck.ts'
import { buildListBanner, compressed, LIST, OUT } from './build/plugins.ts'
import { budgetsHold } from './build/weight.ts'

const entry = fileURLToPath(new URL('./src/sw.ts', import.meta.url))

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  publicDir: false,
  plugins: [buildListBanner(), budgetsHold(OUT, LIST), onlySupported(OUT), licenceCheck(), compressed()],
  build: {
    outDir: 'dist',
    target: TARGET,
    emptyOutDir: false,
    copyPublicDir: false,
    rollupOptions: {
      input: entry,
      output: { format: 'iife', entryFileNames: 'sw.js', codeSplitting: false },
    },
  },
})
