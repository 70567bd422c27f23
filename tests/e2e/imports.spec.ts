import type { Site } from '#schemas/resources/sites.ts'
import { expectAccessible } from './support/accessibility.ts'
import { panel } from './support/pages.ts'
import { put } from './support/people.ts'
import { expect, test } from './support/test.ts'

const rows = [
  'external_id,name,postcode,client,Phone',
  'S1,Quay House,SE1 2AA,Harbour Estates,1',
  'S2,Tower Yard,E1 6AN,Harbour Estates,2',
  'S3,,EC2A 4BX,Harbour Estates,3',
]

test('a file is checked first, which writes nothing, and then imported, by keyboard too; the run shows what it did and what it refused, and is undone except for what was edited', async ({
  page,
  context,
  owner,
}) => {
  await page.goto('/dashboard/imports')
  const form = panel(page, 'Import a file')
  const send = (name: string, lines: readonly string[]) =>
    form.getByLabel('File', { exact: true }).setInputFiles({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(`${lines.join('\n')}\n`),
    })
  const check = form.getByRole('button', { name: 'Check File' })
  await check.click()
  await expect(form.getByText('The file field is required.')).toBeVisible()

  await send('clients.csv', ['name', 'Dockside'])
  await form.getByRole('radio', { name: 'Clients' }).check()
  await expect(form.getByRole('checkbox')).toHaveCount(0)
  await check.click()
  await expect(form.getByRole('button', { name: 'Import 1 client' })).toBeVisible()
  await form.getByRole('button', { name: 'Back' }).click()
  await expect(form.getByRole('radio', { name: 'Clients' })).toBeChecked()
  await form.getByRole('radio', { name: 'Sites' }).check()

  await send('sites.csv', rows)
  await form.getByLabel('Create missing clients').check()
  await check.focus()
  await page.keyboard.press('Enter')
  const checked = form.getByRole('region', { name: 'What sites.csv would do' })
  await expect(checked).toBeFocused()
  await expect(checked).toContainText('2 sites will be created, 1 client added for them. 1 row has an error.')
  await expect(checked).toContainText('Columns that are left out: Phone')
  await expect(checked.getByRole('row', { name: /Row 4/ })).toContainText('The name field is required.')
  await expect(page.getByText('Nothing has been imported yet.')).toBeVisible()
  expect(await (await context.request.get('/api/sites')).json()).toEqual([])
  await expectAccessible(page)

  await page.keyboard.press('Tab')
  await expect(form.getByRole('button', { name: 'Import 2 sites' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/imports\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { name: 'sites.csv', level: 1 })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Finished' })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'sites.csv has been imported' })).toBeVisible()
  const refused = page.getByRole('table', { name: 'Refused rows' }).getByRole('row', { name: /Row 4/ })
  await expect(refused).toContainText('The name field is required.')
  await expect(page.getByText('Phone', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Imports' }).click()
  const run = page.getByRole('list', { name: 'Imports' }).getByRole('listitem')
  await expect(run).toContainText(owner.name)
  await expect(run).toContainText('2 sites created, 1 client added for them, 0 updated, 0 unchanged, 1 refused')
  await run.getByRole('link', { name: 'sites.csv' }).click()

  const [quay] = (await (await context.request.get('/api/sites/search/quay')).json()) as Site[]
  const edited = { name: 'Quay House East', postcode: 'SE1 2AA', client_id: quay?.client_id }
  await put(context, `/api/site/${quay?.id}`, edited)
  await page.getByRole('button', { name: 'Undo import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Undo import' })
  await expect(dialog).toContainText('What people have worked on since is kept.')
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('region', { name: 'Kept' })).toContainText('Quay House East (site)')
  await expect(page.getByRole('status').filter({ hasText: 'Undone' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo import' })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Show in the trash' }).click()
  const deleted = page.getByRole('list', { name: 'Trash' }).getByRole('listitem')
  await expect(deleted).toContainText('Import of sites.csv')
  await deleted.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('No results')).toBeVisible()

  await page.goto('/dashboard/history')
  const entry = page.getByRole('list', { name: 'History' }).getByRole('listitem').filter({ hasText: 'sites.csv' })
  await entry.last().getByRole('link', { name: 'Open' }).click()
  await expect(page).toHaveURL(/\/dashboard\/imports\/[0-9a-f-]{36}$/)
})
