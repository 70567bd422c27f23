import { newPdf } from './support/documents.ts'
import { addCategory, addFacilities, addFile } from './support/facilities.ts'
import { addMember, teamOf } from './support/members.ts'
import { card, panel } from './support/pages.ts'
import { post, put } from './support/people.ts'
import { choose, menuButton } from './support/records.ts'
import { expect, type Page, test } from './support/test.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** The items of a record's dropdown. */
const offers = async (page: Page, name: string, items: string[]): Promise<void> => {
  await menuButton(page, name).click()
  await expect(page.getByRole('menuitem')).toHaveText(items)
  await page.keyboard.press('Escape')
}

const actionsOf = (page: Page, name: string): Promise<string[]> =>
  card(page, name)
    .locator('button:visible, a:visible')
    .filter({ hasText: / File$|^Preview$|^Download$/ })
    .allInnerTexts()

/** Puts a document into the library of a team. */
const addToLibrary = async (owner: Parameters<typeof teamOf>[0]): Promise<void> => {
  const headers = { origin: process.env.SITELEDGER_URL ?? '' }
  const form = new FormData()
  const { buffer } = await newPdf('Safety policy.pdf')
  form.append('document', new File([new Uint8Array(buffer)], 'Safety policy.pdf', { type: 'application/pdf' }))
  expect((await owner.request.post('/api/document', { multipart: form, headers })).status()).toBe(201)
}

test('[CLNT-05] [CLNT-09] [SITE-08] [VIS-16] [VIS-19] [FILE-13] [FILE-14] [CAT-15] [ABIL-13] [ABIL-18] [ABIL-21] [ABIL-22] [ABIL-23] [ABIL-24] [ABIL-25] who may only look sees neutral empty states, and then records without a form or a button that changes them', async ({
  context,
  browser,
  owner: _,
}) => {
  const member = await addMember(browser, context, { role: 'member' })
  const page = await member.context.newPage()
  const open = (tab: string) => page.getByRole('tab', { name: tab }).click()
  await page.goto('/dashboard')
  for (const [tab, hint] of [
    ['Clients', 'No clients have been added yet.'],
    ['Sites', 'No sites have been added yet.'],
    ['Visits', 'No sites have been added yet.'],
    ['Categories', 'No categories have been added yet.'],
    ['Documents', 'No documents have been added yet.'],
    ['Files', 'No files have been added yet.'],
  ] as const) {
    await open(tab)
    await expect(page.getByText(hint)).toBeVisible()
    await expect(page.getByRole('region')).toHaveCount(0)
  }
  const facilities = await addFacilities(context)
  await addFile(context, facilities, await newPdf('Gas certificate.pdf'))
  await expect(card(page, 'Gas certificate')).toBeVisible()
  expect(await actionsOf(page, 'Gas certificate')).toEqual(['Preview', 'Download'])
  await expect(page.getByText('Added by')).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Select Gas certificate' }).click()
  await expect(page.getByRole('region', { name: 'Selected files' }).getByRole('button')).toHaveText(['Download', ''])
  await page.keyboard.press('Escape')
  await card(page, 'Gas certificate').getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('dialog', { name: 'Gas certificate' })).toBeVisible()
  await page.keyboard.press('Escape')

  const actions = page.getByRole('button', { name: /^(Actions for|History of)/ })
  await addToLibrary(context)
  await open('Documents')
  await expect(row(page, 'Safety policy').getByRole('link', { name: 'View Document' })).toBeVisible()
  await expect(row(page, 'Safety policy').getByRole('button')).toHaveCount(0)
  await addCategory(context, 'Gas')
  await open('Categories')
  const category = page.getByRole('treeitem', { name: 'Gas', exact: true })
  await expect(category).toBeVisible()
  await expect(category.getByRole('button')).toHaveCount(0)
  await expect(category).not.toHaveAttribute('draggable', 'true')
  await open('Visits')
  await expect(row(page, 'Boiler inspection').getByRole('link', { name: 'Documents' })).toBeVisible()
  await expect(actions).toHaveCount(0)
  await open('Clients')
  await expect(actions).toHaveCount(0)
  await expect(page.getByRole('region')).toHaveCount(0)
  await post(context, '/api/site', { name: 'Dry Dock', client_id: facilities.client.id })
  await card(page, 'Harbour Estates').getByRole('link', { name: 'View Sites' }).click()
  await expect(card(page, 'Dry Dock').getByRole('link')).toHaveText(['', 'View Visits', 'View Docs'])
  await expect(page.getByRole('region')).toHaveCount(0)
  await expect(actions).toHaveCount(0)
  await card(page, 'Dry Dock').getByRole('link', { name: 'View Visits' }).click()
  await expect(page.getByText('No visits have been added yet.')).toBeVisible()

  const places = page.getByRole('navigation', { name: 'Places' }).getByRole('link')
  await expect(places).toHaveText([
    'Due',
    'Clients',
    'Sites',
    'Compliance',
    'Visits',
    'Files',
    'Documents',
    'Categories',
  ])
  for (const path of ['history', 'imports', `imports/${facilities.client.id}`, 'trash', 'shares']) {
    await page.goto(`/dashboard/${path}`)
    await expect(page.getByText(/^You may not see this\./)).toBeVisible()
  }
  await member.context.close()
})

