import { expectAccessible } from './support/accessibility.ts'
import { addFacilities } from './support/facilities.ts'
import { teamOf } from './support/members.ts'
import { card, panel } from './support/pages.ts'
import { post } from './support/people.ts'
import { choose, openedDialog } from './support/records.ts'
import { expect, test } from './support/test.ts'

test('a team names a field of its sites, fills it in, narrows and sorts the list by it, removes it and has it back', async ({
  page,
  context,
  owner: _,
}) => {
  const { client, site } = await addFacilities(context)
  await post(context, '/api/site', { name: 'Dry Dock', client_id: client.id })
  const settings = `/settings/teams/${(await teamOf(context)).id}#/fields`
  await page.goto(settings)
  await panel(page, 'Fields of sites').getByRole('button', { name: 'Add a field of sites' }).click()
  const dialog = await openedDialog(page, 'Add a field of sites')
  await dialog.getByLabel('Name').fill('Access')
  await dialog.getByLabel('Kind').selectOption('Choice')
  for (const [at, name] of ['Gate', 'Concierge'].entries()) {
    await dialog.getByRole('button', { name: 'Add an option' }).click()
    await dialog.getByLabel(`Option ${at + 1}`, { exact: true }).fill(name)
  }
  await dialog.getByRole('button', { name: 'Add field' }).click()
  await expect(page.getByRole('treeitem', { name: /Access/ })).toContainText('Choice of Gate and Concierge · in lists')
  await expectAccessible(page)

  await page.goto(`/dashboard/sites/${site.id}`)
  await choose(page, site.name, 'Edit Site')
  const edit = await openedDialog(page, 'Edit Site')
  await edit.getByLabel('Access').selectOption('Concierge')
  await edit.getByRole('button', { name: 'Update Site' }).click()
  await expect(page.getByRole('definition').filter({ hasText: 'Concierge' })).toBeVisible()

  await page.goto('/dashboard#/sites')
  const quay = card(page, site.name)
  const dock = card(page, 'Dry Dock')
  await expect(quay).toContainText('Access: Concierge')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Own field').selectOption('Access')
  await page.getByRole('checkbox', { name: 'Concierge' }).check()
  await expect(dock).toHaveCount(0)
  await expect(quay).toBeVisible()
  await page.getByRole('checkbox', { name: 'Without Access' }).check()
  await expect(quay).toHaveCount(0)
  await expect(dock).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Remove the filter Access: none' }).click()

  await page.getByRole('button', { name: 'Table' }).click()
  const names = page.getByRole('rowheader')
  await expect(names).toHaveText(['Dry Dock', site.name])
  await page.getByRole('columnheader', { name: 'Access' }).getByRole('button').click()
  await expect(names).toHaveText([site.name, 'Dry Dock'])
  await expectAccessible(page)

  await page.goto(settings)
  await page.getByRole('button', { name: 'Remove Access' }).click()
  await expect(panel(page, 'Removed fields')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('treeitem', { name: /Access/ })).toBeVisible()
  await page.goto(`/dashboard/sites/${site.id}`)
  await expect(page.getByRole('definition').filter({ hasText: 'Concierge' })).toBeVisible()
})
