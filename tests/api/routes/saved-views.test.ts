import { describe, expect } from 'vitest'
import type { CallOf } from '#schemas/endpoint.ts'
import { addCategory, deleteCategory } from '#schemas/resources/categories.ts'
import { addClient, deleteClient } from '#schemas/resources/clients.ts'
import { listHistory } from '#schemas/resources/history.ts'
import {
  addSavedView,
  deleteSavedView,
  listSavedViews,
  showSavedView,
  updateSavedView,
} from '#schemas/resources/saved-views.ts'
import { prepared } from '#tests/support/prepared.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { type Member, newMember, newTeam } from '#tests/support/teams.ts'

const { app, test } = sharedApp()
const ann = prepared(() => newTeam(app))

type Body = NonNullable<CallOf<typeof addSavedView>['body']>
const plans: Body = {
  name: 'Plans',
  kind: 'files',
  sort: '-name',
  look: 'table',
  columns: ['name', 'size'],
  filters: { search: 'plan', from: '01/03/2026' },
}
const save = (who: Member, changes: Partial<Body> = {}) => who.ask(addSavedView, { body: { ...plans, ...changes } })
const namesFor = async (who: Member) => (await who.ask(listSavedViews, {})).map(({ name }) => name)

describe('a saved view', () => {
  test('is listed by name, with all that was saved', async ({ bob }) => {
    await save(bob, { name: 'älter' })
    const { id } = await save(bob, { name: 'Zoo' })

    expect(await namesFor(bob)).toEqual(['älter', 'Zoo'])
    expect(await bob.ask(showSavedView, { params: { id } })).toEqual({
      id,
      ...plans,
      name: 'Zoo',
      filters: { from: '2026-03-01', search: 'plan' },
      shared: false,
      gone: [],
      may_change: true,
      revision: '0',
    })
  })

  test('is of whoever saved it, and of nobody else', async ({ eve }) => {
    const { id } = await save(ann, { name: 'Mine' })
    const bob = await newMember(app, ann, 'admin')

    for (const other of [bob, eve]) {
      expect(await namesFor(other)).not.toContain('Mine')
      for (const contract of [showSavedView, deleteSavedView]) {
        expect((await other.refused(contract, { params: { id } })).status).toBe(404)
      }
      const change = { params: { id }, body: { name: 'Theirs' } }
      expect((await other.refused(updateSavedView, change)).status).toBe(404)
    }
  })

  test('of the team is everybody’s, and changed by who may update the records', async ({ eve }) => {
    const { id } = await save(ann, { name: 'Ours', shared: true })
    const editor = await newMember(app, ann, 'editor')
    const member = await newMember(app, ann, 'member')

    expect(await namesFor(eve)).toEqual([])
    const seen = (await member.ask(listSavedViews, {})).find((view) => view.id === id)
    expect(seen).toMatchObject({ name: 'Ours', shared: true, may_change: false })
    const rename = { params: { id }, body: { name: 'Everybody’s' } }
    expect((await member.refused(updateSavedView, rename)).status).toBe(403)
    expect(await editor.ask(updateSavedView, rename)).toMatchObject({ name: 'Everybody’s', may_change: true })
    const share: Body = { name: 'For all', kind: 'files', shared: true }
    expect((await member.refused(addSavedView, { body: share })).status).toBe(403)
    expect((await member.call(addSavedView, { body: { ...share, shared: false } })).status).toBe(201)
  })

  test('of records that somebody may not view does not exist for them', async () => {
    await save(ann, { name: 'Files of the team', shared: true })
    const blind = await newMember(app, ann, 'member', { abilities: { files: { view: false } } })

    expect(await namesFor(blind)).not.toContain('Files of the team')
    expect((await blind.refused(addSavedView, { body: plans })).status).toBe(403)
  })

  test('says which of its filters are gone', async () => {
    const { id: client } = await ann.ask(addClient, { body: { name: 'Acme' } })
    const { id: category } = await ann.ask(addCategory, { body: { name: 'Fire' } })
    const { id, gone } = await save(ann, { filters: { client, category, added_by: ann.userId } })
    expect(gone).toEqual([])

    await ann.call(deleteClient, { params: { id: client } })
    await ann.call(deleteCategory, { params: { id: category } })

    const { body } = await ann.call(showSavedView, { params: { id } })
    expect(body.gone).toEqual(['category', 'client'])
    expect(body.filters).toEqual({ added_by: ann.userId, category, client })
  })

  test('has the filters and the order of its kind of list, and no others', async () => {
    const { id: client } = await ann.ask(addClient, { body: { name: 'Bell' } })
    const visits = await save(ann, { kind: 'visits', sort: 'started_at', filters: { client, type: 'image/png' } })
    expect(visits.filters).toEqual({ client })
    const sites = await save(ann, {
      kind: 'sites',
      sort: 'name',
      filters: { client, files: 'none', from: '01/03/2026' },
    })
    expect(sites.filters).toEqual({ client, files: 'none' })

    const refused = (body: object) => ann.invalid(addSavedView, { body } as never)
    expect(await refused({ ...plans, kind: 'clients', sort: 'size' })).toHaveProperty('sort')
    expect(await refused({ ...plans, kind: 'trash' })).toHaveProperty('kind')
    expect(await refused({ ...plans, look: 'tree' })).toHaveProperty('look')
    expect(await refused({ ...plans, filters: { client: 'x' } })).toHaveProperty('filters.client')
  })

  test('of the team stands in its history, own ones do not', async ({ bob }) => {
    const { id } = await save(bob, { name: 'Gas' })
    const change = async (body: object) =>
      void (await bob.call(updateSavedView, { params: { id }, body: body as never }))
    await change({ name: 'Gas checks' })
    await change({ name: 'Gas checks', shared: true })
    await change({ name: 'Gas 2026' })
    await change({ name: 'Gas 2026', shared: false })
    await change({ name: 'My gas' })
    await bob.call(deleteSavedView, { params: { id } })

    const { body } = await bob.call(listHistory, { query: { resource: 'saved-views' } })
    expect(body.map(({ summary }) => summary)).toEqual([
      'Withdrew the saved view Gas 2026 from the team',
      'Renamed the saved view Gas checks to Gas 2026',
      'Saved the view Gas checks of files for the team',
    ])
  })
})
