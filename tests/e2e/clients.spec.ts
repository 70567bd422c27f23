import { newPlan } from './support/documents.ts'
import { addClient, addSite, card, loadedPicture, panel, spinner } from './support/pages.ts'
import { post } from './support/people.ts'
import { choose, holdBack, menuButton, openedDialog } from './support/records.ts'
import { expect, type Page, test } from './support/test.ts'

/** How many cards stand beside the first one, itself included. */
const sideBySide = (page: Page): Promise<number> =>
  page.getByRole('article').evaluateAll((cards) => {
    const tops = cards.map((each) => Math.round(each.getBoundingClientRect().top))
    return tops.filter((top) => top === tops[0]).length
  })

test('[CLNT-01] [CLNT-02] [CLNT-03] [CLNT-06] [CLNT-07] [CLNT-08] [CLNT-11] [CLNT-12] [CLNT-13] [CLNT-14] [CLNT-25] [STATE-01] [STATE-02] [STATE-07] [STATE-12] [ABIL-01] [ABIL-04] a new team begins with a client, whose card leads to its sites, and finds it by a search', async ({
  page,
  context,
  owner: _,
}) => {
  const hint = page.getByText('To get started, add your first client below…', { exact: true })
  const search = page.getByPlaceholder('Search clients...')
  const form = panel(page, 'Add a Client')
  const letListCome = await holdBack(page, /\/api\/clients\?/)
  await page.goto('/dashboard')
  await expect(spinner(page, 'clients')).toBeVisible()
  await expect(hint).toBeHidden()
  letListCome()
  await expect(hint).toBeVisible()
  await expect(search).toHaveCount(0)
  await expect(page.getByRole('region')).toHaveCount(1)
  expect((await hint.boundingBox())?.y).toBeLessThan((await form.boundingBox())?.y ?? 0)

  const letWriteCome = await holdBack(page, '**/api/client', 'POST')
  await addClient(page, 'Harbour Estates')
  await expect(form.getByRole('button', { name: 'Adding Client' })).toBeDisabled()
  letWriteCome()
  await expect(card(page, 'Harbour Estates')).toContainText('0 sites')
  await expect(form.getByLabel('Name')).toHaveValue('')
  await addClient(page, 'Mill Lane School')
  await expect(card(page, 'Mill Lane School')).toBeVisible()

  await card(page, 'Harbour Estates').getByRole('link', { name: 'Add Sites' }).click()
  await expect(page).toHaveURL(/\/dashboard\/clients\/[0-9a-f-]+#\/sites$/)
  await addSite(page, 'Quay House', 'SE1 2AB')
  await expect(card(page, 'Quay House')).toBeVisible()
  await page.goBack()
  await expect(card(page, 'Harbour Estates')).toContainText('1 site')
  await expect(card(page, 'Harbour Estates').getByRole('link', { name: 'View Sites' })).toBeVisible()

  await search.fill('lane mil')
  await expect(card(page, 'Harbour Estates')).toHaveCount(0)
  await expect(card(page, 'Mill Lane School')).toBeVisible()
  await search.fill('gardening')
  await expect(page.getByText('No results')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(card(page, 'Harbour Estates')).toBeVisible()

  for (const name of ['Abbey', 'Bridge', 'Castle']) await post(context, '/api/client', { name })
  await expect(page.getByRole('article')).toHaveCount(5)
  const columns = [
    [390, 1],
    [768, 3],
    [1000, 3],
    [1280, 4],
  ] as const
  for (const [width, count] of columns) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => sideBySide(page), `${width} pixels`).toBe(count)
  }
})

test('[CLNT-10] [CLNT-15] [CLNT-16] [CLNT-17] [CLNT-18] [CLNT-19] [CLNT-20] [CLNT-21] [CLNT-22] [CLNT-23] [CLNT-24] [ABIL-02] [ABIL-03] [ERR1-03] [STATE-12] [STATE-27] [STATE-28] [STATE-31] a client gets another name and a logo, loses that, is deleted after a question, and comes back by Undo, and the focus stays near', async ({
  page,
  context,
  complaints,
  owner: _,
}) => {
  await post(context, '/api/client', { name: 'Abbey' })
  const client = (await post(context, '/api/client', { name: 'Bridge' })) as { id: string }
  await post(context, '/api/client', { name: 'Castle' })
  await post(context, '/api/site', { name: 'Pier', client_id: client.id })
  await page.goto('/dashboard')
  await choose(page, 'Bridge', 'Edit')
  const dialog = await openedDialog(page, 'Edit Client')
  await dialog.getByLabel('Name').fill('')
  await dialog.getByRole('button', { name: 'Update Client' }).click()
  await expect(dialog.getByText('The name field is required.')).toBeVisible()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])
  await dialog.getByLabel('Name').fill('Bridge Ltd')
  await dialog.getByRole('button', { name: 'Update Client' }).click()
  await expect(dialog).toBeHidden()
  await expect(menuButton(page, 'Bridge Ltd')).toBeFocused()

  await choose(page, 'Bridge Ltd', 'Edit')
  await dialog.getByLabel('Logo').setInputFiles(await newPlan('logo.png'))
  await expect(dialog.getByRole('button', { name: 'Replace' })).toBeVisible()
  await expect(dialog.locator('img')).toHaveJSProperty('complete', true)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await loadedPicture(page, 'Bridge Ltd')
  await choose(page, 'Bridge Ltd', 'Edit')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog.getByRole('button', { name: 'Choose a picture' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(card(page, 'Bridge Ltd').locator('img')).toHaveCount(0)

  await choose(page, 'Bridge Ltd', 'Delete')
  const question = await openedDialog(page, 'Delete Client')
  await expect(question.getByText('Are you sure you want to delete this client?')).toBeVisible()
  await expect(question.getByRole('alert')).toHaveText(
    'Warning: Deleting this client will also delete all sites/visits/files for this client.',
  )
  await expect(question.getByText('Bridge Ltd goes to the trash for 30 days with 1 site.')).toBeVisible()
  await question.getByRole('button', { name: 'No, Go Back' }).click()
  await expect(question).toBeHidden()
  await expect(menuButton(page, 'Bridge Ltd')).toBeFocused()
  await choose(page, 'Bridge Ltd', 'Delete')
  await question.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(card(page, 'Bridge Ltd')).toHaveCount(0)
  await expect(menuButton(page, 'Castle')).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card(page, 'Bridge Ltd')).toBeVisible()
  await expect(menuButton(page, 'Castle')).toBeFocused()
})
