import type { Locator } from '@playwright/test'
import { wholeBrowser } from '#tests/support/chromium.ts'
import { newPdf, newPhoto, pdfColour, photoColour, shows } from './support/documents.ts'
import { addFacilities, addFile } from './support/facilities.ts'
import { card } from './support/pages.ts'
import { expect, test } from './support/test.ts'

test.use({ launchOptions: wholeBrowser })

/** A PDF viewer is no part of the page that could say it is ready: what counts is what can be seen. */
const expectToShow = async (dialog: Locator, colour: typeof pdfColour | typeof photoColour): Promise<void> =>
  expect.poll(async () => shows(await dialog.locator('iframe').screenshot(), colour)).toBe(true)

test('a page inserts no text as markup, and embeds no object', async ({ page, complaints, owner: _ }) => {
  await page.goto('/dashboard')
  const insert = (html: string) =>
    page.evaluate((text) => {
      document.createElement('div').innerHTML = text
    }, html)

  const embed = (url: string) =>
    page.evaluate((data) => document.createElement('object').setAttribute('data', data), url)

  await insert('.style { color: red }')
  await expect(insert('<img src="x">')).rejects.toThrow('Markup is not inserted as text.')
  await expect(embed('/api/docs')).rejects.toThrow('TrustedScriptURL')
  expect(complaints.splice(0)).toEqual([expect.stringContaining('TrustedScriptURL')])
})

test('[FILE-28] [FILE-40] [FILE-41] [FILE-42] [PAGE-18] files show in the preview, one after the other; one that cannot says how to get it', async ({
  page,
  context,
  complaints,
  owner: _,
}) => {
  const place = await addFacilities(context)
  const photo = await addFile(context, place, await newPhoto('Plant room.jpg'))
  const pdf = await addFile(context, place, await newPdf('Gas certificate.pdf'))
  await page.goto('/dashboard#/files')
  await card(page, pdf.name).getByRole('button', { name: 'Preview' }).click()
  await expectToShow(page.getByRole('dialog', { name: pdf.name }), pdfColour)
  await page.getByRole('button', { name: 'Next file' }).click()
  await expectToShow(page.getByRole('dialog', { name: photo.name }), photoColour)
  for (const { id } of [pdf, photo]) {
    const headers = (await context.request.get(`/file/${id}/preview`)).headers()
    expect(headers['content-disposition']).toMatch(/^inline;/)
    expect(headers['content-security-policy']).toMatch(/default-src 'none';.* sandbox$/)
  }

  await page.route('**/file/*/preview', (route) => route.fulfill({ status: 404 }))
  await page.getByRole('button', { name: 'Previous file' }).click()
  const dialog = page.getByRole('dialog', { name: pdf.name })
  const frame = dialog.frameLocator('iframe')
  await expect(frame.getByText('This browser does not support previewing of files.')).toBeVisible()
  await expect(frame.getByText('Please download the file to view it.')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Download' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  for (const complaint of complaints.splice(0)) expect(complaint).toContain('404')
})
