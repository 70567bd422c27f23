import { newPdf } from './support/documents.ts'
import { addFacilities, addFile } from './support/facilities.ts'
import { registerThroughApi } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('a team sees nothing of another team, not even with the addresses in hand', async ({
  context,
  browser,
  owner: _,
}) => {
  const facilities = await addFacilities(context)
  const { client, site, visit } = facilities
  const file = await addFile(context, facilities, await newPdf('Gas certificate.pdf'))

  const others = await browser.newContext()
  await registerThroughApi(others)
  const page = await others.newPage()
  await page.goto('/dashboard')
  await expect(page.getByText('To get started, add your first client below…')).toBeVisible()
  for (const path of [`clients/${client.id}`, `sites/${site.id}`, `visits/${visit.id}`]) {
    await page.goto(`/dashboard/${path}`)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
  const paths = [`/file/${file.id}/preview`, `/file/${file.id}/download`, `/file/${file.id}/thumbnail`]
  for (const path of [...paths, `/api/file/${file.id}`, `/api/sites/${site.id}/files`]) {
    expect((await others.request.get(path)).status(), path).toBe(404)
  }
  expect(await (await others.request.get('/api/files')).json()).toEqual([])
  await others.close()
})