test('[FILE-24] [ABIL-10] [ABIL-12] [ABIL-15] [ABIL-24] [CORE-03] an editor adds and changes, and deletes nothing; an owner is offered everything', async ({
  page,
  context,
  browser,
  owner: _,
}) => {
  const facilities = await addFacilities(context)
  await addFile(context, facilities, await newPdf('Gas certificate.pdf'))
  const editor = await addMember(browser, context, { role: 'editor' })
  const theirs = await editor.context.newPage()
  await theirs.goto('/dashboard')
  await expect(panel(theirs, 'Add a Client')).toBeVisible()
  await offers(theirs, 'Harbour Estates', ['Edit'])
  await theirs.goto(`/dashboard/sites/${facilities.site.id}`)
  await offers(theirs, 'Quay House', ['Edit Site', 'Share'])
  await offers(theirs, 'Boiler inspection', ['Edit Visit', 'Share'])
  await choose(theirs, 'Boiler inspection', 'Edit Visit')
  const dialog = theirs.getByRole('dialog', { name: 'Edit Visit' })
  await dialog.getByLabel('Visit Name').fill('Boiler service')
  await dialog.getByRole('button', { name: 'Update Visit' }).click()
  await expect(row(theirs, 'Boiler service')).toBeVisible()
  await theirs.getByRole('tab', { name: 'Files' }).click()
  await expect(card(theirs, 'Gas certificate')).toContainText('Added by')
  expect(await actionsOf(theirs, 'Gas certificate')).toEqual(['Preview', 'Download', 'Edit File'])
  await expect(panel(theirs, 'Add a Document')).toBeVisible()
  await theirs.getByRole('checkbox', { name: 'Select Gas certificate' }).click()
  const bar = theirs.getByRole('region', { name: 'Selected files' })
  await expect(bar.getByRole('button', { name: 'Label' })).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await editor.context.close()

  await page.goto(`/dashboard/sites/${facilities.site.id}`)
  await offers(page, 'Quay House', ['Edit Site', 'Share', 'History', 'Delete Site'])
  await page.getByRole('tab', { name: 'Files' }).click()
  await expect(card(page, 'Gas certificate')).toBeVisible()
  expect(await actionsOf(page, 'Gas certificate')).toEqual(['Preview', 'Download', 'Edit File', 'Delete File'])
})

test('[ABIL-14] [ABIL-26] [FILE-43] a member of one client sees that alone, and is led to no files who may not view them', async ({
  context,
  browser,
  owner: _,
}) => {
  const { client, site, visit } = await addFacilities(context)
  await post(context, '/api/site', { name: 'Dry Dock', client_id: client.id })
  await post(context, '/api/client', { name: 'Mill Lane School' })
  const shown = await addFile(context, { site, visit }, await newPdf('Gas certificate.pdf'))
  const ofClient = await addMember(browser, context, { role: 'member', client_id: client.id, all_sites: true })
  const page = await ofClient.context.newPage()
  await page.goto('/dashboard')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(card(page, 'Harbour Estates')).toContainText('2 sites')
  await page.getByRole('tab', { name: 'Sites' }).click()
  await expect(card(page, 'Dry Dock')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
  const me = await (await ofClient.context.request.get('/user/current')).json()
  const limited = { role: 'member', all_sites: true, abilities: { files: { view: false } } }
  await put(context, `/settings/teams/${(await teamOf(context)).id}/members/${me.id}`, limited)
  await page.goto('/dashboard#/visits')
  await expect(row(page, 'Boiler inspection')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Documents' })).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Files' })).toHaveCount(0)
  expect((await ofClient.context.request.get(`/file/${shown.id}/preview`)).status()).toBe(403)
  await ofClient.context.close()
})
