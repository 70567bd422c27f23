import { describe, expect } from 'vitest'
import type { CallOf } from '#schemas/endpoint.ts'
import { OptionId } from '#schemas/ids.ts'
import { addClient, showClient, updateClient } from '#schemas/resources/clients.ts'
import { addField, removeField, restoreField, updateField } from '#schemas/resources/fields.ts'
import { historyOfEach } from '#schemas/resources/history.ts'
import { searchSites } from '#schemas/resources/search.ts'
import { addSite, deleteSite, listSites, showSite, updateSite } from '#schemas/resources/sites.ts'
import { restoreTrash } from '#schemas/resources/trash.ts'
import { addVisit, showVisit, updateVisit } from '#schemas/resources/visits.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import type { Member } from '#tests/support/teams.ts'

const { test } = sharedApp()

type Body = NonNullable<CallOf<typeof addField>['body']>
const define = (who: Member, body: Partial<Body> = {}) =>
  who.ask(addField, { body: { of: 'sites', name: 'Meter', kind: 'text', ...body } })

const clientOf = (who: Member) => who.ask(addClient, { body: { name: 'Acme' } })
const siteOf = async (who: Member, fields: Record<string, string> = {}) => {
  const { id: client_id } = await clientOf(who)
  return who.ask(addSite, { body: { name: 'Depot', client_id, fields } })
}
const change = (
  who: Member,
  { id, name, client_id }: { id: string; name: string; client_id: string },
  fields: object,
) => who.ask(updateSite, { params: { id }, body: { name, client_id, fields } } as CallOf<typeof updateSite>)

