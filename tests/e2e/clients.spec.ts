import { newPhoto } from './support/documents.ts'
import { addClient, addSite, card, loadedPicture, panel } from './support/pages.ts'
import { choose, holdBack, menuButton, openedDialog } from './support/records.ts'
import { expect, type Page, test } from './support/test.ts'

/** How many cards stand beside the first one, itself included. */
const sideBySide = (page: Page): Promise<number> =>
  page.getByRole('article').evaluateAll((cards) => {
    const tops = cards.map((each) => Math.round(each.getBoundingClientRect().top))
    return tops.filter((top) => top === tops[0]).length
  })

test('[CLNT-01] [CLNT-02] [CLNT-06] [CLNT-11] [CLNT-12] [CLNT-13] [CLNT-14] [STATE-01] [STATE-02] [STATE-07] [STATE-12] [ABIL-01] [ABIL-04] clients are added, counted and found @phone', async ({
  page,
  owner: _,
}) => {
  const letListCome = await holdBack(page, /\/api\/clients\?/)
  await page.goto('/dashboard')
  await expect(page.getByRole('status', { name: 'Loading clients' })).toBeVisible()
  await expect(page.getByText('To get started, add your first client below…')).toBeHidden()
  letListCome()
  await expect(page.getByText('To get started, add your first client below…')).toBeVisible()
  await expect(page.getByPlaceholder('Search clients...')).toHaveCount(0)

  const letWriteCome = await holdBack(page, '**/api/client', 'POST')
  await addClient(page, 'Harbour Estates')
  await expect(panel(page, 'Add a Client').getByRole('button', { name: 'Adding Client' })).toBeDisabled()
  letWriteCome()
  await expect(card(page, 'Harbour Estates')).toContainText('0 sites')
  await expect(panel(page, 'Add a Client').getByLabel('Name')).toHaveValue('')
  await addClient(page, 'Mill Lane School')
  await expect(card(page, 'Mill Lane School')).toBeVisible()

  const search = page.getByPlaceholder('Search clients...')
  await search.fill('lane mil')
  await expect(card(page, 'Harbour Estates')).toHaveCount(0)
  await expect(card(page, 'Mill Lane School')).toBeVisible()
  await search.fill('gardening')
  await expect(page.getByText('No results')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the search' }).click()

  await card(page, 'Harbour Estates').getByRole('link', { name: 'Add Sites' }).click()
  await expect(page).toHaveURL(/\/dashboard\/clients\/[0-9a-f-]+#\/sites$/)
  await addSite(page, 'Quay House', 'SE1 2AB')
  await expect(card(page, 'Quay House')).toBeVisible()
  await page.goBack()
  await expect(card(page, 'Harbour Estates')).toContainText('1 site')
  await expect(card(page, 'Harbour Estates').getByRole('link', { name: 'View Sites' })).toBeVisible()
})

test('[CLNT-10] [CLNT-15] [CLNT-16] [CLNT-18] [CLNT-19] [CLNT-20] [ABIL-02] [STATE-27] [STATE-28] [STATE-31] [STATE-32] a client gets another name and a logo, and loses it again @phone', async ({
  page,
  complaints,
  owner: _,
}) => {
  await page.goto('/dashboard')
  await addClient(page, 'Harbour Estates')
  await choose(page, 'Harbour Estates', 'Edit')
  const dialog = await openedDialog(page, 'Edit Client')
  const logo = dialog.getByLabel('Logo')

  await logo.setInputFiles({ name: 'logo.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-') })
  await expect(dialog.getByRole('alert')).toHaveText('Invalid file type.')
  await expect(logo).toHaveValue('')
  await logo.setInputFiles(await newPhoto('logo.jpg'))
  await expect(dialog.getByRole('alert')).toBeHidden()
  await expect(dialog.getByRole('button', { name: 'Replace' })).toBeVisible()
  await expect(dialog.locator('img')).toHaveJSProperty('complete', true)

  await dialog.getByLabel('Name').fill('')
  await dialog.getByRole('button', { name: 'Update Client' }).click()
  await expect(dialog.getByText('The name field is required.')).toBeVisible()
  complaints.splice(0)
  await dialog.getByLabel('Name').fill('Harbour Estates Ltd')
  await dialog.getByRole('button', { name: 'Update Client' }).click()
  await expect(dialog).toBeHidden()
  await expect(menuButton(page, 'Harbour Estates Ltd')).toBeFocused()
  await loadedPicture(page, 'Harbour Estates Ltd')

  await choose(page, 'Harbour Estates Ltd', 'Edit')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog.getByRole('button', { name: 'Choose a picture' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card(page, 'Harbour Estates Ltd').locator('img')).toHaveCount(0)
})

test('[CLNT-17] [CLNT-21] [CLNT-22] [CLNT-23] [CLNT-24] [CLNT-25] [ABIL-03] [STATE-12] [ERR1-03] a client is deleted after a question, and the focus stays near', async ({
  page,
  owner: _,
}) => {
  await page.goto('/dashboard')
  for (const name of ['Abbey', 'Bridge', 'Castle', 'Dock', 'Eastgate']) {
    await addClient(page, name)
    await expect(card(page, name)).toBeVisible()
  }
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

  await choose(page, 'Bridge', 'Delete')
  const question = await openedDialog(page, 'Delete Client')
  await expect(question.getByText('Are you sure you want to delete this client?')).toBeVisible()
  await expect(question.getByRole('alert')).toHaveText(
    'Warning: Deleting this client will also delete all sites/visits/files for this client.',
  )
  await question.getByRole('button', { name: 'No, Go Back' }).click()
  await expect(question).toBeHidden()
  await expect(menuButton(page, 'Bridge')).toBeFocused()

  await choose(page, 'Bridge', 'Delete')
  await question.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(card(page, 'Bridge')).toHaveCount(0)
  await expect(menuButton(page, 'Castle')).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card(page, 'Bridge')).toBeVisible()
  await expect(menuButton(page, 'Castle')).toBeFocused()
})
