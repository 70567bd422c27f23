import { expect, test } from 'vitest'
import { facilities } from '#projections/facilities/facilities.ts'
import { fieldQueries } from '#projections/facilities/fields.ts'
import type { FieldDetails } from '#schemas/details/field.ts'
import { memoryLog } from '#tests/support/memory-log.ts'
import { newFieldId, newTeamId } from '#tests/support/new-ids.ts'
import { contentsOf, projected } from '#tests/support/read-models.ts'

test('a field that comes back stands behind all others, however often the event is delivered', () => {
  const record = memoryLog()
  const teamId = newTeamId()
  const meter = newFieldId()
  const heating = newFieldId()
  const plain: Omit<FieldDetails, 'name'> = { kind: 'text', options: [], required: false, listed: false, help: null }
  const about = { teamId, of: 'sites' as const, ...plain }
  const added = [
    record(meter, 'FieldAdded', { fieldId: meter, name: 'Meter', ...about }),
    record(heating, 'FieldAdded', { fieldId: heating, name: 'Heating', ...about }),
    record(meter, 'FieldRemoved', { teamId, fieldId: meter, removedAt: '2026-11-01T00:00:00.000Z' }),
  ]
  const restored = record(meter, 'FieldRestored', { teamId, fieldId: meter })

  const once = projected(facilities, [...added, restored])
  const twice = projected(facilities, [...added, restored, restored])
  expect(contentsOf(twice)).toEqual(contentsOf(once))
  expect(fieldQueries(once).of(teamId, 'sites')).toMatchObject([{ name: 'Heating' }, { name: 'Meter' }])
})
