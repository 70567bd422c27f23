import { defineConfig } from '@playwright/test'
import walks from '../../../playwright.config.ts'

/** `npm run screens` photographs the pages into .build/screens/; no test run does. */
export default defineConfig({
  ...walks,
  testDir: '.',
  testMatch: '*.screens.ts',
  globalSetup: '../support/start-product.ts',
  outputDir: '../../../test-results',
  use: { ...walks.use, actionTimeout: 30_000 },
  projects: (walks.projects ?? []).filter(({ name }) => name === 'desktop'),
})
