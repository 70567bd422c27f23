import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

const axeOn = (page: Page): AxeBuilder =>
  new AxeBuilder({ page })
    // Without legacy mode every analysis opens a tab, for frames of other origins, of which there are none.
    .setLegacyMode()
    // To describe what is as it should be takes a third of the time.
    .options({ resultTypes: ['violations'] })

/** Expects that axe finds no violation on the page as it is. */
const expectNothingFound = async (page: Page, axe: AxeBuilder): Promise<void> => {
  const { violations } = await axe.analyze()
  const found = violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${impact}) at ${target.join(' ')}: ${failureSummary}`),
  )
  expect(found, page.url()).toStrictEqual([])
}

const switchTo = async (page: Page, colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
}

/**
 * Expects that the page as it is has no accessibility violation in either scheme; light and dark differ in colours
 * alone.
 */
export const expectAccessible = async (page: Page): Promise<void> => {
  await switchTo(page, 'light')
  await expectNothingFound(page, axeOn(page))
  await switchTo(page, 'dark')
  await expectNothingFound(page, axeOn(page).withRules('color-contrast'))
}

/** The same of a page without the web app, which follows the scheme of the system. */
export const expectPlainAccessible = async (page: Page): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectNothingFound(page, axeOn(page))
  }
}
