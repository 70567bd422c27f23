import type { Site } from '#schemas/resources/sites.ts'
import { newPdf } from './support/documents.ts'
import { addFacilities, addFile } from './support/facilities.ts'
import { addMember, teamOf } from './support/members.ts'
import { card, panel } from './support/pages.ts'
import { post } from './support/people.ts'
import { expect, type Page, test } from './support/test.ts'

const actionsOf = (page: Page, name: string): Promise<string[]> =>
  card(page, name)
    .locator('button:visible, a:visible')
    .filter({ hasText: / File$|^Preview$|^Download$/ })
    .allInnerTexts()

test('[FILE-13] [ABIL-13] [ABIL-24] [ABIL-25] who may only look sees a file, and no more than the ways to read it', async ({
  context,
  browser,
  owner: _,
}) => {
  const facilities = await addFacilities(context)
  const viewer = await addMember(browser, context, { role: 'member' })
  const theirs = await viewer.context.newPage()
  await theirs.goto('/dashboard#/files')
  await expect(theirs.getByText('No files have been added yet.')).toBeVisible()
  await expect(panel(theirs, 'Add a Document')).toHaveCount(0)

  await addFile(context, facilities, await newPdf('Gas certificate.pdf'))
  await expect(card(theirs, 'Gas certificate')).toBeVisible()
  expect(await actionsOf(theirs, 'Gas certificate')).toEqual(['Preview', 'Download'])
  await expect(theirs.getByText('Added by')).toHaveCount(0)
  await theirs.getByRole('checkbox', { name: 'Select Gas certificate' }).click()
  await expect(theirs.getByRole('region', { name: 'Selected files' }).getByRole('button')).toHaveText(['Download', ''])
  await card(theirs, 'Gas certificate').getByRole('button', { name: 'Preview' }).click()
  await expect(theirs.getByRole('dialog', { name: 'Gas certificate' })).toBeVisible()
  await viewer.context.close()
})

test('[FILE-24] [ABIL-10] [ABIL-12] [ABIL-15] [CORE-03] an editor adds and changes files, and an owner deletes them too', async ({
  page,
  context,
  browser,
  owner: _,
}) => {
  await addFile(context, await addFacilities(context), await newPdf('Gas certificate.pdf'))
  const editor = await addMember(browser, context, { role: 'editor' })
  const edited = await editor.context.newPage()
  await edited.goto('/dashboard#/files')
  await expect(card(edited, 'Gas certificate')).toContainText('Added by')
  expect(await actionsOf(edited, 'Gas certificate')).toEqual(['Preview', 'Download', 'Edit File'])
  await expect(panel(edited, 'Add a Document')).toBeVisible()
  await edited.getByRole('checkbox', { name: 'Select Gas certificate' }).click()
  const bar = edited.getByRole('region', { name: 'Selected files' })
  await expect(bar.getByRole('button', { name: 'Label' })).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Delete' })).toHaveCount(0)

  await page.goto('/dashboard#/files')
  await expect(card(page, 'Gas certificate')).toBeVisible()
  expect(await actionsOf(page, 'Gas certificate')).toEqual(['Preview', 'Download', 'Edit File', 'Delete File'])
  await editor.context.close()
})

test('[FILE-43] [ABIL-14] who may not view files is not led to them', async ({ context, browser, owner: _ }) => {
  const facilities = await addFacilities(context)
  const { id } = await addFile(context, facilities, await newPdf('Gas certificate.pdf'))
  const { context: theirs } = await addMember(browser, context, { role: 'member' })
  const me = await (await theirs.request.get('/user/current')).json()
  const answer = await context.request.put(`/settings/teams/${(await teamOf(context)).id}/members/${me.id}`, {
    data: { role: 'member', all_sites: true, abilities: { files: { view: false } } },
    headers: { origin: process.env.SITELEDGER_URL ?? '' },
  })
  expect(answer.status()).toBe(200)
  const page = await theirs.newPage()
  await page.goto('/dashboard#/visits')
  await expect(page.getByText('Boiler inspection')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Documents' })).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Files' })).toHaveCount(0)
  expect((await theirs.request.get(`/file/${id}/preview`)).status()).toBe(403)
  await theirs.close()
})

test('[ABIL-26] who is tied to one site sees its files alone', async ({ context, browser, owner: _ }) => {
  const { client, site, visit } = await addFacilities(context)
  const other = (await post(context, '/api/site', { name: 'Mill', client_id: client.id })) as Site
  await addFile(context, { site, visit }, await newPdf('Gas certificate.pdf'))
  const hidden = await addFile(context, { site: other }, await newPdf('Mill lease.pdf'))
  const limits = { role: 'member', client_id: client.id, all_sites: false, site_ids: [site.id] } as const
  const { context: theirs } = await addMember(browser, context, { ...limits, site_ids: [...limits.site_ids] })
  const page = await theirs.newPage()
  for (const path of ['/dashboard', `/dashboard/clients/${client.id}`]) {
    await page.goto('about:blank')
    await page.goto(`${path}#/files`)
    await expect(card(page, 'Gas certificate')).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(1)
  }
  await page.getByPlaceholder('Search files...').fill('lease')
  await expect(page.getByText('No results')).toBeVisible()
  expect((await theirs.request.get(`/file/${hidden.id}/preview`)).status()).toBe(404)
  await theirs.close()
})
