import { describe, expect, test } from 'vitest'
import type { SavedView } from '#schemas/resources/saved-views.ts'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderAt } from '#tests/web/support/render-app.tsx'
import { OpenedView, SavedViews } from '#web/components/list/saved-views.tsx'
import { listAddressIn } from '#web/lib/list-address.ts'

const api = fakeApi()
const ids = ['0199aaaa-0000-7000-8000-000000000001', '0199aaaa-0000-7000-8000-000000000002'] as const
const view = (changes: Partial<Record<keyof SavedView, unknown>>) =>
  ({
    id: ids[0],
    kind: 'sites',
    name: 'Northern',
    shared: false,
    filters: { search: 'north' },
    sort: 'postcode',
    look: 'table',
    columns: ['name', 'postcode'],
    gone: [],
    may_change: true,
    revision: '3',
    ...changes,
  }) as unknown as SavedView
const columns = ['name', 'postcode', 'files'].map((name) => ({ name }))

/** The views of sites at an address of the dashboard. */
const show = async (address: string, views: readonly SavedView[], abilities: object = { sites: { update: true } }) => {
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities, list_looks: [] } }))
  api.on('GET /api/saved-views', () => ({ body: views }))
  const list = { kind: 'sites', columns } as const
  const tools = (
    <>
      <OpenedView {...list} />
      <SavedViews {...list} />
    </>
  )
  return renderAt(`/dashboard${address}`, tools, listAddressIn)
}

describe('the saved views of a list', () => {
  test('are listed, own ones and those of the team, and lead to the whole address of each', async () => {
    const ours = view({ id: ids[1], name: 'Ours', shared: true, filters: {}, sort: null, may_change: false })
    const { screen } = await show('#/sites', [view({}), ours, view({ id: 'x', kind: 'files', name: 'Of files' })])

    await screen.getByRole('button', { name: 'Views' }).click()
    await expect.element(screen.getByText('Views of the team')).toBeVisible()
    const menu = screen.getByRole('menu').element()
    expect([...menu.querySelectorAll('[data-autofocus]')]).toEqual([])
    const links = screen.getByRole('menuitem').elements()
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Northern', `/dashboard?search=north&sort=postcode&view=${ids[0]}#/sites`],
      ['Ours', `/dashboard?view=${ids[1]}#/sites`],
      ['Save as a new view', null],
    ])
  })

  test('that is open says so, and what of it is gone', async () => {
    const gone = view({ gone: ['client'], filters: { client: ids[1] }, columns: ['name', 'colour', 'shape'] })
    const { screen, at } = await show(`?view=${ids[0]}#/sites`, [gone])

    const note = screen.getByText('View: Northern, without what is gone: its client and 2 of its columns.')
    await expect.element(note).toBeVisible()
    await expect.poll(at).toBe(`/dashboard?sort=postcode&view=${ids[0]}#/sites`)
  })

  test('that was deleted leaves the list as its address says', async () => {
    const { screen, at } = await show(`?search=east&view=${ids[0]}#/sites`, [])

    await expect.element(screen.getByText(/^This view was deleted, or is not shared with you/)).toBeVisible()
    expect(at()).toBe(`/dashboard?search=east&view=${ids[0]}#/sites`)
  })

  test('is saved as it is, under a name, for the team by who may', async () => {
    api.on('POST /api/saved-view', () => ({ status: 201, body: view({ id: ids[1], name: 'East' }) }))
    const { screen } = await show('?search=east&sort=-name#/sites', [])

    await screen.getByRole('button', { name: 'Views' }).click()
    await screen.getByRole('menuitem', { name: 'Save as a new view' }).click()
    await screen.getByLabelText('Name').fill('East')
    await screen.getByLabelText('For everyone in the team').click()
    await screen.getByRole('button', { name: 'Save view' }).click()

    await expect
      .poll(() => api.sent.find(({ method }) => method === 'POST')?.body)
      .toEqual({
        kind: 'sites',
        name: 'East',
        shared: true,
        filters: { search: 'east' },
        sort: '-name',
        look: 'cards',
        columns: null,
      })
  })

  test('is offered to the team by nobody who may not update its records', async () => {
    const { screen } = await show('#/sites', [], {})

    await screen.getByRole('button', { name: 'Views' }).click()
    await screen.getByRole('menuitem', { name: 'Save as a new view' }).click()
    await expect.element(screen.getByLabelText('Name')).toBeVisible()
    await expect.element(screen.getByLabelText('For everyone in the team')).not.toBeInTheDocument()
  })

  test('is changed to what the list shows, at the revision that was seen', async () => {
    api.on(`PUT /api/saved-view/${ids[0]}`, () => ({ body: view({ sort: '-name', revision: '4' }) }))
    const { screen } = await show(`?search=north&sort=-name&view=${ids[0]}#/sites`, [view({})])
    await expect.element(screen.getByText('View: Northern')).toBeVisible()

    await screen.getByRole('button', { name: 'Views' }).click()
    await screen.getByRole('menuitem', { name: 'Save changes to this view' }).click()

    await expect
      .poll(() => api.sent.find(({ method }) => method === 'PUT'))
      .toMatchObject({
        ifMatch: '"3"',
        body: { name: 'Northern', filters: { search: 'north' }, sort: '-name', columns: ['name', 'postcode'] },
      })
  })

  test('of the team is neither changed nor deleted by who may not', async () => {
    const ours = view({ shared: true, may_change: false })
    const { screen } = await show(`?search=north&sort=-name&view=${ids[0]}#/sites`, [ours])
    await expect.element(screen.getByText('View: Northern')).toBeVisible()

    await screen.getByRole('button', { name: 'Views' }).click()
    await expect.element(screen.getByRole('menuitem', { name: 'Save as a new view' })).toBeVisible()
    expect(screen.getByRole('menuitem').elements()).toHaveLength(2)
  })

  test('is deleted after a question, and the list stays as it is', async () => {
    api.on(`DELETE /api/saved-view/${ids[0]}`, () => ({ status: 204 }))
    const { screen, at } = await show(`?search=north&sort=postcode&view=${ids[0]}#/sites`, [view({})])
    await expect.element(screen.getByText('View: Northern')).toBeVisible()

    await screen.getByRole('button', { name: 'Views' }).click()
    await screen.getByRole('menuitem', { name: 'Delete this view' }).click()
    await screen.getByRole('button', { name: 'Yes, Delete' }).click()

    await expect.poll(at).toBe('/dashboard?search=north&sort=postcode#/sites')
    expect(api.sent.map(({ method }) => method)).toContain('DELETE')
  })
})
