import { describe, expect, test } from 'vitest'
import { changeQueries, changes } from '#projections/changes/changes.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import { categoryWorld, fireAndGas } from '#tests/support/category-world.ts'
import { coreWorld } from '#tests/support/core-world.ts'
import { detailsOf } from '#tests/support/details.ts'
import { memoryLog } from '#tests/support/memory-log.ts'
import { newClientId, newDocumentId, newSiteId, newTeamId, newTrashId, newUserId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'

describe('changes of documents and categories', () => {
  const record = memoryLog()
  const core = coreWorld(record)
  const { teamId } = core
  const tree = fireAndGas(categoryWorld(record, teamId))
  const documentId = newDocumentId()
  const clientId = newClientId()
  const siteId = newSiteId()
  const events = [
    ...tree.events,
    tree.moved(tree.gas, tree.fire, 0),
    tree.updated(tree.gas, 'Gas safety', 'gas-safety'),
    tree.deleted(tree.gas),
    record(`document-${documentId}`, 'DocumentRenamed', {
      documentId,
      teamId,
      bulkId: null,
      ...detailsOf.document({ name: 'Manual' }),
    }),
    record(`document-${documentId}`, 'DocumentDeleted', { documentId, teamId, trashId: newTrashId() }),
    core.clientAdded('Not theirs', clientId),
    core.siteAdded(clientId, 'Not theirs', siteId),
  ]
  const queries = changeQueries(projected(changes, events))
  const heard = (scope: Scope) => queries.after(newUserId(), scope, '0', 100).map(({ type }) => type)
  const teamWide = [
    ...tree.events.map(({ type }) => type),
    'CategoryMoved',
    'CategoryUpdated',
    'CategoryDeleted',
    'DocumentRenamed',
    'DocumentDeleted',
  ]

  test('[STATE-18] [STATE-19] [STATE-20] [STATE-21] are sent to the team', () => {
    expect(heard({ teamId, clientId: null, siteIds: null })).toEqual([...teamWide, 'ClientAdded', 'SiteAdded'])
  })

  test('are sent to members with a scope of one client or of some sites too (D-57)', () => {
    for (const scope of [
      { teamId, clientId: newClientId(), siteIds: null },
      { teamId, clientId: newClientId(), siteIds: [newSiteId()] },
      { teamId, clientId: null, siteIds: [newSiteId()] },
    ]) {
      const types = heard(scope)
      expect(types.filter((type) => type !== 'ClientAdded')).toEqual(teamWide)
      for (const { position, type } of events) {
        expect(queries.isWithin(scope, position)).toBe(types.includes(type as (typeof types)[number]))
      }
    }
  })

  test('are sent to nobody of another team', () => {
    expect(heard({ teamId: newTeamId(), clientId: null, siteIds: null })).toEqual([])
  })
})
