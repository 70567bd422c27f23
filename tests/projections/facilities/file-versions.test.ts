import { describe, expect, test } from 'vitest'
import { facilities } from '#projections/facilities/facilities.ts'
import { fileVersionQueries } from '#projections/facilities/file-versions.ts'
import { fileQueries } from '#projections/facilities/files.ts'
import { wholeTeam } from '#schemas/rights/scope.ts'
import { everything, hashOf } from '#tests/support/core-world.ts'
import { newTrashId } from '#tests/support/new-ids.ts'
import { contentsOf, projected } from '#tests/support/read-models.ts'

/** The file with a thumbnail, whose content was replaced, and then brought back. */
const replaced = () => {
  const world = everything()
  const { drawn: id, fileVersionAdded } = world
  const upload = {
    content: { hash: hashOf('a'), size: 1000 },
    type: 'application/pdf',
    localFileName: 'a.pdf',
  } as const
  const second = fileVersionAdded(id, 2)
  const third = fileVersionAdded(id, 3, { ...upload, mimeType: 'application/pdf', broughtBack: 1 })
  return { ...world, id, second, third, scope: wholeTeam(world.teamId) }
}

describe('the versions of a file in the lists', () => {
  test('show the newest, whose thumbnail is still to be drawn', () => {
    const { events, second, third, id, scope, thumbnailMade } = replaced()
    const file = (...more: typeof events) => fileQueries(projected(facilities, [...events, ...more])).one(scope, id)

    expect(file()).toMatchObject({ version: 1, size: 1000, thumbnail_state: 'ready' })
    const pending = { thumbnail_state: 'pending', thumbnail_hash: null }
    expect(file(second)).toMatchObject({ version: 2, size: 70, mime_type: 'image/png', ...pending })
    expect(file(second, thumbnailMade(id))).toMatchObject(pending)
    expect(file(second, thumbnailMade(id, hashOf('2')))).toMatchObject({ thumbnail_state: 'ready' })
    expect(file(second, third)).toMatchObject({ version: 3, size: 1000, ...pending })
  })

  test('are listed newest first, and a file without others has its upload', () => {
    const { events, second, third, id, undrawn } = replaced()
    const queries = fileVersionQueries(projected(facilities, [...events, second, third]))

    expect(queries.ofFile(id).map(({ version, size, brought_back }) => [version, size, brought_back])).toEqual([
      [3, 1000, 1],
      [2, 70, null],
      [1, 1000, null],
    ])
    expect(queries.ofFile(undrawn).map(({ version, size }) => [version, size])).toEqual([[1, 1000]])
    expect([queries.one(id, 2)?.size, queries.one(undrawn, 1)?.size, queries.one(undrawn, 2)]).toEqual([
      70,
      1000,
      undefined,
    ])
  })

  test('take the place of their content once, with the bytes of each content', () => {
    const { events, second, third, id, teamId } = replaced()
    const db = projected(facilities, [...events, second, third])

    expect(fileQueries(db).held(teamId).bytes).toBe(3000 + 70)
    const twice = projected(facilities, [...events, ...events, second, second, third, second, third])
    expect(contentsOf(twice)).toEqual(contentsOf(db))
    expect(db.one('SELECT revision FROM files WHERE id = ?', id)).toEqual({ revision: String(third.revision) })
  })

  test('go with a file that is purged, by itself or with its client', () => {
    const { events, second, id, clientId, teamId, record } = replaced()
    const trashId = newTrashId()
    const gone = (...more: typeof events) => contentsOf(projected(facilities, [...events, second, ...more]))
    const file = { fileId: id, teamId, trashId }
    const client = { clientId, teamId, trashId }

    expect(gone().file_versions).toHaveLength(2)
    expect(
      gone(record(`file-${id}`, 'FileDeleted', file), record(`file-${id}`, 'FilePurged', file)).file_versions,
    ).toEqual([])
    expect(
      gone(record('client', 'ClientDeleted', client), record('client', 'ClientPurged', client)).file_versions,
    ).toEqual([])
  })
})
