import type { Locator, Page } from '@playwright/test'
import type { Picked } from './documents.ts'
import { expect } from './test.ts'

/** The form under a heading such as 'Add a Client'. */
export const panel = (page: Page, title: string): Locator => page.getByRole('region', { name: title })

/** A panel that is folded at first, unfolded. */
export const unfolded = async (page: Page, title: string): Promise<Locator> => {
  const opener = panel(page, title).getByRole('button', { name: title, exact: true })
  if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click()
  return panel(page, title)
}

/** Goes to a place by the sidebar, or by the menu where there is none, which `look` sees open. */
export const goToPlace = async (page: Page, name: string, look?: () => Promise<void>): Promise<void> => {
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  const place = page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name, exact: true })
  await expect(menu.or(place)).toBeVisible()
  if (await menu.isVisible()) {
    await menu.click()
    await expect(place).toBeVisible()
    await look?.()
  }
  await place.click()
}

/** What shows while a list of these records is on its way. */
export const spinner = (page: Page, records: string): Locator =>
  page.getByRole('status', { name: `Loading ${records}` }).locator('.mantine-Loader-root')

/** The card of a client, a site or a file. */
export const card = (page: Page, name: string): Locator => page.getByRole('article', { name })

/** Picks today in the calendar of a field, and waits until the calendar no longer covers the next field. */
const pickToday = async (form: Locator, field: string): Promise<void> => {
  await form.getByLabel(field).click()
  const today = form.getByRole('button', { name: 'Today' })
  await today.click()
  await expect(today).toHaveCount(0)
}

export const addClient = async (page: Page, name: string): Promise<void> => {
  const form = panel(page, 'Add a Client')
  await form.getByLabel('Name').fill(name)
  await form.getByRole('button', { name: 'Add Client' }).click()
}

export const addSite = async (page: Page, name: string, postcode: string): Promise<void> => {
  const form = panel(page, 'Add a Site')
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Postcode').fill(postcode)
  await form.getByRole('button', { name: 'Add Site' }).click()
}

export const addVisit = async (page: Page, name: string): Promise<void> => {
  const form = panel(page, 'Add a Visit')
  await form.getByLabel('Visit Name').fill(name)
  await pickToday(form, 'Start Date')
  await pickToday(form, 'End Date')
  await form.getByRole('button', { name: 'Add Visit' }).click()
}

/** Chooses a file in the form of a files panel. */
export const chooseFile = (page: Page, file: Picked): Promise<void> =>
  panel(page, 'Add a Document').locator('input[type=file]').setInputFiles(file)

export const addDocument = async (page: Page, file: Picked): Promise<void> => {
  await chooseFile(page, file)
  await panel(page, 'Add a Document').getByRole('button', { name: 'Add Document' }).click()
}

/** The picture of a card, once it has loaded. */
export const loadedPicture = async (page: Page, name: string): Promise<Locator> => {
  const picture = card(page, name).locator('img')
  await picture.scrollIntoViewIfNeeded()
  await expect(picture).toHaveJSProperty('complete', true)
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  return picture
}

/**
 * Looks from now on for words on a page that may be gone before a test looks again: a dialog that closes by itself.
 * @returns a function that waits until they have been there
 */
export const watchFor = async (page: Page, ...words: string[]): Promise<() => Promise<void>> => {
  const watch = await page.evaluateHandle((wanted) => {
    const seen = new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        if (wanted.every((each) => document.body.textContent.includes(each))) resolve(observer.disconnect())
      })
      observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    })
    return { seen }
  }, words)
  return () => watch.evaluate(({ seen }) => seen)
}
