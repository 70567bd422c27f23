import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listDocuments } from '#schemas/resources/documents.ts'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { ListTools } from '#web/components/list/records.tsx'
import { listQuery } from '#web/lib/queries.ts'

const api = fakeApi()

test.each(['Cards', 'List'] as const)('what is no table is named as it looks: %s', async (besides) => {
  await page.viewport(1280, 800)
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities: {}, list_looks: [] } }))
  const screen = await renderApp(
    <ListTools kind="documents" columns={[]} query={listQuery(listDocuments)} besides={besides} />,
  )
  const looks = screen.getByRole('group', { name: 'View' }).getByRole('button')
  await expect.element(looks.first()).toBeVisible()

  expect(looks.elements().map((look) => [look.getAttribute('aria-label'), look.getAttribute('aria-pressed')])).toEqual([
    [besides, 'true'],
    ['Table', 'false'],
  ])
})
