import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type Person, registerThroughApi } from './people.ts'

type Own = {
  /** The console messages and script errors of every page of a test. */
  complaints: string[]
  /** A person who has just registered a team and is signed in, in `page` and its context. */
  owner: Person
}

const watch = (context: BrowserContext, complaints: string[]): void => {
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
}

/**
 * Playwright's test on the product that start-product.ts started. A complaint on any console of the first context fails
 * the test, unless the test removes it from `complaints`.
 */
export const test = base.extend<Own>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first parameter
  baseURL: async ({}, use) => use(process.env.SITELEDGER_URL),
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = []
      watch(context, complaints)
      await use(complaints)
      expect(complaints).toStrictEqual([])
    },
    { auto: true },
  ],
  owner: async ({ context }, use) => use(await registerThroughApi(context)),
})

export { expect, type Page }
