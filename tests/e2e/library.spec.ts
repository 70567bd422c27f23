import type { Locator } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { newPdf, type Picked } from './support/documents.ts'
import { addMember } from './support/members.ts'
import { chooseFile, panel } from './support/pages.ts'
import { expect, type Page, test } from './support/test.ts'

const row = (page: Page, name: string): Locator =>
  page.getByRole('table', { name: 'Documents' }).getByRole('row').filter({ hasText: name })

const form = (page: Page): Locator => panel(page, 'Add a Document')

const choose = async (page: Page, name: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

const upload = async (page: Page, file: Picked): Promise<void> => {
  await chooseFile(page, file)
  await form(page).getByRole('button', { name: 'Add Document' }).click()
  await expect(row(page, file.name.replace('.pdf', ''))).toBeVisible()
}

test('[DOC-01] [DOC-02] [ABIL-17] [STATE-16] a document is put into the library @phone', async ({ page, owner: _ }) => {
  await page.goto('/dashboard#/documents')
  await expect(page.getByText('Add your first document below…')).toBeVisible()
  await expectAccessible(page)
  await upload(page, await newPdf('Safety policy.pdf'))

  const today = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London' }).format(new Date())
  await expect(page.getByRole('columnheader', { includeHidden: true })).toHaveText([
    'Document Name',
    'Date Uploaded',
    'Actions',
  ])
  await expect(row(page, 'Safety policy').getByText(today)).toBeVisible()
  await expectAccessible(page)
})

test('[DOC-03] [PAGE-16] a document is read in a tab of its own', async ({ page, context, owner: _ }) => {
  await page.goto('/dashboard#/documents')
  await upload(page, await newPdf('Safety policy.pdf'))
  const view = row(page, 'Safety policy').getByRole('link', { name: 'View Document' })
  await expect(view).toHaveAttribute('target', '_blank')
  const words = await view.evaluate((link) => ({ width: link.clientWidth, needed: link.scrollWidth }))
  expect(words.needed).toBeLessThanOrEqual(words.width)
  const seen = await context.request.get((await view.getAttribute('href')) ?? '')
  expect(seen.headers()['content-type']).toBe('application/pdf')
  expect(new URL(seen.url()).pathname).toMatch(/^\/document\/[0-9a-f-]+\/view$/)
})

test('[DOC-04] [DOC-05] [ABIL-19] [ABIL-20] a document gets another name, and is deleted after a question', async ({
  page,
  owner: _,
}) => {
  await page.goto('/dashboard#/documents')
  await upload(page, await newPdf('Safety policy.pdf'))
  await choose(page, 'Safety policy', 'Edit Document')
  const edit = page.getByRole('dialog', { name: 'Edit Document' })
  await expect(edit.getByRole('textbox')).toHaveCount(1)
  await expectAccessible(page)
  await edit.getByLabel('Document Name').fill('Safety policy 2026')
  await edit.getByRole('button', { name: 'Update Document' }).click()
  await expect(edit).toBeHidden()

  await choose(page, 'Safety policy 2026', 'Delete Document')
  const question = page.getByRole('dialog', { name: 'Delete Document' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'No, Go Back' }).click()
  await expect(question).toBeHidden()
  await choose(page, 'Safety policy 2026', 'Delete Document')
  await question.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(page.getByText('Add your first document below…')).toBeVisible()
})

test('[VAL-05] [VAL-09] a document of another type, or too large, is refused when it is chosen', async ({
  page,
  owner: _,
}) => {
  await page.goto('/dashboard#/documents')
  await chooseFile(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') })
  await expect(form(page).getByRole('alert')).toHaveText('Invalid document type.')
  const { name, mimeType } = await newPdf('Survey.pdf')
  await chooseFile(page, { name, mimeType, buffer: Buffer.alloc(8_388_609) })
  await expect(form(page).getByRole('alert')).toHaveText('Document size exceeds limit of 8 MB.')
})

test('[VAL-06] [VAL-13] several documents are renamed and uploaded together; those refused are named', async ({
  page,
  owner: _,
}) => {
  await page.goto('/dashboard#/documents')
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') }
  await form(page)
    .locator('input[type=file]')
    .setInputFiles([await newPdf('Safety policy.pdf'), await newPdf('Insurance.pdf'), notes])
  const dialog = page.getByRole('dialog', { name: 'Upload Documents' })
  await expect(dialog.getByText('The following document(s) failed the upload check:')).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'notes.txt' })).toContainText('Invalid document type')
  await expect(dialog.getByText('Invalid document type.')).toHaveCount(0)
  await expectAccessible(page)
  await dialog.getByRole('textbox').nth(1).fill('Insurance 2026')
  await dialog.getByRole('button', { name: 'Upload 2 Documents' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, 'Safety policy')).toBeVisible()
  await expect(row(page, 'Insurance 2026')).toBeVisible()
})

test('[DOC-06] a search that finds nothing says so', async ({ page, owner: _ }) => {
  await page.goto('/dashboard#/documents')
  await upload(page, await newPdf('Safety policy.pdf'))
  await page.getByPlaceholder('Search documents...').fill('gardening')
  await expect(page.getByText('No results')).toBeVisible()
  await page.getByPlaceholder('Search documents...').fill('polic')
  await expect(row(page, 'Safety policy')).toBeVisible()
})

test('[FILE-14] [ABIL-18] who may only look sees no form, and no more than the way to read', async ({
  page,
  context,
  browser,
  owner: _,
}) => {
  const member = await addMember(browser, context, { role: 'member' })
  const theirs = await member.context.newPage()
  await theirs.goto('/dashboard#/documents')
  await expect(theirs.getByText('No documents have been added yet.')).toBeVisible()
  await page.goto('/dashboard#/documents')
  await upload(page, await newPdf('Safety policy.pdf'))
  await expect(row(theirs, 'Safety policy').getByRole('link', { name: 'View Document' })).toBeVisible()
  await expect(row(theirs, 'Safety policy').getByRole('button')).toHaveCount(0)
  await expect(form(theirs)).toHaveCount(0)
  await member.context.close()
})
