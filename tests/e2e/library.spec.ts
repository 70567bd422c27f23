import type { Locator } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { newPdf } from './support/documents.ts'
import { chooseFile, panel } from './support/pages.ts'
import { expect, type Page, test } from './support/test.ts'

const row = (page: Page, name: string): Locator =>
  page.getByRole('table', { name: 'Documents' }).getByRole('row').filter({ hasText: name })

const form = (page: Page): Locator => panel(page, 'Add a Document')

const choose = async (page: Page, name: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('[DOC-01] [DOC-02] [DOC-03] [DOC-04] [DOC-05] [DOC-06] [PAGE-16] [ABIL-17] [ABIL-19] [ABIL-20] [STATE-16] [VAL-05] [VAL-06] [VAL-09] [VAL-13] documents are put into the library, alone and together, read in a tab of their own, found, renamed and deleted', async ({
  page,
  context,
  owner: _,
}) => {
  const hint = page.getByText('Add your first document below…')
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') }
  const policy = await newPdf('Safety policy.pdf')
  await page.goto('/dashboard#/documents')
  await expect(hint).toBeVisible()
  await chooseFile(page, notes)
  await expect(form(page).getByRole('alert')).toHaveText('Invalid document type.')
  await chooseFile(page, { ...policy, buffer: Buffer.alloc(8_388_609) })
  await expect(form(page).getByRole('alert')).toHaveText('Document size exceeds limit of 8 MB.')
  await chooseFile(page, policy)
  await form(page).getByRole('button', { name: 'Add Document' }).click()
  const today = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London' }).format(new Date())
  await expect(row(page, 'Safety policy').getByText(today)).toBeVisible()
  const headings = ['Document Name', 'Date Uploaded', 'Actions']
  await expect(page.getByRole('columnheader', { includeHidden: true })).toHaveText(headings)
  await expectAccessible(page)
  const view = row(page, 'Safety policy').getByRole('link', { name: 'View Document' })
  await expect(view).toHaveAttribute('target', '_blank')
  const words = await view.evaluate((link) => ({ width: link.clientWidth, needed: link.scrollWidth }))
  expect(words.needed).toBeLessThanOrEqual(words.width)
  const seen = await context.request.get((await view.getAttribute('href')) ?? '')
  expect(seen.headers()['content-type']).toBe('application/pdf')
  expect(new URL(seen.url()).pathname).toMatch(/^\/document\/[0-9a-f-]+\/view$/)

  await form(page)
    .locator('input[type=file]')
    .setInputFiles([await newPdf('Fire plan.pdf'), await newPdf('Insurance.pdf'), notes])
  const dialog = page.getByRole('dialog', { name: 'Upload Documents' })
  await expect(dialog.getByText('The following document(s) failed the upload check:')).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'notes.txt' })).toContainText('Invalid document type')
  await expect(dialog.getByText('Invalid document type.')).toHaveCount(0)
  await expectAccessible(page)
  await dialog.getByRole('textbox').nth(1).fill('Insurance 2026')
  await dialog.getByRole('button', { name: 'Upload 2 Documents' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, 'Fire plan')).toBeVisible()
  await expect(row(page, 'Insurance 2026')).toBeVisible()

  await choose(page, 'Safety policy', 'Edit Document')
  const edit = page.getByRole('dialog', { name: 'Edit Document' })
  await expect(edit.getByRole('textbox')).toHaveCount(1)
  await expectAccessible(page)
  await edit.getByLabel('Document Name').fill('Safety policy 2026')
  await edit.getByRole('button', { name: 'Update Document' }).click()
  await expect(edit).toBeHidden()
  const search = page.getByPlaceholder('Search documents...')
  await search.fill('gardening')
  await expect(page.getByText('No results')).toBeVisible()
  await search.fill('polic')
  await expect(row(page, 'Safety policy 2026')).toBeVisible()
  await choose(page, 'Safety policy 2026', 'Delete Document')
  const question = page.getByRole('dialog', { name: 'Delete Document' })
  await question.getByRole('button', { name: 'No, Go Back' }).click()
  await expect(question).toBeHidden()
  await choose(page, 'Safety policy 2026', 'Delete Document')
  await question.getByRole('button', { name: 'Yes, Delete' }).click()
  // Nobody reaches the search before: the dialog gives the focus back as it closes.
  await expect(question).toBeHidden()
  await expect(page.getByText('No results')).toBeVisible()
  await search.fill('')
  await expect(row(page, 'Fire plan')).toBeVisible()
})
