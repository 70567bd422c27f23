import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import type { CurrentUser } from '#schemas/resources/users.ts'
import { teamOf } from './members.ts'
import { enterAsOperator, type Person, registerThroughApi } from './people.ts'

/** Somebody else in a context of their own, with their ids. */
export const somebody = async (browser: Browser, overrides: Partial<Person> = {}) => {
  const context = await browser.newContext({ baseURL: process.env.SITELEDGER_URL ?? '' })
  const person = await registerThroughApi(context, overrides)
  const { id: userId } = (await (await context.request.get('/user/current')).json()) as CurrentUser
  return { ...person, context, userId, teamId: (await teamOf(context)).id }
}

/** Opens a page of the kiosk as the operator. */
export const openKiosk = async (page: Page, context: BrowserContext, hash: string): Promise<void> => {
  await enterAsOperator(context)
  await page.goto(`/spark/kiosk#${hash}`)
}

/** The text beside a word of a profile. */
export const fact = (page: Page, name: string): Locator =>
  page.locator('dl > div', { has: page.getByText(name, { exact: true }) }).locator('dd')
