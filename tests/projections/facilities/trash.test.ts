import { describe, expect, test } from 'vitest'
import type { Projection } from '#projections/engine/projection.ts'
import { facilities } from '#projections/facilities/facilities.ts'
import { trashQueries } from '#projections/facilities/trash-queries.ts'
import { expiredQueries, expiredTrash } from '#projections/sweeps/expired-trash/expired-trash.ts'
import type { LedgerEvent, RecordedEvent } from '#schemas/events/registry.ts'
import type { ContentHash, FileId, TrashId } from '#schemas/ids.ts'
import { resources } from '#schemas/nouns.ts'
import { type Scope, wholeTeam } from '#schemas/rights/scope.ts'
import { coreWorld, hashOf } from '#tests/support/core-world.ts'
import { detailsOf } from '#tests/support/details.ts'
import {
  newBulkId,
  newClientId,
  newFileId,
  newSiteId,
  newTeamId,
  newTrashId,
  newVisitId,
} from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'

const page = { limit: 1000 }
const deletedAt = '2026-03-10T10:00:00.000Z'
const soon = '2026-04-09T09:59:59Z'
const late = '2026-04-09T10:00:01Z'

/** Two clients; Acme has two sites, the first with a visit that has a file, and two files beside it. */
const world = (secondHash = 'd') => {
  const { teamId, userId, record, ...core } = coreWorld()
  const acme = newClientId()
  const zenith = newClientId()
  const north = newSiteId()
  const south = newSiteId()
  const east = newSiteId()
  const visitId = newVisitId()
  const onVisit = newFileId()
  const first = newFileId()
  const second = newFileId()
  const events: RecordedEvent[] = [
    core.clientAdded('Acme', acme),
    core.clientAdded('Zenith', zenith),
    core.siteAdded(acme, 'North', north),
    core.siteAdded(acme, 'South', south),
    core.siteAdded(zenith, 'East', east),
    core.visitAdded(north, acme, '2026-03-01', visitId),
    core.fileUploaded(north, acme, { fileId: onVisit, visitId, name: 'On visit' }),
    core.fileUploaded(north, acme, { fileId: first, name: 'First', content: { hash: hashOf('c'), size: 1 } }),
    core.fileUploaded(north, acme, { fileId: second, name: 'Second', content: { hash: hashOf(secondHash), size: 1 } }),
    core.thumbnailMade(onVisit),
  ]
  const deletedBy = { at: deletedAt, actor: userId }
  const fileDeleted = (fileId: FileId, trashId: TrashId = newTrashId()): LedgerEvent => ({
    type: 'FileDeleted',
    data: { fileId, teamId, trashId },
  })
  /** The trash after these events too, each applied twice. */
  const after = (projection: Projection, more: readonly LedgerEvent[]) => {
    const recorded = more.map(({ type, data }) => record(`${type}s`, type, data, deletedBy))
    return projected(projection, [...events, ...recorded.flatMap((each) => [each, each])])
  }
  const dbWith = (...more: LedgerEvent[]) => after(facilities, more)
  const expiredWith = (...more: LedgerEvent[]) => after(expiredTrash, more)
  const ids = { acme, zenith, north, south, east, visitId, onVisit, first, second }
  const clientDeleted = (trashId = newTrashId()) =>
    ({ type: 'ClientDeleted', data: { clientId: acme, teamId, trashId } }) as const
  const siteDeleted = (trashId = newTrashId()) =>
    ({ type: 'SiteDeleted', data: { siteId: north, teamId, trashId } }) as const
  const visitDeleted = (trashId = newTrashId()) =>
    ({ type: 'VisitDeleted', data: { visitId, teamId, trashId } }) as const
  const seen = (db: ReturnType<typeof dbWith>, scope: Scope = wholeTeam(teamId), now = soon) =>
    trashQueries(db).list({ scope, resources, now: new Date(now) }, page).rows
  return {
    ...ids,
    teamId,
    userId,
    record,
    dbWith,
    expiredWith,
    seen,
    fileDeleted,
    clientDeleted,
    siteDeleted,
    visitDeleted,
  }
}

