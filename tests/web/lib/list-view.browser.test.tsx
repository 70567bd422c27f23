import { expect, test } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { useListView } from '#web/lib/list-view.ts'

const api = fakeApi()

/** The look of sites, and buttons that change it. */
const Look = () => {
  const { view, change } = useListView('sites')
  return (
    <>
      <p>{JSON.stringify(view)}</p>
      <button type="button" onClick={() => change({ as: 'table' })}>
        Table
      </button>
      <button type="button" onClick={() => [200, 210, 220].map((name) => change({ widths: { name } }))}>
        Draw
      </button>
    </>
  )
}

const show = (list_looks: readonly object[]) => {
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities: {}, list_looks } }))
  api.on('PUT /settings/list-look', ({ body }) => ({ body }))
  return renderApp(<Look />)
}
const sentLooks = () => api.sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)

test('a list looks from the start as the account keeps it', async () => {
  const look = { kind: 'sites', look: 'table', hidden: ['postcode'], widths: { name: 300 } }
  const screen = await show([{ ...look, kind: 'files' }, look])

  await expect.element(screen.getByText('{"as":"table","hidden":["postcode"],"widths":{"name":300}}')).toBeVisible()
})

test('a change shows at once, and is kept with the account', async () => {
  const screen = await show([])
  await expect.element(screen.getByText('{"as":"cards","hidden":[],"widths":{}}')).toBeVisible()

  await screen.getByRole('button', { name: 'Table' }).click()
  await expect.element(screen.getByText('{"as":"table","hidden":[],"widths":{}}')).toBeVisible()
  await expect.poll(sentLooks).toEqual([{ kind: 'sites', look: 'table', hidden: [], widths: {} }])
})

test('a column that is drawn wider is sent when it is as wide as it should be', async () => {
  const screen = await show([])

  await screen.getByRole('button', { name: 'Draw' }).click()
  await expect.element(screen.getByText('{"as":"cards","hidden":[],"widths":{"name":220}}')).toBeVisible()
  await expect.poll(sentLooks).toEqual([{ kind: 'sites', look: 'cards', hidden: [], widths: { name: 220 } }])
})

test('a width that is not sent yet is sent when the page is left', async () => {
  const screen = await show([])

  await screen.getByRole('button', { name: 'Draw' }).click()
  window.dispatchEvent(new PageTransitionEvent('pagehide'))

  expect(sentLooks()).toEqual([{ kind: 'sites', look: 'cards', hidden: [], widths: { name: 220 } }])
  expect(api.sent.at(-1)?.keepalive).toBe(true)
})
