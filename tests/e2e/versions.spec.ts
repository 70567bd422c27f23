import { wholeBrowser } from '#tests/support/chromium.ts'
import { newPdf, newPlan, pdfColour, shows } from './support/documents.ts'
import { addFacilities, addFile } from './support/facilities.ts'
import { addDocument, card } from './support/pages.ts'
import { openedDialog } from './support/records.ts'
import { expect, test } from './support/test.ts'

test.use({ launchOptions: wholeBrowser })

test('the content of a file is replaced, its versions are seen, and the first is brought back', async ({
  page,
  context,
  owner: _,
}) => {
  const { site, visit } = await addFacilities(context)
  const [pdf, plan] = [await newPdf('Certificate.pdf'), await newPlan('Scan.png')]
  await addFile(context, { site, visit }, pdf)
  await page.goto(`/dashboard/sites/${site.id}#/files`)
  const certificate = card(page, 'Certificate')

  await certificate.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Versions', exact: true }).click()
  const versions = await openedDialog(page, 'Versions of Certificate')
  await versions.getByLabel('Replace with').setInputFiles(plan)
  await versions.getByRole('button', { name: 'Replace file' }).click()
  await expect(page.getByText('It is version 2 now, a PNG instead of a PDF.')).toBeVisible()
  await expect(versions.getByRole('listitem')).toHaveCount(2)

  await versions.getByRole('button', { name: 'Preview version 1' }).click()
  const first = await openedDialog(page, 'Certificate, version 1')
  await expect.poll(async () => shows(await first.locator('iframe').screenshot(), pdfColour)).toBe(true)
  await first.getByRole('button', { name: 'All versions' }).click()
  await versions.getByRole('button', { name: 'Bring back' }).click()
  await expect(page.getByText('brought back as version 3, a PDF instead of a PNG.')).toBeVisible()
  await versions.getByRole('button', { name: 'Close' }).click()
  await expect(certificate.getByText('PDF · Version 3')).toBeVisible()

  await addDocument(page, { ...pdf, name: 'Copy.pdf' })
  await expect(page.getByText('Copy has been added. The same file is already here: Certificate.')).toBeVisible()
})