describe('the trash', () => {
  test('lists deleted records with their descendants, the user and the expiry', () => {
    const { dbWith, seen, clientDeleted, acme, userId } = world()

    expect(seen(dbWith(clientDeleted()))).toMatchObject([
      {
        resource: 'clients',
        record_id: acme,
        name: 'Acme',
        contents: { clients: 1, sites: 2, visits: 1, files: 3 },
        deleted_at: deletedAt,
        deleted_by: userId,
        expires_at: '2026-04-09T10:00:00.000Z',
      },
    ])
  })

  test('has one entry for files deleted by one command, until the last of them is restored', () => {
    const { dbWith, seen, fileDeleted, first, second, teamId } = world()
    const trashId = newTrashId()
    const both = [fileDeleted(first, trashId), fileDeleted(second, trashId)]
    const restored = (fileId: FileId) => ({ type: 'FileRestored', data: { fileId, teamId, trashId } }) as const

    expect(seen(dbWith(...both))).toMatchObject([{ id: trashId, record_id: null, contents: { files: 2 } }])
    expect(seen(dbWith(...both, restored(first)))).toHaveLength(1)
    expect(seen(dbWith(...both, restored(first), restored(second)))).toEqual([])
  })

  test('is visible for 30 days to members of the team who may delete that resource (D-10)', () => {
    const { dbWith, seen, clientDeleted, teamId } = world()
    const db = dbWith(clientDeleted())
    const asked = { scope: wholeTeam(teamId), now: new Date(soon) }

    expect(seen(db)).toHaveLength(1)
    expect(seen(db, wholeTeam(teamId), late)).toEqual([])
    expect(seen(db, wholeTeam(newTeamId()))).toEqual([])
    expect(trashQueries(db).list({ ...asked, resources: ['files', 'sites'] }, page).rows).toEqual([])
  })

  test('is visible within a scope; of files deleted by one command all or none (D-57)', () => {
    const {
      dbWith,
      seen,
      fileDeleted,
      siteDeleted,
      first,
      onVisit,
      teamId,
      acme,
      zenith,
      north,
      south,
      east,
      visitId,
    } = world()
    const together = newTrashId()
    const moved = { type: 'VisitMoved', data: { visitId, teamId, siteId: south, clientId: acme } } as const
    const db = dbWith(fileDeleted(first, together), fileDeleted(onVisit, together), moved)
    const scoped = (clientId: typeof acme, siteIds: Scope['siteIds'] = null) =>
      seen(db, { teamId, clientId, siteIds }).length

    expect([scoped(acme), scoped(zenith)]).toEqual([1, 0])
    expect([scoped(acme, [north]), scoped(acme, [north, south]), scoped(acme, [east])]).toEqual([0, 1, 0])
    expect(seen(dbWith(siteDeleted()), { teamId, clientId: acme, siteIds: [north] })).toHaveLength(1)
    expect(seen(dbWith(siteDeleted()), { teamId, clientId: zenith, siteIds: null })).toEqual([])
  })

  test('loses a purged client with its descendants, those with an entry of their own too', () => {
    const { dbWith, expiredWith, seen, fileDeleted, clientDeleted, first, acme, east, teamId } = world()
    const gone = { type: 'ClientPurged', data: { clientId: acme, teamId, trashId: newTrashId() } } as const
    const events = [fileDeleted(first), clientDeleted(), gone]
    const db = dbWith(...events)
    const expired = expiredWith(...events)

    expect(seen(db)).toEqual([])
    expect(db.all('SELECT trash_id FROM entries')).toEqual([])
    expect(expired.all('SELECT id FROM records')).toEqual([{ id: east }])
    expect(expired.all('SELECT trash_id FROM entries')).toEqual([])
    expect(expired.all('SELECT hash FROM contents')).toEqual([])
  })
})

describe('expired trash', () => {
  test('has the expired entries, with the content that nothing else uses', () => {
    const { expiredWith, fileDeleted, siteDeleted, first, second } = world()
    const trashId = newTrashId()
    const expired = expiredQueries(
      expiredWith(fileDeleted(first, trashId), fileDeleted(second, trashId), siteDeleted()),
    )

    expect(expired.before(soon)).toEqual([])
    const due = Object.fromEntries(
      expired.before(late).map((entry) => [entry.resource, expired.contents(entry).sort()]),
    )
    expect(due).toEqual({
      files: [hashOf('c'), hashOf('d')],
      sites: [hashOf('a'), hashOf('b'), hashOf('c'), hashOf('d')],
    })
    expect(expired.records(trashId).map(({ id }) => id)).toEqual([first, second].sort())
  })

  test('excludes content that another file uses', () => {
    const { expiredWith, fileDeleted, first, second, acme, north, teamId, userId } = world('c')
    const contentsAfter = (...events: LedgerEvent[]) => {
      const expired = expiredQueries(expiredWith(...events))
      return expired.before(late).map((entry) => expired.contents(entry))
    }
    const together = newTrashId()
    /** An upload of which nothing but the beginning is recorded. */
    const begunWith = (hash: ContentHash): LedgerEvent => {
      const type = 'application/pdf'
      const details = detailsOf.file({ name: 'Third', completed_at: '2026-03-01' })
      const about = { localFileName: 'c.pdf', type, mimeType: type, content: { hash, size: 1 } } as const
      const ancestry = { clientId: acme, siteId: north, visitId: null }
      const files = [{ fileId: newFileId(), teamId, ...details, ...about, ...ancestry, uploadedBy: userId }]
      return { type: 'FilesUploadBegun', data: { bulkId: newBulkId(), teamId, files, categoryIds: [] } }
    }

    expect(contentsAfter(fileDeleted(first))).toEqual([[]])
    expect(contentsAfter(fileDeleted(first), fileDeleted(second), begunWith(hashOf('c')))).toEqual([[], []])
    expect(contentsAfter(fileDeleted(first, together), fileDeleted(second, together))).toEqual([[hashOf('c')]])
  })
})
