import { readFile } from 'node:fs/promises'
import { expectAccessible } from './support/accessibility.ts'
import { expect, type Page, test } from './support/test.ts'

const long =
  'The name of a client that somebody has typed in full, with all of its subsidiaries, brands, holdings and trading names, one after the other: yes'

const post = async (page: Page, path: string, data: object): Promise<{ id: string }> =>
  (await page.request.post(path, { data, headers: { origin: new URL(page.url()).origin } })).json()

const names = (page: Page, label: string) =>
  page.getByRole('table', { name: label }).getByRole('rowheader').allTextContents()

/** Expects that nothing stands out of a screen, however narrow or wide it is. */
const expectFitting = async (page: Page): Promise<void> => {
  for (const width of [390, 1440, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    await expect.poll(beyond, `${page.url()} at ${width}`).toBeLessThanOrEqual(0)
  }
}

test('lists are tables if one likes: sorted, narrowed and saved as they are shown, at an address that holds it all', async ({
  page,
  owner: _,
}) => {
  await page.goto('/dashboard')
  const acme = await post(page, '/api/client', { name: long })
  const bell = await post(page, '/api/client', { name: 'شركة الشرق' })
  const sites = [
    await post(page, '/api/site', { name: 'Zinc works', postcode: 'E1', client_id: acme.id }),
    await post(page, '/api/site', { name: 'älter', postcode: '', client_id: bell.id }),
    await post(page, '/api/site', { name: '東京倉庫', postcode: 'N2', client_id: bell.id }),
  ]
  const visits = ['01/03/2026', '05/03/2026', '09/03/2026']
  for (const [n, day] of visits.entries()) {
    await post(page, '/api/visit', { name: `Visit ${n}`, site_id: sites[n]?.id, started_at: day, ended_at: day })
  }

  await page.goto('/dashboard#/sites')
  await page.getByRole('button', { name: 'Table' }).click()
  const table = page.getByRole('table', { name: 'Sites' })
  await expect(table.getByRole('row')).toHaveCount(4)
  await expectFitting(page)
  for (const row of (await table.locator('tbody tr').all()).slice(0, 3)) {
    expect(Math.round((await row.boundingBox())?.height ?? 0)).toBe(40)
  }
  const heading = table.getByRole('columnheader', { name: 'Name' })
  await heading.getByRole('button').focus()
  for (const order of ['ascending', 'descending']) {
    await page.keyboard.press('Enter')
    await expect(heading).toHaveAttribute('aria-sort', order)
    await expect(heading.getByRole('button')).toBeFocused()
  }
  await expect(page).toHaveURL(/sort=-name/)
  await expect.poll(() => names(page, 'Sites')).toEqual(['東京倉庫', 'Zinc works', 'älter'])
  await page.getByRole('button', { name: 'Columns' }).click()
  for (const name of ['External ID', 'Client']) await page.getByRole('checkbox', { name }).uncheck()
  await page.keyboard.press('Escape')
  await expectAccessible(page)

  // The same after a reload, and in the file.
  await page.reload()
  await expect.poll(() => names(page, 'Sites')).toEqual(['東京倉庫', 'Zinc works', 'älter'])
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  const csv = await readFile(await (await downloaded).path(), 'utf8')
  expect(csv).toBe('\ufeffName,Postcode,Visits,Files\r\n東京倉庫,N2,1,0\r\nZinc works,E1,1,0\r\nälter,,1,0\r\n')

  // Another tab begins anew.
  await page.getByRole('tab', { name: 'Visits' }).click()
  await expect(page).not.toHaveURL(/sort/)
  await page.getByRole('button', { name: 'Filters' }).click()
  const filters = page.getByRole('search', { name: 'Filters' })
  await filters.getByLabel('Client').selectOption({ label: 'شركة الشرق' })
  await expect.poll(() => names(page, 'Visits')).toEqual(['Visit 2', 'Visit 1'])
  await filters.getByLabel('Site').selectOption({ label: 'älter' })
  await expect.poll(() => names(page, 'Visits')).toEqual(['Visit 1'])
  await expectAccessible(page)
  await page.reload()
  await expect.poll(() => names(page, 'Visits')).toEqual(['Visit 1'])
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => names(page, 'Visits')).toHaveLength(3)
  await expectFitting(page)
  await page.getByRole('tab', { name: 'Clients' }).click()
  await page.getByRole('button', { name: 'Table' }).click()
  await expect.poll(() => names(page, 'Clients')).toHaveLength(2)
  await expectFitting(page)
})
