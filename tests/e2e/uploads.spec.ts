import { newPdf } from './support/documents.ts'
import { addFacilities } from './support/facilities.ts'
import { addDocument, chooseFile, panel } from './support/pages.ts'
import { expect, test } from './support/test.ts'

test.beforeEach(async ({ page, context, owner: _ }) => {
  const { visit } = await addFacilities(context)
  await page.goto(`/dashboard/visits/${visit.id}`)
})

test('[VAL-03] [VAL-10] [STATE-32] a file of another type is refused when it is chosen, and makes room for the next', async ({
  page,
}) => {
  const form = panel(page, 'Add a Document')
  await chooseFile(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') })
  await expect(form.getByRole('alert')).toHaveText('Invalid file type.')
  await expect(form.getByText('notes.txt')).toBeHidden()

  await chooseFile(page, await newPdf('Gas certificate.pdf'))
  await expect(form.getByRole('alert')).toBeHidden()
  await expect(form.getByText('Gas certificate.pdf')).toBeVisible()
})

test('[VAL-07] [VAL-08] [VAL-10] a file of more than 8 MB is refused when it is chosen', async ({ page }) => {
  const form = panel(page, 'Add a Document')
  const { name, mimeType } = await newPdf('Site survey.pdf')
  await chooseFile(page, { name, mimeType, buffer: Buffer.alloc(8_388_609) })

  await expect(form.getByRole('alert')).toHaveText('File size exceeds limit of 8 MB.')
  await expect(form.getByText('Site survey.pdf')).toBeHidden()
})

test('[STATE-06] [ERR1-02] [VAL-32] a file that only claims its type is refused by the server, at its field', async ({
  page,
  complaints,
}) => {
  const form = panel(page, 'Add a Document')
  const buffer = Buffer.from('<script>alert(1)</script>')
  await addDocument(page, { name: 'Fake.pdf', mimeType: 'application/pdf', buffer })

  await expect(form.getByRole('alert')).toHaveText('Invalid file type.')
  await expect(page.getByText('Add your first document for Boiler inspection below…')).toBeVisible()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])
})

test('[STATE-05] [STATE-15] [VAL-11] [VAL-12] the form is empty again after an upload, and the list shows the file', async ({
  page,
}) => {
  const form = panel(page, 'Add a Document')
  const today = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London' }).format(new Date())
  await expect(form.getByLabel('Completion Date')).toHaveText(today)
  await addDocument(page, await newPdf('Gas certificate.pdf'))

  await expect(page.getByRole('article', { name: 'Gas certificate' })).toBeVisible()
  await expect(form.getByText('Drop files here, or choose them')).toBeVisible()
  await expect(form.getByLabel('Display Name')).toHaveValue('')
})
