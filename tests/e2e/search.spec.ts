import { PDFDocument, StandardFonts } from 'pdf-lib'
import { expectAccessible } from './support/accessibility.ts'
import type { Picked } from './support/documents.ts'
import { addFacilities, addFile } from './support/facilities.ts'
import { expect, type Page, test } from './support/test.ts'

const pdfSaying = async (name: string, text: string): Promise<Picked> => {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  document.addPage([595, 842]).drawText(text, { x: 60, y: 760, size: 14, font })
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(await document.save()) }
}

const box = (page: Page) => page.getByRole('combobox', { name: 'Search everything' })

test('one search box finds a PDF by the words inside it and opens it; it opens by a key, its hits are walked by the arrows, and Escape leaves @phone', async ({
  page,
  context,
  owner: _,
}) => {
  const facilities = await addFacilities(context)
  await addFile(context, facilities, await pdfSaying('Survey.pdf', 'The flue was found corroded near the roof.'))
  // The text is read in the background.
  await expect
    .poll(async () => (await (await context.request.get('/api/search?q=corroded')).json()).groups.length)
    .toBe(1)

  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Search everything' }).click()
  await box(page).fill('corroded')
  const hit = page.getByRole('listbox', { name: 'Results' }).getByRole('option', { name: 'Survey' })
  await expect(hit).toContainText('Harbour Estates / Quay House')
  await expect(hit).toContainText('found corroded near')
  await expectAccessible(page)
  await box(page).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Survey' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/dashboard/sites/${facilities.site.id}#/files$`))

  await page.goto('/dashboard')
  await expect(page.getByRole('article', { name: 'Harbour Estates' })).toBeVisible()
  await page.keyboard.press('/')
  await box(page).fill('harb')
  const options = page.getByRole('option')
  await expect(options).toHaveCount(4)
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await box(page).press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await box(page).press('Enter')
  await expect(page).toHaveURL(new RegExp(`/dashboard/sites/${facilities.site.id}`))
  await expect(box(page)).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await box(page).fill('harbour')
  await expect(options.first()).toHaveAttribute('href', `/dashboard/clients/${facilities.client.id}`)
  await box(page).fill('nothing like it')
  await expect(page.getByText('No results for')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box(page)).toHaveCount(0)
})
