import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderAt } from '#tests/web/support/render-app.tsx'
import { HashTabs, type TabOfPage } from '#web/components/hash-tabs.tsx'

const tabs = ['clients', 'sites', 'visits', 'categories', 'files', 'documents'].map((value) => ({
  value,
  label: value.padEnd(14, 's'),
  panel: <p>{value}</p>,
}))

/** A page of these tabs alone. */
const openPage = (shown: readonly TabOfPage[]) => renderAt('/', <HashTabs label="Parts" tabs={shown} />)
const list = () => page.getByRole('tablist', { name: 'Parts' }).element()
const edges = () => [list().hasAttribute('data-more-before'), list().hasAttribute('data-more-after')]

afterEach(() => page.viewport(1280, 800))

test('on a phone the tabs are large enough for a finger, and fade at the edge that has more', async () => {
  await page.viewport(390, 800)
  await openPage(tabs)
  await expect.element(page.getByRole('tab').first()).toBeVisible()

  for (const tab of page.getByRole('tab').elements())
    expect(tab.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  await expect.poll(edges).toEqual([false, true])
  expect(getComputedStyle(list()).maskImage).toContain('32px')

  list().scrollLeft = 60
  await expect.poll(edges).toEqual([true, true])
  list().scrollLeft = list().scrollWidth
  await expect.poll(edges).toEqual([true, false])
})

test('tabs that all fit fade nowhere', async () => {
  await openPage(tabs.slice(0, 3))
  await expect.element(page.getByRole('tab').first()).toBeVisible()
  expect([edges(), getComputedStyle(list()).maskImage]).toEqual([[false, false], 'none'])
})

test('a tab loads ahead when the pointer or the focus comes near it, and the chosen one does not', async () => {
  const loads = [vi.fn(), vi.fn(), vi.fn()] as const
  await openPage(loads.map((load, n) => ({ value: `tab-${n}`, label: `Tab ${n}`, panel: null, load })))

  await page.getByRole('tab', { name: 'Tab 0' }).hover()
  await page.getByRole('tab', { name: 'Tab 1' }).hover()
  ;(page.getByRole('tab', { name: 'Tab 2' }).element() as HTMLElement).focus()

  // A hover that a busy browser repeats comes near again.
  expect(loads.map((load) => load.mock.calls.length > 0)).toEqual([false, true, true])
})
