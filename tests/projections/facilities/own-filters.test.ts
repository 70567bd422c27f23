import { expect, test } from 'vitest'
import { BadCursor, encodeCursor } from '#projections/engine/select-page.ts'
import { arrangedQueries } from '#projections/facilities/arranged.ts'
import { facilities } from '#projections/facilities/facilities.ts'
import type { OwnFilter } from '#projections/facilities/own-order.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { detailsOf } from '#tests/support/details.ts'
import { memoryLog } from '#tests/support/memory-log.ts'
import { newClientId, newFieldId, newSiteId, newTeamId, newTrashId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'

const teamId = newTeamId()
const clients = [newClientId(), newClientId()] as const
const fields = [newFieldId(), newFieldId(), newFieldId()] as const
const record = memoryLog()

/** Sites with every combination of values of three fields: a word, another, or none. */
const sites = Array.from({ length: 54 }, (_, n) => ({
  siteId: newSiteId(),
  clientId: clients[n % 2 === 0 ? 0 : 1],
  name: `Site ${String((n * 7) % 54).padStart(2, '0')}`,
  postcode: `AB${n % 5}`,
  values: fields.map((_, at) => ['oil', 'gas', null][Math.floor(n / 3 ** at) % 3] ?? null),
}))
const gone = sites[5]
const shown = sites.filter((site) => site !== gone)

const events: RecordedEvent[] = [
  ...fields.map((fieldId, n) => {
    const about = {
      of: 'sites',
      name: `Field ${n}`,
      kind: 'text',
      options: [],
      required: false,
      listed: false,
    } as const
    return record('fields', 'FieldAdded', { fieldId, teamId, ...about, options: [], help: null })
  }),
  ...clients.map((clientId) =>
    record(clientId, 'ClientAdded', { clientId, teamId, ...detailsOf.client({ name: 'A' }) }),
  ),
  ...sites.map(({ siteId, clientId, name, postcode, values }) => {
    const own = Object.fromEntries(fields.map((id, at) => [id, values[at] ?? null]))
    return record(siteId, 'SiteAdded', { siteId, clientId, teamId, ...detailsOf.site({ name, postcode, fields: own }) })
  }),
  ...(gone ? [record(gone.siteId, 'SiteDeleted', { siteId: gone.siteId, teamId, trashId: newTrashId() })] : []),
]

/** What a field may be asked for, and which of its values that keeps; of the first there is nothing to ask. */
const asked: [((id: string) => OwnFilter) | undefined, (value: string | null) => boolean][] = [
  [undefined, () => true],
  [(id) => ({ id, holds: 'a' }), (value) => value === 'gas'],
  [(id) => ({ id, among: ['oil', 'gas'] }), (value) => value !== null],
  [(id) => ({ id, from: 'h', to: 'p' }), (value) => value === 'oil'],
  [(id) => ({ id, none: true }), (value) => value === null],
]
const combinations = asked.flatMap((first) => asked.flatMap((second) => asked.map((third) => [first, second, third])))

test.each([1, 8, 1000])('filters of own fields keep together what each keeps, %i to a page', (limit) => {
  const { page } = arrangedQueries(projected(facilities, events))
  const whole = { teamId, clientId: null, siteIds: null }
  for (const chosen of combinations) {
    const filters = chosen.flatMap(([filter], at) => filter?.(fields[at] ?? '') ?? [])
    for (const scope of [whole, { ...whole, clientId: clients[0] }]) {
      const kept = shown
        .filter(({ clientId }) => clientId === (scope.clientId ?? clientId))
        .filter(({ values }) => chosen.every(([, keeps], at) => keeps(values[at] ?? null)))
      const byName = kept.toSorted((one, other) => (one.name < other.name ? -1 : 1)).map(({ siteId }) => siteId)
      const idsBy = (sort: object) => {
        const { rows, total } = page('sites', scope, {}, { limit, ...sort, own: { filters } })
        return [rows.map(({ id }) => id), total]
      }
      expect(idsBy({})).toEqual([byName.slice(0, limit), kept.length])
      expect(idsBy({ sort: '-name' })).toEqual([byName.toReversed().slice(0, limit), kept.length])
      const ofField = { sort: { id: fields[0], options: null, descending: false } }
      const { rows, total } = page('sites', scope, {}, { limit, own: { filters, ...ofField } })
      expect([rows.length, total]).toEqual([Math.min(limit, kept.length), kept.length])
      expect(rows.every(({ id }) => byName.includes(id as (typeof byName)[number]))).toBe(true)
    }
  }
})

test('a page by a field begins where a page by that field has ended, and nowhere else', () => {
  const { page } = arrangedQueries(projected(facilities, events))
  const scope = { teamId, clientId: null, siteIds: null }
  const own = { filters: [], sort: { id: fields[0], options: null, descending: false } }
  const { next } = page('sites', scope, {}, { limit: 20, own })
  expect(page('sites', scope, {}, { limit: 20, cursor: next ?? '', own }).rows).toHaveLength(20)
  const { next: byName } = page('sites', scope, {}, { limit: 20 })
  const forged = ['Site 07', '2 gas', '-1 gas', 'x gas', ''].map((key) => encodeCursor([key, sites[0]?.siteId ?? '']))
  for (const cursor of [...forged, byName ?? '']) {
    expect(() => page('sites', scope, {}, { limit: 20, cursor, own })).toThrow(BadCursor)
  }
})
