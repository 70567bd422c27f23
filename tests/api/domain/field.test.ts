import { describe, expect, test } from 'vitest'
import { fieldDecider, presentFields } from '#api/domain/field.ts'
import type { FieldEvent } from '#schemas/events/field.ts'
import { FieldId, OptionId, TeamId } from '#schemas/ids.ts'
import { type FieldNoun, mostFields } from '#schemas/records/field-kinds.ts'
import { deciding } from '#tests/support/decider.ts'

const teamId = TeamId.parse('0199aaaa-0000-7000-8000-000000000001')
const fieldId = FieldId.parse('0199aaaa-0000-7000-8000-000000000002')
const otherId = FieldId.parse('0199aaaa-0000-7000-8000-000000000003')
const gas = { id: OptionId.parse('0199aaaa-0000-7000-8000-000000000004'), name: 'Gas' }
const oil = { id: OptionId.parse('0199aaaa-0000-7000-8000-000000000005'), name: 'Oil' }

const given = deciding(fieldDecider)
const plain = { name: 'Meter', kind: 'text' as const, options: [], required: false, listed: true, help: null }
const added = (change: Partial<Extract<FieldEvent, { type: 'FieldAdded' }>['data']> = {}): FieldEvent => ({
  type: 'FieldAdded',
  data: { teamId, fieldId, of: 'sites', ...plain, ...change },
})
const add = (change: object = {}) =>
  ({ type: 'AddField', teamId, fieldId, of: 'sites' as FieldNoun, ...plain, ...change }) as const
const change = { type: 'ChangeField', teamId, fieldId } as const
const at = '2026-03-01T10:00:00.000Z'
const removed: FieldEvent = { type: 'FieldRemoved', data: { teamId, fieldId, removedAt: at } }
const restore = (on: string) => ({ type: 'RestoreField', teamId, fieldId, at: on }) as const
const heating = { name: 'Heating', kind: 'choice' as const, options: [gas, oil] }

describe('an own field', () => {
  test('has a name that no other field of its noun has, in whatever case', () => {
    given().decides(add(), added())
    given(added({ fieldId: otherId, name: 'METER' })).refuses(add(), 'field-name-taken')
    given(added({ fieldId: otherId, of: 'visits' })).decides(add(), added())
    given(added({ fieldId: otherId, name: 'Key' }), added()).refuses({ ...change, name: 'key' }, 'field-name-taken')
    given(added()).decides(
      { ...change, name: 'METER' },
      { type: 'FieldChanged', data: { teamId, fieldId, ...plain, name: 'METER' } },
    )
  })

  test('is one of forty of its noun at most; removed ones do not count', () => {
    const many = Array.from({ length: mostFields }, (_, n) =>
      added({ fieldId: FieldId.parse(`0199aaaa-0000-7000-8000-${String(100 + n).padStart(12, '0')}`), name: `F${n}` }),
    )
    given(...many).refuses(add(), 'too-many-fields')
    given(...many.slice(1)).decides(add(), added())
    given(added(), removed, ...many).refuses(restore(at), 'too-many-fields')
    given(added(), removed, ...many.slice(1)).decides(restore(at), { type: 'FieldRestored', data: { teamId, fieldId } })
  })

  test('is one of several that are added and removed at once, as far as they can be', () => {
    const fields = [
      { fieldId, of: 'sites' as const, ...plain },
      { fieldId: otherId, of: 'clients' as const, ...plain },
    ]
    const other = added({ fieldId: otherId, of: 'clients' })
    given().decides({ type: 'AddFields', teamId, fields }, added(), other)
    given(added({ name: 'METER' })).decides({ type: 'AddFields', teamId, fields }, other)
    given().decides({ type: 'AddFields', teamId, fields: [...fields.slice(0, 1), ...fields.slice(0, 1)] }, added())
    given(added(), other, removed).decides(
      { type: 'RemoveFields', teamId, fieldIds: [fieldId, otherId], at },
      { type: 'FieldRemoved', data: { teamId, fieldId: otherId, removedAt: at } },
    )
  })

  test('changes from text to note, and to no other kind', () => {
    given(added()).decides(
      { ...change, kind: 'note' },
      { type: 'FieldChanged', data: { teamId, fieldId, ...plain, kind: 'note' } },
    )
    given(added()).refuses({ ...change, kind: 'number' }, 'field-kind-fixed')
    given(added({ kind: 'note' })).refuses({ ...change, kind: 'text' }, 'field-kind-fixed')
    given(added()).ignores({ ...change, ...plain, options: [] })
  })

  test('has options if it is a choice, each with a name of its own', () => {
    given().decides(add(heating), added(heating))
    given().refuses(add({ ...heating, options: [] }), 'field-options-missing')
    given().refuses(add({ options: [gas] }), 'field-options-missing')
    given().refuses(add({ ...heating, options: [gas, { ...oil, name: 'GAS' }] }), 'field-options-alike')
  })

  test('renames an option by its id, and takes ids of its own options alone', () => {
    const renamed = [{ ...gas, name: 'Natural gas' }, oil]
    given(added(heating)).decides(
      { ...change, options: renamed, known: [gas.id, oil.id] },
      { type: 'FieldChanged', data: { teamId, fieldId, ...plain, ...heating, options: renamed } },
    )
    given(added({ ...heating, options: [gas] })).refuses(
      { ...change, options: [gas, oil], known: [gas.id, oil.id] },
      'field-options-unknown',
    )
    const twice = [gas, { ...gas, name: 'Other' }]
    given(added(heating)).refuses({ ...change, options: twice, known: [gas.id, gas.id] }, 'field-options-unknown')
  })

  test('comes back for thirty days, unless its name is taken by then', () => {
    given(added()).decides({ type: 'RemoveField', teamId, fieldId, at }, removed)
    given(added(), removed).refuses({ type: 'RemoveField', teamId, fieldId, at }, 'field-not-found')
    given(added(), removed).refuses({ ...change, name: 'Other' }, 'field-not-found')
    given(added(), removed).decides(restore('2026-03-31T09:59:59.999Z'), {
      type: 'FieldRestored',
      data: { teamId, fieldId },
    })
    given(added(), removed).refuses(restore('2026-03-31T10:00:00.000Z'), 'field-not-found')
    given(added(), removed, added({ fieldId: otherId })).refuses(restore(at), 'field-name-taken')
    given(added()).refuses(restore(at), 'field-not-found')
  })

  test('stands where it was put, and last once it came back', () => {
    const order = (...ids: FieldId[]) => ({ type: 'ArrangeFields', teamId, of: 'sites', fieldIds: ids }) as const
    const both = [added(), added({ fieldId: otherId, name: 'Key' })]
    given(...both).decides(order(otherId, fieldId), {
      type: 'FieldsArranged',
      data: { teamId, of: 'sites', fieldIds: [otherId, fieldId] },
    })
    given(...both).ignores(order(fieldId, otherId))
    given(...both).refuses(order(fieldId), 'fields-stale')
    given(...both).refuses(order(fieldId, fieldId), 'fields-stale')
    given(...both, removed).refuses(order(fieldId, otherId), 'fields-stale')
    const back: FieldEvent = { type: 'FieldRestored', data: { teamId, fieldId } }
    const { initialState, evolve } = fieldDecider
    const state = [...both, removed, back].reduce(evolve, initialState)
    expect(presentFields(state, 'sites').map(({ id, revision }) => [id, revision])).toEqual([
      [otherId, 1n],
      [fieldId, 3n],
    ])
  })
})
