import { afterAll, expect, test } from 'vitest'
import type { CallOf } from '#schemas/endpoint.ts'
import { deleteClient } from '#schemas/resources/clients.ts'
import { uploadFile } from '#schemas/resources/files.ts'
import { addSavedView } from '#schemas/resources/saved-views.ts'
import { startApp } from '#tests/support/app.ts'
import { fileOf } from '#tests/support/files.ts'
import { teamWithRecords } from '#tests/support/team-with-records.ts'
import { siteledger, withToken } from '#tests/support/terminal.ts'

const app = await startApp()
const { ann, acme, zenith, north, east } = await teamWithRecords(app)
const env = await withToken(app, ann, ['files.view', 'clients.view', 'sites.view', 'visits.view'])
afterAll(() => app.close())

type Body = NonNullable<CallOf<typeof addSavedView>['body']>
const save = async (name: string, view: Pick<Body, 'kind' | 'filters' | 'sort' | 'shared'>) =>
  (await ann.call(addSavedView, { body: { name, look: 'table', columns: null, ...view } })).body
const upload = (name: string, site_id: string) =>
  ann.call(uploadFile, { body: { name, site_id } }, { file: fileOf('a.pdf', 'application/pdf') })
const names = (rows: unknown) => (rows as { name: string }[]).map(({ name }) => name)

test('a list is as a saved view of it has it, by name or id', async () => {
  for (const name of ['Plan A', 'Plan B', 'Lease']) await upload(name, north.id)
  await upload('Plan C', east.id)
  const { id } = await save('Plans of Acme', {
    kind: 'files',
    shared: true,
    sort: '-name',
    filters: { client: acme.id, search: 'plan' },
  })
  await save('Plans of Acme', { kind: 'sites', filters: { client: zenith.id } })

  const listed = await siteledger(env, 'views', 'list')
  expect(listed.stdout).toMatch(/^Name\t+List\t+Of\t+Filters\t.*\n.*Plans of Acme\t+(files\t+the team|sites\t+you)\t/)
  for (const view of ['plans of acme', id]) {
    const { code, json } = await siteledger(env, 'files', 'list', '--view', view, '--json')
    expect([code, names(json())]).toEqual([0, ['Plan B', 'Plan A']])
  }
  const other = await siteledger(env, 'files', 'list', '--view', id, '--search', 'lease', '--json')
  expect(names(other.json())).toEqual(['Lease'])
  const sites = await siteledger(env, 'sites', 'list', '--view', 'Plans of Acme', '--json')
  expect(names(sites.json())).toEqual(['East'])
})

test('a view has filters of its own, and another name is none', async () => {
  const both = await siteledger(env, 'files', 'list', '--view', 'Plans of Acme', '--client', 'Acme')
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('--view or --client')])
  const none = await siteledger(env, 'visits', 'list', '--view', 'Plans of Acme')
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('There is no view called "Plans of Acme".')])
})

test('what a view has lost is left out and told', async () => {
  await save('Of Zenith', { kind: 'visits', sort: 'name', filters: { client: zenith.id } })
  await ann.call(deleteClient, { params: { id: zenith.id } })

  const { code, stderr, json } = await siteledger(env, 'visits', 'list', '--view', 'Of Zenith', '--json')
  expect([code, stderr]).toEqual([0, expect.stringContaining('Of the view Of Zenith this is gone: client.')])
  expect(names(json()).length).toBeGreaterThan(0)
})
