import { describe, expect } from 'vitest'
import type { CallOf } from '#schemas/endpoint.ts'
import { addClient, listClients } from '#schemas/resources/clients.ts'
import { addField, removeField, restoreField, updateField } from '#schemas/resources/fields.ts'
import { historyOfEach } from '#schemas/resources/history.ts'
import { listRefusedRows, showImport, undoImport } from '#schemas/resources/imports.ts'
import { addSite, listSites, updateSite } from '#schemas/resources/sites.ts'
import { importFile } from '#tests/support/imports.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import type { Member } from '#tests/support/teams.ts'

const { test } = sharedApp()

type Body = NonNullable<CallOf<typeof addField>['body']>
const define = (who: Member, name: string, kind: Body['kind'] = 'text', more: Partial<Body> = {}) =>
  who.ask(addField, { body: { of: 'sites', name, kind, ...more } })

const fieldsBySite = async (who: Member) =>
  Object.fromEntries((await who.ask(listSites)).map(({ name, fields }) => [name, fields]))

describe('own fields of sites from a file', () => {
  test('are written, told by history, changed, and put back by undoing', async ({ ann }) => {
    const meter = await define(ann, 'Meter')
    const heating = await define(ann, 'Heating', 'choice', { options: [{ name: 'Gas' }, { name: 'Oil' }] })
    const end = await define(ann, 'Contract end', 'date')
    const [gas, oil] = heating.options
    const first = 'name,client,meter,Heating,CONTRACT END\nDepot,Acme,M-1,gas,05/03/2026\nYard,Acme,,,\n'

    const { summary } = await importFile(ann, 'sites', first, { create_clients: true })

    expect(summary).toMatchObject({ created: 2, unknown_columns: [] })
    const before = { [meter.id]: 'M-1', [heating.id]: gas?.id, [end.id]: '2026-03-05' }
    expect(await fieldsBySite(ann)).toEqual({ Depot: before, Yard: {} })
    const again = 'Name,Client,Meter,Heating,Contract end\nDepot,Acme,M-1,Gas,2026-03-05\nYard,Acme,,,\n'
    expect((await importFile(ann, 'sites', again)).summary).toMatchObject({ unchanged: 2 })

    const next = 'name,client,Meter,Heating\nDepot,Acme,,Oil\nYard,Acme,M-2,\n'
    const changed = await importFile(ann, 'sites', next)

    expect(changed.verdicts.map(({ verdict }) => verdict)).toEqual(['updated', 'updated'])
    const depot = { [heating.id]: oil?.id, [end.id]: '2026-03-05' }
    expect(await fieldsBySite(ann)).toEqual({ Depot: depot, Yard: { [meter.id]: 'M-2' } })
    const [, yard] = changed.verdicts
    const [newest] = await ann.ask(historyOfEach.sites, { params: { id: changed.verdicts[0]?.id ?? '' } } as never)
    expect(newest?.via?.kind).toBe('import')
    expect(newest?.changes).toEqual([
      { field: 'Meter', from: 'M-1', to: null },
      { field: 'Heating', from: 'Gas', to: 'Oil' },
    ])

    // Who has worked on a record since keeps it, with the values that the import gave.
    const client_id = (await ann.ask(listClients))[0]?.id ?? ''
    const params = { id: yard?.id ?? '' }
    await ann.call(updateSite, {
      params,
      body: { name: 'Yard', client_id, fields: { [end.id]: '06/03/2026' } },
    } as never)
    const run = changed.summary?.run ?? ''
    expect(await ann.ask(undoImport, { params: { run } })).toMatchObject({ reverted: 1, kept: 1, deleted: 0 })
    expect(await fieldsBySite(ann)).toEqual({ Depot: before, Yard: { [meter.id]: 'M-2', [end.id]: '2026-03-06' } })
  })

  test('refuse a row under their names, which is kept with what was sent', async ({ ann }) => {
    const rent = await define(ann, 'Rent', 'number')
    const note = await define(ann, 'Note', 'note')
    const key = await define(ann, 'Key safe', 'text', { required: true })
    const long = 'x'.repeat(1000)
    const file = `name,client,rent,Note,Key safe\nDepot,Acme,"7,5",${long},K1\nYard,Acme,8,,\nShed,Acme,8,,K2\n`

    const { verdicts, summary } = await importFile(ann, 'sites', file, { create_clients: true })

    expect(verdicts.map(({ errors }) => errors && Object.keys(errors))).toEqual([
      [`fields.${rent.id}`],
      [`fields.${key.id}`],
      undefined,
    ])
    const [refused] = await ann.ask(listRefusedRows, { params: { run: summary?.run ?? '' } })
    expect(refused?.cells).toMatchObject({ rent: '7,5', Note: long, 'Key safe': 'K1' })
    expect((await fieldsBySite(ann)).Shed).toEqual({ [rent.id]: '8', [key.id]: 'K2' })
    expect(note.id in ((await fieldsBySite(ann)).Shed ?? {})).toBe(false)
  })

  test('come from columns that are chosen for them, and from lines of JSON', async ({ ann }) => {
    const meter = await define(ann, 'Meter')
    const alarm = await define(ann, 'Alarm', 'yes_no')
    const file = 'name,client,Zähler,Meter\nDepot,Acme,M-1,ignored\n'
    const chosen = { [`field.${meter.id}`]: 'Zähler' }

    const { summary } = await importFile(ann, 'sites', file, { create_clients: true, columns: JSON.stringify(chosen) })

    expect(summary?.unknown_columns).toEqual(['Meter'])
    const run = await ann.ask(showImport, { params: { run: summary?.run ?? '' } })
    expect(run.columns).toEqual(chosen)
    const type = { 'content-type': 'application/x-ndjson' }
    const lines =
      '{"name":"Yard","client":"Acme","METER":7,"alarm":true}\n{"name":"Shed","client":"Acme","alarm":false}'
    expect((await importFile(ann, 'sites', lines, {}, type)).summary).toMatchObject({ created: 2 })
    expect(await fieldsBySite(ann)).toEqual({
      Depot: { [meter.id]: 'M-1' },
      Shed: { [alarm.id]: 'false' },
      Yard: { [meter.id]: '7', [alarm.id]: 'true' },
    })
  })

  test('as lists answer them are read from lines of JSON, by their ids', async ({ ann }) => {
    const meter = await define(ann, 'Meter')
    const fields = { [meter.id]: 'M-1', other: 'x' }
    const type = { 'content-type': 'application/x-ndjson' }
    const lines = [
      { name: 'Yard', client: 'Acme', fields },
      { name: ['Shed'], client: 'Acme', fields },
    ]
    const text = lines.map((line) => JSON.stringify(line)).join('\n')

    const { summary } = await importFile(ann, 'sites', text, { create_clients: true }, type)

    expect(summary).toMatchObject({ created: 1, refused: 1, unknown_columns: ['fields.other'] })
    expect(await fieldsBySite(ann)).toEqual({ Yard: { [meter.id]: 'M-1' } })
    const [refused] = await ann.ask(listRefusedRows, { params: { run: summary?.run ?? '' } })
    expect(refused?.cells).toEqual({ name: '["Shed"]', client: 'Acme', 'Meter (field)': 'M-1' })
  })

  test('that are removed are unknown columns, and cannot be chosen; their values stay as they were', async ({
    ann,
  }) => {
    const meter = await define(ann, 'Meter')
    const colour = await define(ann, 'Colour')
    const { id: client_id } = await ann.ask(addClient, { body: { name: 'Acme' } })
    await ann.call(addSite, { body: { name: 'Depot', client_id, fields: { [meter.id]: 'M-1', [colour.id]: 'red' } } })
    await ann.call(removeField, { params: { id: meter.id } })
    await ann.call(updateField, { params: { id: colour.id }, body: { name: 'Paint' } } as never)
    const file = 'name,client,Meter,Paint\nDepot,Acme,M-2,blue\n'

    const columns = JSON.stringify({ [`field.${meter.id}`]: 'Meter' })
    expect(await importFile(ann, 'sites', file, { columns })).toMatchObject({
      status: 422,
      problem: { errors: { columns: [expect.stringContaining('is no field of sites')] } },
    })
    const { summary } = await importFile(ann, 'sites', file)
    expect(summary).toMatchObject({ updated: 1, unknown_columns: ['Meter'] })
    await ann.call(undoImport, { params: { run: summary?.run ?? '' } })
    await ann.call(restoreField, { params: { id: meter.id } })
    expect(await fieldsBySite(ann)).toEqual({ Depot: { [meter.id]: 'M-1', [colour.id]: 'red' } })
  })

  test('stand among forty columns that nobody knows, and those of clients come with clients', async ({ ann }) => {
    const account = await define(ann, 'Account', 'text', { of: 'clients' })
    const others = Array.from({ length: 40 }, (_, at) => `Other ${at}`)
    const file = `name,${others.join(',')},account\nAcme,${others.join(',')},A-1\n`

    const { summary } = await importFile(ann, 'clients', file)

    expect(summary?.unknown_columns).toEqual(others)
    expect((await ann.ask(listClients)).map(({ fields }) => fields)).toEqual([{ [account.id]: 'A-1' }])
  })
})
