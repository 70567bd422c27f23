import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Visit } from '#schemas/resources/visits.ts'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { RecordLines } from '#web/components/list/record-lines.tsx'
import { VisitActions, visitColumns } from '#web/features/visits/visit-columns.tsx'

const api = fakeApi()
const dates = { started_at: '01/03/2026', ended_at: '02/03/2026' }
const plain = {
  id: 'v1',
  name: 'Spring',
  client_id: 'c1',
  client_name: 'Acme',
  site_id: 's1',
  site_name: 'Depot',
  ...dates,
}
const long = { ...plain, id: 'v2', client_name: 'Liegenschaftsverwaltung'.repeat(6) }

test('one long name neither breaks the dates nor makes its row high', async () => {
  await page.viewport(1280, 800)
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities: {} } }))
  const screen = await renderApp(
    <RecordLines
      kind="visits"
      columns={visitColumns('team')}
      rows={[plain, long] as unknown as Visit[]}
      total={2}
      actions={(visit) => <VisitActions visit={visit} />}
    />,
  )
  await expect.element(screen.getByText(long.client_name)).toBeVisible()

  const heights = (name: string) =>
    screen
      .getByRole(name)
      .elements()
      .map((element) => element.getBoundingClientRect().height)
  const [, one = 0, other = 0] = heights('row')
  expect(other).toBeLessThanOrEqual(2 * one)
  const lines = screen
    .getByText(/^0[12]\/03\/2026$/)
    .elements()
    .map((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return range.getClientRects().length
    })
  expect(lines).toEqual([1, 1, 1, 1])
})

test('the heading of a long list stays in sight', async () => {
  await page.viewport(1280, 800)
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities: {} } }))
  const many = Array.from({ length: 60 }, (_, n) => ({ ...plain, id: `v${n}`, name: `Visit ${n}` }))
  const screen = await renderApp(
    <RecordLines
      kind="visits"
      columns={visitColumns('team')}
      rows={many as unknown as Visit[]}
      total={many.length}
      actions={(visit) => <VisitActions visit={visit} />}
    />,
  )
  const heading = screen.getByRole('columnheader').first()
  await expect.element(heading).toBeVisible()

  scrollTo(0, 1500)

  await expect.poll(() => heading.element().getBoundingClientRect().top).toBe(0)
})
