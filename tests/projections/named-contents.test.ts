import { describe, expect, test } from 'vitest'
import { facilities } from '#projections/facilities/facilities.ts'
import { fileQueries } from '#projections/facilities/files.ts'
import { expiredQueries, expiredTrash } from '#projections/sweeps/expired-trash/expired-trash.ts'
import { eventTypes, payloadSchemas } from '#schemas/events/registry.ts'
import type { ContentHash } from '#schemas/ids.ts'
import { coreWorld, hashOf } from '#tests/support/core-world.ts'
import { memoryLog } from '#tests/support/memory-log.ts'
import { newClientId, newSiteId, newTrashId, newUserId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'
import { sampleEvent } from '#tests/support/sample-events.ts'

/** The hashes of all contents in a payload, however deep. */
const contentsIn = (value: unknown): ContentHash[] => {
  if (typeof value !== 'object' || value === null) return []
  if ('hash' in value && 'size' in value) return [value.hash as ContentHash]
  return Object.values(value).flatMap(contentsIn)
}

describe('the contents that the log names', () => {
  /** A manifest says which files are to come; each is named by its own upload. */
  const plans = ['ImportRowsPlanned']
  const holding = eventTypes.filter((type) => !plans.includes(type) && contentsIn(sampleEvent(type, 1).data).length > 0)

  test.each(holding)('have those of %s, which nobody removes as unnamed', (type) => {
    const { data } = sampleEvent(type, 1)
    const db = projected(expiredTrash, [memoryLog()('a stream', type, payloadSchemas[type].parse(data))])

    const named = db.all<{ hash: ContentHash }>('SELECT hash FROM contents').map(({ hash }) => hash)

    expect(named).toEqual(expect.arrayContaining(contentsIn(data)))
  })

  test('are those of files that are not in the trash, for who looks whether the store is that of this log', () => {
    const record = memoryLog()
    const { teamId, clientAdded, siteAdded, fileUploaded } = coreWorld(record)
    const clientId = newClientId()
    const siteId = newSiteId()
    const closed = newSiteId()
    const trash = { teamId, by: newUserId(), trashId: newTrashId() }
    const uploaded = ['a', 'b'].map((digit, day) =>
      fileUploaded(siteId, clientId, {
        content: { hash: hashOf(digit), size: 1 },
        at: `2026-03-0${day + 1}T10:00:00.000Z`,
      }),
    )
    const deleted = fileUploaded(siteId, clientId, { content: { hash: hashOf('c'), size: 1 } })
    const events = [
      clientAdded('Acme', clientId),
      siteAdded(clientId, 'North', siteId),
      siteAdded(clientId, 'Closed', closed),
      ...uploaded,
      deleted,
      fileUploaded(closed, clientId, { content: { hash: hashOf('d'), size: 1 } }),
      record('site-closed', 'SiteDeleted', {
        ...sampleEvent('SiteDeleted', 1).data,
        ...trash,
        siteId: closed,
      } as never),
      record('file-deleted', 'FileDeleted', {
        ...sampleEvent('FileDeleted', 1).data,
        ...trash,
        fileId: (deleted.data as { fileId: string }).fileId,
      } as never),
    ]

    const inLists = fileQueries(projected(facilities, events))
    const inTrash = expiredQueries(projected(expiredTrash, events))

    expect(inLists.newestContents(10).map(({ hash }) => hash)).toEqual([hashOf('b'), hashOf('a')])
    expect(inLists.newestContents(1)).toEqual([{ holder: teamId, hash: hashOf('b') }])
    expect(
      inTrash
        .someContents(10)
        .map(({ hash }) => hash)
        .sort(),
    ).toEqual([hashOf('a'), hashOf('b')])
  })
})
