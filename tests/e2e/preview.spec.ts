import { newPdf, newPhoto, type Picked, pdfColour, photoColour, shows } from './support/documents.ts'
import { addFacilities, addFile } from './support/facilities.ts'
import { card } from './support/pages.ts'
import { expect, test } from './support/test.ts'

const previewed: readonly [string, () => Promise<Picked>, typeof pdfColour | typeof photoColour][] = [
  ['a PDF', () => newPdf('Gas certificate.pdf'), pdfColour],
  ['a photo', () => newPhoto('Plant room.jpg'), photoColour],
]

for (const [what, make, colour] of previewed) {
  test(`[FILE-28] [FILE-40] [PAGE-18] ${what} shows in the preview, from a sandboxed answer`, async ({
    page,
    context,
    owner: _,
  }) => {
    const { id, name } = await addFile(context, await addFacilities(context), await make())
    await page.goto('/dashboard#/files')
    await card(page, name).getByRole('button', { name: 'Preview' }).click()

    const content = page.getByRole('dialog', { name }).locator('object')
    // A PDF viewer is no part of the page that could say it is ready: what counts is what can be seen.
    await expect.poll(async () => shows(await content.screenshot(), colour)).toBe(true)
    const headers = (await context.request.get(`/file/${id}/preview`)).headers()
    expect(headers['content-disposition']).toMatch(/^inline;/)
    expect(headers['content-security-policy']).toMatch(/default-src 'none';.* sandbox$/)

    await page.getByRole('dialog', { name }).getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  })
}
