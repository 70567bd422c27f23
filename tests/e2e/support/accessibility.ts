import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** Expects that axe finds nothing at all on the page as it stands. */
const expectNothingFound = async (page: Page, axe: AxeBuilder): Promise<void> => {
  // Without legacy mode every look opens a tab of its own, for frames of other origins, of which there are none.
  const { violations } = await axe.setLegacyMode().analyze()
  const found = violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${impact}) at ${target.join(' ')}: ${failureSummary}`),
  )
  expect(found, page.url()).toStrictEqual([])
}

const switchTo = async (page: Page, colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
}

/** Expects that everybody can use the page as it stands, in light and in dark, which differ in their colours alone. */
export const expectAccessible = async (page: Page): Promise<void> => {
  await switchTo(page, 'light')
  await expectNothingFound(page, new AxeBuilder({ page }))
  await switchTo(page, 'dark')
  await expectNothingFound(page, new AxeBuilder({ page }).withRules('color-contrast'))
}
