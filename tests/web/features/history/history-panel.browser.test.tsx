import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { watchSaved } from '#tests/web/support/saved-file.ts'
import { HistoryPanel } from '#web/features/history/history-panel.tsx'

const api = fakeApi()
afterEach(() => void vi.restoreAllMocks())

const entry = {
  ...{ position: '7', at: '2026-03-01T10:00:09.000Z', type: 'ClientUpdated', summary: 'Changed the client Acme' },
  ...{ resource: 'clients', id: 'c1', team: { id: 't1', name: 'North' }, actor: { id: 'u1', name: 'Ann' } },
  ...{ impersonator: null, via: { kind: 'session', id: null, name: null } },
  changes: [{ field: 'name', from: '=Acme', to: 'Acme' }],
}

test('[D-92] what the filters show is told to the second, and saved as a file', async () => {
  const saved = watchSaved()
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities: {} } }))
  api.on('GET /teams/current', () => ({ body: { id: 't1', users: [{ id: 'u1', name: 'Ann' }] } }))
  const filtered = 'GET /api/history?resource=clients&from=2026-03-01'
  for (const limit of [50, 1000]) api.on(`${filtered}&limit=${limit}`, () => ({ body: [entry] }))
  const root = createRootRoute()
  const component = () => (
    <Suspense>
      <HistoryPanel />
    </Suspense>
  )
  const page = createRoute({ getParentRoute: () => root, path: '/dashboard/history', component })
  const history = createMemoryHistory({ initialEntries: ['/dashboard/history?resource=clients&from=2026-03-01'] })
  const router = createRouter({ routeTree: root.addChildren([page]), history })
  const { getByText, getByRole } = await renderApp(<RouterProvider router={router as never} />)
  await expect.element(getByText('March 1st, 2026 10:00:09 AM')).toBeVisible()

  await getByRole('button', { name: 'Save as CSV' }).click()

  const { name, text } = await saved()
  expect(name).toMatch(/^history-\d{4}-\d\d-\d\d\.csv$/)
  expect(text).toBe(
    'at,who,what,event,id,team,position,changes\n' +
      '2026-03-01T10:00:09.000Z,Ann,Changed the client Acme,ClientUpdated,c1,North,7,Name: =Acme → Acme\n',
  )
})