describe('values of own fields', () => {
  test('are recorded in one form, and stay where a change leaves them out', async ({ bob }) => {
    const meter = await define(bob)
    const rent = await define(bob, { name: 'Rent', kind: 'number' })
    const end = await define(bob, { name: 'Contract end', kind: 'date' })
    const site = await siteOf(bob, { [meter.id]: ' 12345 ', [rent.id]: '007.50', [end.id]: '05/03/2026' })
    const fields = { [meter.id]: '12345', [rent.id]: '7.5', [end.id]: '2026-03-05' }
    expect(site.fields).toEqual(fields)

    const { id, name, client_id } = site
    const renamed = await bob.ask(updateSite, { params: { id }, body: { name: 'Yard', client_id } })
    expect(renamed).toMatchObject({ name: 'Yard', fields })
    expect((await change(bob, { id, name, client_id }, { [rent.id]: '8' })).fields).toEqual({
      ...fields,
      [rent.id]: '8',
    })
    const cleared = await change(bob, site, { [rent.id]: null, [end.id]: '' })
    expect(cleared.fields).toEqual({ [meter.id]: '12345' })
    expect(await bob.ask(showSite, { params: { id } })).toEqual(cleared)
    expect(await bob.ask(listSites)).toEqual([cleared])
    expect((await change(bob, site, { [meter.id]: '12345', [rent.id]: '' })).revision).toBe(cleared.revision)
  })

  test('are those of clients and visits as well, each of their own noun', async ({ bob }) => {
    const account = await define(bob, { of: 'clients', name: 'Account' })
    const van = await define(bob, { of: 'visits', name: 'Van', kind: 'yes_no' })
    const client = await bob.ask(addClient, { body: { name: 'Acme', fields: { [account.id]: 'A1' } } })
    const body = { name: 'Acme', fields: { [account.id]: 'A2' } }
    expect((await bob.ask(updateClient, { params: { id: client.id }, body })).fields).toEqual(body.fields)
    expect(await bob.ask(showClient, { params: { id: client.id } })).toMatchObject(body)

    const site = await bob.ask(addSite, { body: { name: 'Depot', client_id: client.id } })
    const dates = { site_id: site.id, started_at: '01/03/2026', ended_at: '01/03/2026' }
    const visit = await bob.ask(addVisit, { body: { name: 'Check', ...dates, fields: { [van.id]: 'true' } } })
    const changed = await bob.ask(updateVisit, {
      params: { id: visit.id },
      body: { name: 'Check', ...dates, fields: { [van.id]: 'false' } },
    })
    expect([visit.fields, changed.fields]).toEqual([{ [van.id]: 'true' }, { [van.id]: 'false' }])
    expect(await bob.ask(showVisit, { params: { id: visit.id } })).toEqual(changed)
    expect(
      await bob.invalid(addSite, { body: { name: 'B', client_id: client.id, fields: { [van.id]: 'true' } } }),
    ).toEqual({
      [`fields.${van.id}`]: ['The selected field is invalid.'],
    })
  })

  test('are refused under their field where they are wrong, of another team or required and not there', async ({
    bob,
    eve,
  }) => {
    const old = await siteOf(bob)
    const rent = await define(bob, { name: 'Rent', kind: 'number' })
    const theirs = await define(eve, { name: 'Theirs' })
    const key = await define(bob, { name: 'Key', required: true })
    const body = (fields: object) => ({ name: 'Depot', client_id: old.client_id, fields })

    expect(await bob.invalid(addSite, { body: body({ [rent.id]: 'much', [theirs.id]: 'x' }) })).toEqual({
      [`fields.${rent.id}`]: ['The Rent must be a number of at most 15 digits, with a point before decimals.'],
      [`fields.${theirs.id}`]: ['The selected field is invalid.'],
      [`fields.${key.id}`]: ['The Key field is required.'],
    })
    expect(Object.keys(await bob.invalid(addSite, { body: body({ [rent.id]: 7 }) }))).toEqual([`fields.${rent.id}`])
    expect(Object.keys(await bob.invalid(addSite, { body: body([]) }))).toEqual(['fields'])
    const { client_id, name } = old
    const kept = await bob.ask(updateSite, {
      params: { id: old.id },
      body: { name, client_id, fields: { [rent.id]: '1' } },
    })
    expect(kept.fields).toEqual({ [rent.id]: '1' })
    const cleared = { params: { id: old.id }, body: body({ [key.id]: '' }) }
    expect(await bob.invalid(updateSite, cleared)).toEqual({ [`fields.${key.id}`]: ['The Key field is required.'] })
  })

  test('of a removed field are not there until it comes back', async ({ bob }) => {
    const meter = await define(bob)
    const key = await define(bob, { name: 'Key' })
    const site = await siteOf(bob, { [meter.id]: 'M1', [key.id]: 'K1' })
    await bob.call(removeField, { params: { id: meter.id } })
    const shown = await bob.ask(showSite, { params: { id: site.id } })
    expect(shown.fields).toEqual({ [key.id]: 'K1' })
    expect((await change(bob, site, shown.fields)).revision).toBe(site.revision)
    expect(Object.keys(await bob.invalid(updateSite, { params: { id: site.id }, body: { ...site } }))).toEqual([
      `fields.${meter.id}`,
    ])
    await bob.call(restoreField, { params: { id: meter.id } })
    expect((await bob.ask(showSite, { params: { id: site.id } })).fields).toEqual({ [meter.id]: 'M1', [key.id]: 'K1' })
  })

  test('stay in the trash, and keep an option from being left out', async ({ bob }) => {
    const heating = await define(bob, { name: 'Heating', kind: 'choice', options: [{ name: 'Gas' }, { name: 'Oil' }] })
    const [gas, oil] = heating.options
    const site = await siteOf(bob, { [heating.id]: gas?.id ?? '' })
    const trashed = await bob.call(deleteSite, { params: { id: site.id } })
    const without = { params: { id: heating.id }, body: { name: 'Heating', options: [oil] } }
    expect(await bob.invalid(updateField, without)).toEqual({ options: ['The option “Gas” is used by 1 site.'] })
    const renamed = { name: 'Heating', options: [{ ...gas, name: 'Natural gas' }] } as Body
    await bob.ask(updateField, { params: { id: heating.id }, body: renamed })

    await bob.call(restoreTrash, { params: { id: trashed.headers.get('x-trash-id') ?? '' } } as CallOf<
      typeof restoreTrash
    >)
    expect((await bob.ask(showSite, { params: { id: site.id } })).fields).toEqual(site.fields)
  })

  test('are told by the history by name, before and after', async ({ bob }) => {
    const heating = await define(bob, { name: 'Heating', kind: 'choice', options: [{ name: 'Gas' }, { name: 'Oil' }] })
    const end = await define(bob, { name: 'name', kind: 'date' })
    const [gas = { id: '' }, oil = { id: '' }] = heating.options
    const site = await siteOf(bob, { [heating.id]: gas.id, [end.id]: '2026-03-05' })
    await change(bob, site, { [heating.id]: oil.id })
    await change(bob, site, { [heating.id]: null, [end.id]: null })
    const entries = await bob.ask(historyOfEach.sites, { params: { id: site.id } })

    expect(
      entries.map(({ summary, changes }) => [summary, ...changes.map(({ field, from, to }) => [field, from, to])]),
    ).toEqual([
      [
        'Changed the Heating and name (field) of the site Depot',
        ['Heating', 'Oil', null],
        ['name (field)', '05/03/2026', null],
      ],
      ['Changed the Heating of the site Depot', ['Heating', 'Gas', 'Oil']],
      [
        'Added the site Depot to the client Acme',
        ['name', null, 'Depot'],
        ['Heating', null, 'Gas'],
        ['name (field)', null, '05/03/2026'],
        ['client', null, 'Acme'],
      ],
    ])
  })

  test('are found by the search, a choice by the name that its option has now', async ({ bob }) => {
    const meter = await define(bob)
    const rent = await define(bob, { name: 'Rent', kind: 'number' })
    const heating = await define(bob, { name: 'Heating', kind: 'choice', options: [{ name: 'Gas' }] })
    const [gas = { id: '', name: '' }] = heating.options
    const site = await siteOf(bob, { [meter.id]: 'Ünder the stair', [rent.id]: '4711', [heating.id]: gas.id })
    const found = async (query: string) => (await bob.ask(searchSites, { params: { query } })).length

    expect(await found('under stair')).toBe(1)
    expect(await found('gas')).toBe(1)
    expect(await found('4711')).toBe(0)
    expect(await found(gas.id)).toBe(0)
    await bob.ask(updateField, {
      params: { id: heating.id },
      body: { name: 'Heating', options: [{ id: OptionId.parse(gas.id), name: 'Oil' }] },
    })
    expect([await found('gas'), await found('oil')]).toEqual([0, 1])
    await change(bob, site, { [meter.id]: 'Cellar' })
    expect([await found('stair'), await found('cellar')]).toEqual([0, 1])
    await bob.call(removeField, { params: { id: meter.id } })
    expect(await found('cellar')).toBe(0)
    await bob.call(restoreField, { params: { id: meter.id } })
    expect(await found('cellar')).toBe(1)
  })
})
