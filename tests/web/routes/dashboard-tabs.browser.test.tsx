import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { userQuery } from '#web/lib/session.ts'
import { useDashboardTabs } from '#web/routes/dashboard-tabs.tsx'

const { on, sent } = fakeApi()

const Loads = () =>
  useDashboardTabs().map(({ value, label, load }) => (
    <button key={value} type="button" onClick={load}>
      {label}
    </button>
  ))

/** A member who may see these kinds of records. */
const open = (...kinds: string[]) => {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
  const abilities = Object.fromEntries(kinds.map((kind) => [kind, { view: true }]))
  queries.setQueryData(userQuery.queryKey, { abilities } as never)
  return renderApp(<Loads />, queries)
}

test('a tab that is come near asks for its list, once and as it opens: without words, filters and order', async () => {
  on('GET /api/sites?limit=50', () => ({ body: [] }))
  const screen = await open('clients', 'sites')

  await screen.getByRole('button', { name: 'Sites' }).click()
  await screen.getByRole('button', { name: 'Sites' }).click()

  await expect.poll(() => sent.map(({ path }) => path)).toEqual(['/api/sites?limit=50'])
})
