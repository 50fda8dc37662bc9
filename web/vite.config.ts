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

/** Tests that need a page (document, storage, location) though they draw nothing; all that draw are `.test.tsx`. */
const PAGE = [
  'src/api/authenticity.test.ts',
  'src/api/client.test.ts',
  'src/api/idempotency.test.ts',
  'src/api/live.test.ts',
  'src/api/retryRequest.test.ts',
  'src/api/sender.test.ts',
  'src/api/uploadForm.test.ts',
  'src/api/wellFormed.test.ts',
  'src/app/recoverPages.test.ts',
  'src/features/accounts/pushDevice.test.ts',
  'src/features/attempts/attemptOwner.test.ts',
  'src/features/attempts/hooks/useLiveLeaderboard.test.ts',
  'src/features/attempts/outbox.test.ts',
  'src/features/attempts/outbox.typed.test.ts',
  'src/features/attempts/reminders.test.ts',
  'src/features/attempts/room/takePrefetchedAttempt.test.ts',
  'src/features/attempts/shownKinds.test.ts',
  'src/features/galleries/uploadPictures.test.ts',
  'src/features/payments/checkout.test.ts',
  'src/lib/focusAfterRender.test.ts',
  'src/lib/listsAsLeft.test.ts',
  'src/lib/pushSubscription.test.ts',
  'src/lib/retryUntilLoaded.test.ts',
  'src/lib/serverClock.test.ts',
  'src/lib/serviceWorkerState.test.ts',
  'src/lib/storage.test.ts',
  'src/lib/trustedScriptUrl.test.ts',
  'src/lib/whenIdle.test.ts',
  'src/prefetch.test.ts',
  'src/sw.test.ts',
  'src/ui/toast.test.ts',
  'src/unsupported.test.ts',
  'src/watchAssets.test.ts',
]

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
    restoreMocks: true,
    setupFiles: ['./src/testDate.ts'],
    // Vitest leaves one processor to its own reporting, which on two is half of the machine.
    maxWorkers: '100%',
    // Whatever else a machine does: these bounds are for what hangs, never for what is slow.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Nothing is tried again here: the gate does so at the end, with what may be, alone (xtask/src/web_tests.rs).
    // A page costs its file a second before the first test: whoever names none goes without.
    projects: [
      {
        extends: true,
        test: { name: 'node', environment: 'node', include: ['{src,build}/**/*.test.ts'], exclude: PAGE },
      },
      {
        extends: true,
        test: {
          name: 'page',
          environment: 'jsdom',
          setupFiles: ['./src/testSetup.ts'],
          include: ['src/**/*.test.tsx', ...PAGE],
        },
      },
    ],
  },
})
