import type { Request } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { newPdf } from './support/documents.ts'
import { addFacilities, addFile } from './support/facilities.ts'
import { card, chooseFile, panel } from './support/pages.ts'
import { expect, test } from './support/test.ts'

const lost = 'The connection is lost. Trying again… What you have typed stays.'

test('a lost connection is announced; what was begun continues once it is back, also in the page that is opened next, with nothing lost and nothing twice', async ({
  page,
  context,
  complaints,
  owner: _,
}) => {
  const facilities = await addFacilities(context)
  await addFile(context, facilities, await newPdf('Gas certificate.pdf'))
  const arriving = new Set<Request>()
  page.on('request', (request) => request.resourceType() === 'script' && arriving.add(request))
  page.on('requestfinished', (request) => arriving.delete(request))
  await page.goto(`/dashboard/visits/${facilities.visit.id}`)
  await expect(card(page, 'Gas certificate')).toBeVisible()
  const form = panel(page, 'Add a Document')
  await chooseFile(page, await newPdf('Survey.pdf'))
  // Code that is cut off on its way is not there before the page is loaded anew.
  await expect(form.getByRole('button', { name: 'Completion Date' })).toBeVisible()
  await expect.poll(() => arriving.size).toBe(0)
  await context.setOffline(true)
  await expect(page.getByText(lost)).toBeVisible()
  await form.getByLabel('Display Name').fill('Survey of the roof')
  await form.getByRole('button', { name: 'Add Document' }).click()
  await expect(form.getByRole('button', { name: 'Adding Document' })).toBeDisabled()
  await expectAccessible(page)
  // Its code was never loaded.
  await card(page, 'Gas certificate').getByRole('button', { name: 'Edit File' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => void setTimeout(() => window.location.reload()))
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()

  await context.setOffline(false)
  await expect(page.getByText('The connection is back.')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Edit File' })
  await expect(dialog).toHaveCSS('overflow-y', 'auto')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(card(page, 'Survey of the roof')).toBeVisible()

  await chooseFile(page, await newPdf('Lease.pdf'))
  await context.setOffline(true)
  await form.getByRole('button', { name: 'Add Document' }).click()
  await expect(page.getByText('1 file is waiting for the connection.')).toBeVisible()
  await page.close({ runBeforeUnload: false })

  await context.setOffline(false)
  const next = await context.newPage()
  await next.goto(page.url())
  await expect(next.getByText('1 file has been added.')).toBeVisible()
  await expect(card(next, 'Lease')).toHaveCount(1)
  await next.reload()
  await expect(card(next, 'Gas certificate')).toBeVisible()
  await expect(card(next, 'Lease')).toHaveCount(1)
  for (const complaint of complaints.splice(0)) expect(complaint).toContain('ERR_INTERNET_DISCONNECTED')
})
