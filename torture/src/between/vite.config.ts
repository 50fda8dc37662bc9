/**
 * The build of person.ts: one classic script, out of the web client's own sources and by its own vite, so that what runs in
 * the fault `between` is the outbox that people have.
 */
import { fileURLToPath } from 'node:url'

const place = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default {
  root: place('../../../web'),
  publicDir: false,
  resolve: { alias: { '@': place('../../../web/src') } },
  build: {
    emptyOutDir: true,
    minify: true,
    target: 'esnext',
    rollupOptions: { input: place('./person.ts'), output: { format: 'iife', entryFileNames: 'person.js' } },
  },
}
