/**
 * The browser build: hashed files under dist/assets, the two fonts preloaded, a first page per route, a list of what
 * was built for the service worker. The worker itself is a second build (vite.sw.config.ts), which also writes the .br and .gz
 * siblings, because it is the last to run.
 */
import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { TARGET } from './build/browsers.ts'
import { chunks, compiledAtOnce } from './build/chunks.ts'
import { cssFallbacks } from './build/cssFallbacks.ts'
import { firstPages } from './build/firstPages.ts'
import { FONTS, fonts } from './build/fonts.ts'
import { licenceCheck } from './build/licenceCheck.ts'

// The host is passed on as it is: the server refuses a call whose origin is another site.
const api = { target: process.env.QUAD_DEV_API ?? 'http://127.0.0.1:8080', changeOrigin: false }

export default defineConfig({
  plugins: [fonts(), react(), tailwind(), firstPages(), cssFallbacks(), compiledAtOnce(), licenceCheck()],
  resolve: {
    alias: {
      '@fonts': fileURLToPath(new URL(`./${FONTS}`, import.meta.url)),
      '@': fileURLToPath(new URL('./src', import.meta.url)),
    },
  },
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': api, '/sandbox': api } },
  preview: { host: '127.0.0.1', port: 4173, proxy: { '/api': api } },
  build: {
    outDir: 'dist',
    target: TARGET,
    assetsDir: 'assets',
    manifest: 'build-list.json',
    // A strict policy forbids data: addresses for fonts and scripts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { output: { codeSplitting: chunks } },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['./src/testSetup.ts'],
    include: ['{src,build}/**/*.test.{ts,tsx}'],
    restoreMocks: true,
    // Vitest leaves one processor to its own reporting, which on two is half of the machine.
    maxWorkers: '100%',
    // Whatever else a machine does: these bounds are for what hangs, never for what is slow.
    testTimeout: 30_000,
  },
})
