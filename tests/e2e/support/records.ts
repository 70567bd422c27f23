import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './test.ts'

/** The button that opens the dropdown of a client, a site or a visit. */
export const menuButton = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: `Actions for ${name}`, exact: true })

/** Chooses an item from the dropdown of a record. */
export const choose = async (page: Page, name: string, item: string): Promise<void> => {
  await menuButton(page, name).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Titles of the dialogs that this worker has looked at. */
const looked = new Set<string>()

/** Expects that a dialog has opened and is accessible; on a phone, and the next time, it is the same one. */
export const openedDialog = async (page: Page, title: string): Promise<Locator> => {
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toBeVisible()
  if (test.info().project.name === 'desktop' && !looked.has(title)) await expectAccessible(page)
  looked.add(title)
  return dialog
}

/** Holds back requests to an address until the returned function releases them. */
export const holdBack = async (page: Page, address: string | RegExp, method = 'GET'): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    if (route.request().method() === method) await promise
    await route.fallback()
  })
  return resolve
}
