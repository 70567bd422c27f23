import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { launchOptions } from './tests/support/chromium.ts'
import { LongestFirst } from './tests/support/longest-first.ts'
import { contractsWithoutSchemas } from './web/contracts-without-schemas.ts'

/** Pure things: no processes, no sockets, nothing on disk but small files. `npm run check` runs these. */
const pure = [
  'tests/schemas/**/*.test.ts',
  'tests/api/domain/**/*.test.ts',
  'tests/projections/**/*.test.ts',
  'tests/web/**/*.test.{ts,tsx}',
  'tests/api/env/*.test.ts',
  'tests/cli/checks/**/*.test.ts',
  'tests/docs/**/*.test.ts',
]

/** Whatever starts processes: the product or a part of it, programs, the renderer. */
const started = [
  'tests/*/full/**/*.test.ts',
  'tests/{cli,durability,event-store}/**/*.test.ts',
  'tests/api/renderer/**/*.test.ts',
  'tests/readme-tour.test.ts',
  'tests/replicas/*.test.ts',
]

/** No test of ours waits for time to pass; these limits are for what hangs, also on a machine that is busy. */
const limits = { testTimeout: 60_000, hookTimeout: 60_000 }

/**
 * Files share a process, as the requests of a server do: to load and to compile it for each is half the time, of the
 * pure ones three quarters, and of those that start processes a third.
 */
const shared = { isolate: false }

/** Node imports what it runs as the product's processes do; by Vite each use of an import would be a call. */
const native = { experimental: { viteModuleRunner: false } }

/** Components and hooks of the web app, drawn by the browser that the installation found. */
const inBrowser = 'tests/web/**/*.browser.test.tsx'

/** Leaves the page of the browser to the next test as it was. */
const cleanPage = 'tests/web/support/clean-page.ts'

export default defineConfig({
  test: {
    setupFiles: ['tests/support/no-stray-errors.ts'],
    // As the API runs (cli/operations/start-services.ts): V8 may end a process whose threads end.
    execArgv: ['--no-memory-protection-keys'],
    // So that a thread that a test starts need not load the TypeScript compiler, WebAssembly that V8 crashes over.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '.build/compiled') },
    // One more than there are cores: much of a test is waiting for processes and disks.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'unit', include: pure, exclude: [inBrowser], ...shared, ...limits } },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/{api,workers}/**/*.test.ts'],
          exclude: [...pure, ...started],
          ...shared,
          ...native,
          ...limits,
        },
      },
      {
        extends: true,
        plugins: [contractsWithoutSchemas(), react()],
        cacheDir: '.build/vitest',
        // Found before the tests run: a package that is found later would reload the page below them.
        optimizeDeps: { entries: ['web/main.tsx', inBrowser, cleanPage] },
        test: {
          name: 'web',
          include: [inBrowser],
          setupFiles: [cleanPage],
          ...shared,
          ...limits,
          // A page that is busy, as beside other tests, does what it can do without after two seconds at the latest.
          expect: { poll: { timeout: 5_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions, contextOptions: { locale: 'en-GB', timezoneId: 'Europe/London' } }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: started,
          exclude: pure,
          ...shared,
          ...native,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'replicas',
          include: ['tests/replicas/walk/*.test.ts'],
          testTimeout: 600_000,
          // Some build releases first.
          hookTimeout: 1_200_000,
        },
      },
    ],
  },
})
