import type { Locator } from '@playwright/test'
import { PDFDocument } from 'pdf-lib'
import { wholeBrowser } from '#tests/support/chromium.ts'
import { newPdf, newPhoto, newPlan, pdfColour, photoColour, shows } from './support/documents.ts'
import { addFacilities, addFile } from './support/facilities.ts'
import { addDocument, card } from './support/pages.ts'
import { openedDialog } from './support/records.ts'
import { expect, test } from './support/test.ts'

test.use({ launchOptions: wholeBrowser })

/** A PDF viewer is no part of the page that could say it is ready: what counts is what can be seen. */
const expectToShow = async (dialog: Locator, colour: typeof pdfColour | typeof photoColour): Promise<void> =>
  expect.poll(async () => shows(await dialog.locator('iframe').screenshot(), colour)).toBe(true)

test('[FILE-28] [FILE-42] [PAGE-18] files show in the preview, one after the other, reached and left by keyboard; one that cannot says how to get it; content is replaced, its versions are seen, and the first is brought back', async ({
  page,
  context,
  complaints,
  owner: _,
}) => {
  const facilities = await addFacilities(context)
  const photo = await addFile(context, facilities, await newPhoto('Plant room.jpg'))
  const paper = await newPdf('Gas certificate.pdf')
  const pdf = await addFile(context, facilities, paper)
  await page.goto('/dashboard#/files')
  const dialog = page.getByRole('dialog', { name: pdf.name })
  const opener = card(page, pdf.name).getByRole('button', { name: 'Preview' })
  await opener.press('Enter')
  await expect(dialog.getByTitle(pdf.name)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await expectToShow(dialog, pdfColour)
  await page.getByRole('button', { name: 'Next file' }).click()
  await expectToShow(page.getByRole('dialog', { name: photo.name }), photoColour)

  await page.route('**/file/*/preview', (route) => route.fulfill({ status: 404 }))
  await page.getByRole('button', { name: 'Previous file' }).click()
  const frame = dialog.frameLocator('iframe')
  await expect(frame.getByText('This browser does not support previewing of files.')).toBeVisible()
  await expect(frame.getByText('Please download the file to view it.')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Download' })).toBeVisible()
  await dialog.getByRole('link', { name: 'Download' }).focus()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(opener).toBeFocused()
  for (const complaint of complaints.splice(0)) expect(complaint).toContain('404')

  await page.unroute('**/file/*/preview')
  await page.goto(`/dashboard/sites/${facilities.site.id}#/files`)
  const certificate = card(page, pdf.name)
  await certificate.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Versions', exact: true }).click()
  const versions = await openedDialog(page, 'Versions of Gas certificate')
  await versions.getByLabel('Replace with').setInputFiles(await newPlan('Scan.png'))
  await versions.getByRole('button', { name: 'Replace file' }).click()
  await expect(page.getByText('It is version 2 now, a PNG instead of a PDF.')).toBeVisible()
  await expect(versions.getByRole('listitem')).toHaveCount(2)

  await versions.getByRole('button', { name: 'Preview version 1' }).click()
  const first = await openedDialog(page, 'Gas certificate, version 1')
  await expect.poll(async () => shows(await first.locator('iframe').screenshot(), pdfColour)).toBe(true)
  await first.getByRole('button', { name: 'All versions' }).click()
  await versions.getByRole('button', { name: 'Bring back' }).click()
  await expect(page.getByText('brought back as version 3, a PDF instead of a PNG.')).toBeVisible()
  await versions.getByRole('button', { name: 'Close' }).click()
  await expect(certificate.getByText('PDF · Version 3')).toBeVisible()

  await addDocument(page, { ...paper, name: 'Copy.pdf' })
  await expect(page.getByText('Copy has been added. The same file is already here: Gas certificate.')).toBeVisible()
})

/** Documents whose scripts load `/taken` and rename the page that shows them. */
const script = "new Image().src = '/taken'; top.document.title = 'Taken'"
const hostile: Record<string, string> = {
  'image/svg+xml': `<svg xmlns="http://www.w3.org/2000/svg"><script>${script}</script></svg>`,
  'text/html': `<body><script>${script}</script></body>`,
  'application/xhtml+xml': `<html xmlns="http://www.w3.org/1999/xhtml"><script>${script}</script></html>`,
}

test('no script runs in a preview, whatever was stored, nor in a PDF that is shown, and a page inserts no text as markup', async ({
  page,
  context,
  complaints,
  owner: _,
}) => {
  const pdf = await newPdf('Gas certificate.pdf')
  const scripted = await PDFDocument.load(pdf.buffer)
  scripted.addJavaScript('taken', "app.launchURL('/taken'); this.submitForm('/taken'); this.getURL('/taken')")
  const buffer = Buffer.from(await scripted.save())
  const { id, name } = await addFile(context, await addFacilities(context), { ...pdf, buffer })
  let taken = 0
  await context.route('**/taken', (route) => {
    taken += 1
    return route.fulfill({ status: 204 })
  })
  /** Shows the file as if it were stored so, without the policy of the answer if it has to run. */
  const show = async (contentType: string, isGuarded: boolean) => {
    await page.unroute('**/preview')
    await page.route('**/preview', async (route) => {
      const { 'content-security-policy': policy = '', ...headers } = (await route.fetch()).headers()
      const sent = { ...headers, 'content-type': contentType, ...(isGuarded && { 'content-security-policy': policy }) }
      await route.fulfill({ headers: sent, body: hostile[contentType] ?? '' })
    })
    await page.goto(`/file/${id}/frame?type=application/pdf`)
  }

  for (const type of Object.keys(hostile)) {
    await show(type, false)
    await expect(page).toHaveTitle('Taken')
    await expect.poll(() => taken).toBe(1)
    complaints.splice(0)
    taken = 0

    await show(type, true)
    await expect.poll(() => complaints).toContainEqual(expect.stringMatching(/Blocked script execution .* sandboxed/))
    await expect(page).toHaveTitle('Preview')
    expect(taken).toBe(0)
    complaints.splice(0)
  }

  await page.unroute('**/preview')
  const asked: string[] = []
  context.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/dashboard#/files')
  await card(page, name).getByRole('button', { name: 'Preview' }).click()
  await expectToShow(page.getByRole('dialog', { name }), pdfColour)
  expect(asked).toContain(`/file/${id}/preview`)
  expect(asked).not.toContain('/taken')
  await expect(page).toHaveURL('/dashboard#/files')

  const insert = (html: string) =>
    page.evaluate((text) => {
      document.createElement('div').innerHTML = text
    }, html)

  const embed = (url: string) =>
    page.evaluate((data) => document.createElement('object').setAttribute('data', data), url)

  await insert('.style { color: red }')
  await expect(insert('<img src="x">')).rejects.toThrow('Markup is not inserted as text.')
  await expect(embed('/api/docs')).rejects.toThrow('Scripts of others are not inserted.')
})
