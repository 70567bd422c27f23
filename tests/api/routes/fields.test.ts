import { describe, expect } from 'vitest'
import type { CallOf } from '#schemas/endpoint.ts'
import {
  addField,
  arrangeFields,
  listFields,
  removeField,
  restoreField,
  updateField,
} from '#schemas/resources/fields.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { type Member, newMember } from '#tests/support/teams.ts'

const { app, test } = sharedApp()

type Body = NonNullable<CallOf<typeof addField>['body']>
const add = (who: Member, body: Partial<Body> = {}) =>
  who.ask(addField, { body: { of: 'sites', name: 'Meter', kind: 'text', ...body } })
const namesFor = async (who: Member, query: CallOf<typeof listFields>['query'] = {}) =>
  (await who.ask(listFields, { query })).map(({ name }) => name)

describe('own fields', () => {
  test('are listed to every member, those of each noun in order', async ({ bob, eve }) => {
    await add(bob, { of: 'visits', name: 'Van' })
    const meter = await add(bob, { help: 'On the box', required: true, listed: true })
    const heating = await add(bob, { name: 'Heating', kind: 'choice', options: [{ name: 'Gas' }, { name: 'Oil' }] })
    const member = await newMember(app, bob, 'member')

    expect(await namesFor(member)).toEqual(['Meter', 'Heating', 'Van'])
    expect(await namesFor(member, { of: 'sites' })).toEqual(['Meter', 'Heating'])
    expect(await namesFor(eve)).toEqual([])
    const plain = { of: 'sites', kind: 'text', options: [], revision: '1' }
    expect(meter).toEqual({ id: meter.id, name: 'Meter', ...plain, required: true, listed: true, help: 'On the box' })
    expect(heating.options).toEqual([
      { id: expect.any(String), name: 'Gas' },
      { id: expect.any(String), name: 'Oil' },
    ])
    expect(await member.ask(listFields, { query: { of: 'sites' } })).toEqual([meter, heating])
  })

  test('are defined by owner and admins alone', async ({ bob }) => {
    const { id } = await add(bob)
    const body: Body = { of: 'sites', name: 'Key', kind: 'text' }
    for (const role of ['editor', 'member', 'auditor'] as const) {
      const other = await newMember(app, bob, role)
      expect((await other.refused(addField, { body })).status).toBe(403)
      expect((await other.refused(removeField, { params: { id } })).status).toBe(403)
    }
    const admin = await newMember(app, bob, 'admin')
    expect((await admin.call(addField, { body })).status).toBe(201)
  })

  test('are changed at the revision that was seen, and of another team never', async ({ bob, eve }) => {
    const { id, revision } = await add(bob)
    await add(bob, { name: 'Key' })
    const rename = { params: { id }, body: { name: 'Gas meter' } }

    expect((await eve.refused(updateField, rename)).status).toBe(404)
    const seen = { headers: { 'If-Match': `"${revision}"` } }
    const changed = await bob.call(updateField, rename, seen)
    expect(changed.body).toMatchObject({ id, name: 'Gas meter', kind: 'text' })
    expect((await bob.refused(updateField, { params: { id }, body: { name: 'Meter' } }, seen)).status).toBe(412)
    expect(await namesFor(bob)).toEqual(['Gas meter', 'Key'])
  })

  test('are put in order as a whole; who missed a change is told the present ones', async ({ bob }) => {
    const meter = await add(bob)
    const key = await add(bob, { name: 'Key' })
    const order = await bob.ask(arrangeFields, { body: { of: 'sites', ids: [key.id, meter.id] } })
    expect(order).toEqual([key, meter])

    const refused = await bob.refused(arrangeFields, { body: { of: 'sites', ids: [meter.id] } })
    expect(refused).toMatchObject({ status: 409, body: { fields: [key, meter] } })
    expect(await namesFor(bob)).toEqual(['Key', 'Meter'])
  })

  test('that are removed are listed apart, and come back', async ({ bob }) => {
    const { id } = await add(bob)
    expect((await bob.call(removeField, { params: { id } })).status).toBe(204)
    expect(await namesFor(bob)).toEqual([])
    expect((await bob.refused(removeField, { params: { id } })).status).toBe(404)
    const [gone] = await bob.ask(listFields, { query: { removed: 'true' } })
    expect(gone).toMatchObject({ id, name: 'Meter', removed_at: expect.any(String) })
    expect(await namesFor(bob, { removed: 'true', of: 'clients' })).toEqual([])

    const taken = await add(bob, { name: 'METER' })
    expect(await bob.invalid(restoreField, { params: { id } })).toEqual({ name: ['The name has already been taken.'] })
    await bob.call(removeField, { params: { id: taken.id } })
    const back = await bob.ask(restoreField, { params: { id } })
    expect(back).toMatchObject({ id, name: 'Meter' })
    expect(back).not.toHaveProperty('removed_at')
  })

  test('are refused with the field that is wrong', async ({ bob }) => {
    const wrong = async (body: object) =>
      Object.keys(await bob.invalid(addField, { body: { of: 'sites', name: 'A', kind: 'text', ...body } }))

    expect(await wrong({ of: 'files' })).toEqual(['of'])
    expect(await wrong({ name: 'x'.repeat(61) })).toEqual(['name'])
    expect(await wrong({ kind: 'money' })).toEqual(['kind'])
    expect(await wrong({ kind: 'choice' })).toEqual(['options'])
    expect(
      await wrong({ kind: 'choice', options: Array.from({ length: 101 }, (_, n) => ({ name: `O${n}` })) }),
    ).toEqual(['options'])
  })

  test('have a history that says what they were', async ({ bob }) => {
    const { id } = await add(bob, { name: 'Heating', kind: 'choice', options: [{ name: 'Gas' }] })
    await bob.call(updateField, {
      params: { id },
      body: { name: 'Boiler', required: true, options: [{ name: 'Oil' }] },
    })
    await bob.call(removeField, { params: { id } })
    await bob.call(restoreField, { params: { id } })
    const entries = await bob.ask(listHistory, { query: { resource: 'fields', id } })

    expect(entries.map(({ summary }) => summary)).toEqual([
      'Restored the field Boiler',
      'Removed the field Boiler',
      'Renamed the field Heating to Boiler and changed its options and requirement',
      'Added the field Heating to sites',
    ])
    expect(entries[2]?.changes).toEqual([
      { field: 'name', from: 'Heating', to: 'Boiler' },
      { field: 'options', from: 'Gas', to: 'Oil' },
      { field: 'required', from: 'no', to: 'yes' },
    ])
  })
})
