import { expectAccessible } from './support/accessibility.ts'
import { newPdf } from './support/documents.ts'
import { addFacilities } from './support/facilities.ts'
import { addDocument, card, chooseFile, panel } from './support/pages.ts'
import { post } from './support/people.ts'
import { openedDialog } from './support/records.ts'
import { expect, test } from './support/test.ts'

test('a file gets the expiry date of its category, then another, and is found by it; reminders are chosen', async ({
  page,
  context,
  owner: _,
}) => {
  const { site } = await addFacilities(context)
  await post(context, '/api/category', { name: 'Gas', expires_after_months: 12 })
  await page.goto(`/dashboard/sites/${site.id}#/files`)
  const form = panel(page, 'Add a Document')
  const certificate = await newPdf('Gas certificate.pdf')
  await chooseFile(page, certificate)
  await form.getByRole('combobox', { name: 'Categories' }).click()
  await page.getByRole('option', { name: 'Gas' }).click()
  await page.keyboard.press('Escape')
  await expect(form.getByText('Gas: 12 months after completion')).toBeVisible()
  await addDocument(page, certificate)
  const file = card(page, 'Gas certificate')
  await expect(file).toContainText(/Expires on \d\d\/\d\d\/\d{4}/)

  await file.getByRole('button', { name: 'Edit File' }).click()
  const dialog = await openedDialog(page, 'Edit File')
  await dialog.getByLabel('Expiry date', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Today' }).click()
  await dialog.getByRole('button', { name: 'Update File' }).click()
  await expect(file).toContainText(/Expires on .* · today/)

  await page.getByRole('button', { name: 'Filters' }).click()
  const expiry = page.getByLabel('Expiry', { exact: true })
  await expiry.selectOption('Expired')
  await expect(page.getByText('No results')).toBeVisible()
  await expiry.selectOption('Within 7 days')
  await expect(page).toHaveURL(/[?&]expires=7d(&|#)/)
  await page.reload()
  await expect(file).toContainText(/Expires on .* · today/)

  // What is due at the site stands above its parts, and leads to it.
  await page.goto(`/dashboard/sites/${site.id}`)
  await page.getByRole('link', { name: '1 of 1 file' }).click()
  await expect(file).toContainText(/Expires on .* · today/)
  await expectAccessible(page)

  await page.goto('/dashboard/expiring')
  await expect(page).toHaveURL(/\/dashboard\?expires=.*&sort=expires_at#\/files$/)
  await expect(file).toBeVisible()

  await page.goto('/settings')
  const reminders = panel(page, 'Expiry reminders')
  await reminders.getByLabel('30 days before').check()
  await reminders.getByRole('button', { name: 'Update reminders' }).click()
  await expect(page.getByText('Your reminders have been updated.')).toBeVisible()
  await page.reload()
  await expect(reminders.getByLabel('30 days before')).toBeChecked()
  await expect(reminders.getByLabel('7 days before', { exact: true })).not.toBeChecked()
  await expectAccessible(page)
})
