import { describe, expect } from 'vitest'
import { addField } from '#schemas/resources/fields.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { changeSites, undoSitesChange } from '#schemas/resources/site-changes.ts'
import { listSites, updateSite } from '#schemas/resources/sites.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { teamWithRecords } from '#tests/support/team-with-records.ts'
import { newMember } from '#tests/support/teams.ts'

const { app, test: tests } = sharedApp()

/** A team with three sites and two own fields of sites, the first of which North has. */
const teamWithFields = async () => {
  const records = await teamWithRecords(app)
  const { ann, north, acme } = records
  const names = ['Gas', 'Oil']
  const options = names.map((name) => ({ name }))
  const heating = await ann.ask(addField, { body: { of: 'sites', name: 'Heating', kind: 'choice', options } })
  const ends = await ann.ask(addField, { body: { of: 'sites', name: 'Contract ends', kind: 'date' } })
  const [gas, oil] = heating.options.map(({ id }) => id)
  const body = { name: 'North', client_id: acme.id, fields: { [heating.id]: gas ?? '' } }
  await ann.ask(updateSite, { params: { id: north.id }, body })
  const held = async () => Object.fromEntries((await ann.ask(listSites)).map(({ name, fields }) => [name, fields]))
  return { ...records, heating: heating.id, ends: ends.id, gas: gas ?? '', oil: oil ?? '', held }
}
const test = tests.extend('world', () => teamWithFields())

describe('own fields of many sites', () => {
  test('are changed as one, and one undo puts back what each had', async ({ world }) => {
    const { ann, north, south, heating, ends, gas, oil, held } = world
    const change = { fields: { [heating]: oil, [ends]: '31/12/2027' } }

    const given = await ann.ask(changeSites, { body: { ids: [north.id, south.id], change } })
    expect([given.sites, given.changed]).toEqual([2, 2])
    const both = { [heating]: oil, [ends]: '2027-12-31' }
    expect(await held()).toEqual({ North: both, South: both, East: {} })
    const again = await ann.ask(changeSites, { body: { filter: {}, count: 3, change } })
    expect([again.sites, again.changed]).toEqual([3, 1])

    await ann.ask(undoSitesChange, { params: { undo: again.undo } })
    const undone = await ann.ask(undoSitesChange, { params: { undo: given.undo } })
    expect(undone).toEqual({ undone: 2, left: [] })
    expect(await held()).toEqual({ North: { [heating]: gas }, South: {}, East: {} })
    expect((await ann.refused(undoSitesChange, { params: { undo: given.undo } })).status).toBe(409)
    expect((await ann.ask(listHistory))[0]?.summary).toBe('Undid a change of 2 sites')
  })

  test('stay as they are by the undo where somebody has changed the site since', async ({ world }) => {
    const { ann, north, acme, heating, oil, held } = world
    const { undo } = await ann.ask(changeSites, {
      body: { filter: { search: 'North' }, count: 1, change: { fields: { [heating]: oil } } },
    })
    await ann.ask(updateSite, { params: { id: north.id }, body: { name: 'Northern', client_id: acme.id } })

    const undone = await ann.ask(undoSitesChange, { params: { undo } })
    expect(undone).toEqual({ undone: 0, left: [{ id: north.id, name: 'Northern' }] })
    expect((await held()).Northern).toEqual({ [heating]: oil })
  })

  test('are refused by field, and change nothing, where one value or one site is wrong', async ({ world }) => {
    const { ann, north, heating, ends, gas, held } = world
    const before = await held()
    const refused = (change: object, ids: string[] = [north.id]) => ann.invalid(changeSites, { body: { ids, change } })

    expect(await refused({ fields: { [heating]: 'Coal', [ends]: gas } })).toEqual({
      [`change.fields.${heating}`]: ['The selected Heating is invalid.'],
      [`change.fields.${ends}`]: [expect.stringContaining('Contract ends')],
    })
    expect(await refused({ fields: {} })).toEqual({ change: ['Please choose what to change.'] })
    expect(await refused({ fields: { [heating]: gas } }, [north.id, heating])).toEqual({
      'ids.1': ['The selected site is invalid.'],
    })
    expect(await held()).toEqual(before)
  })

  test('are changed and put back within the scope of a member alone', async ({ world }) => {
    const { ann, acme, north, east, heating, oil } = world
    const ben = await newMember(app, ann, 'editor', { clientId: acme.id })
    const change = { fields: { [heating]: oil } }

    const body = { ids: [north.id, east.id], change }
    expect(await ben.invalid(changeSites, { body })).toEqual({ 'ids.1': ['The selected site is invalid.'] })
    const { undo } = await ann.ask(changeSites, { body })
    expect((await ben.refused(undoSitesChange, { params: { undo } })).status).toBe(404)
    expect((await ben.ask(changeSites, { body: { filter: {}, count: 2, change } })).changed).toBe(1)
  })
})
