import { createRequire } from 'node:module'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

type Result = Awaited<ReturnType<AxeBuilder['analyze']>>

/** Runs the axe that is in a page: what is as it should be is not described, which would take a third of the time. */
const runAxe = (page: Page, options: object = {}): Promise<Result> =>
  page.evaluate((asked) => {
    const { axe } = globalThis as unknown as { axe: { run: (options: object) => Promise<Result> } }
    return axe.run({ resultTypes: ['violations'], ...asked })
  }, options)

/** The text of the axe that the builder brings. */
const { source } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core') as { source: string }

/**
 * Looks at all. To load axe takes several times as long as to run it: the builder, which loads it twice, is needed for
 * frames alone, and that of an earlier look is taken.
 */
const look = async (page: Page): Promise<Result> => {
  if (page.frames().length > 1) {
    // Without legacy mode every analysis opens a tab, for frames of other origins, of which there are none.
    const axe = new AxeBuilder({ page }).setLegacyMode()
    return axe.options({ resultTypes: ['violations'] }).analyze()
  }
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  return runAxe(page)
}

/** Expects that axe finds no violation on the page as it is. */
const expectNothingFound = (page: Page, { violations }: Result): void => {
  const found = violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${impact}) at ${target.join(' ')}: ${failureSummary}`),
  )
  expect(found, page.url()).toStrictEqual([])
}

const switchTo = async (page: Page, colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
  // Some colours change over by a transition: those in between are nobody's.
  await page.evaluate(() => {
    for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish()
  })
}

/**
 * Expects that the page as it is has no accessibility violation in either scheme; light and dark differ in colours
 * alone.
 */
export const expectAccessible = async (page: Page): Promise<void> => {
  // An address changes before its page is drawn.
  await expect(page.locator('h1').first()).toBeAttached()
  await switchTo(page, 'light')
  expectNothingFound(page, await look(page))
  await switchTo(page, 'dark')
  expectNothingFound(page, await runAxe(page, { runOnly: ['color-contrast'] }))
}

/** The same of a page without the web app, which follows the scheme of the system. */
export const expectPlainAccessible = async (page: Page): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expectNothingFound(page, await look(page))
  }
}
