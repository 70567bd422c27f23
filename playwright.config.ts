import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'
import { launchOptions } from './tests/support/chromium.ts'

/** Whole user goals in a browser, on the product as `npm start` runs it, started once for the run. */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/start-product.ts',
  outputDir: 'test-results',
  // Every walk has a team of its own. One more than there are cores: a quarter of a walk is waiting for disks and jobs.
  workers: availableParallelism() + 1,
  retries: 0,
  forbidOnly: true,
  timeout: 240_000,
  // Also for the start of the product, which has no time limit of its own.
  globalTimeout: 1_800_000,
  // A page that is drawn anew took 20 seconds on a machine that had thirty times too much to do.
  expect: { timeout: 30_000 },
  use: {
    launchOptions,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    screenshot: 'only-on-failure',
    // A twelfth of all the work, and a quarter with pictures: `--trace on` writes it of a walk that is looked into.
    trace: 'off',
  },
  // Every walk runs on a desktop. Those that say @phone in their title run on a phone too: for each kind of page one, and
  // whatever is drawn or used otherwise there. The desktop's user asks for less motion: dialogs and menus are there at once.
  projects: [
    {
      name: 'desktop',
      use: {
        ...devices['Desktop Chrome'],
        viewport: { width: 1280, height: 800 },
        contextOptions: { reducedMotion: 'reduce' },
      },
    },
    { name: 'phone', use: { ...devices['Pixel 7'] }, grep: /@phone/ },
  ],
})
