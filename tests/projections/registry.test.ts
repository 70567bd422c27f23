import { describe, expect, test } from 'vitest'
import { openBuilder } from '#projections/engine/builder.ts'
import { openForReading, positionOf, type ReadDb } from '#projections/engine/read-db.ts'
import { projections } from '#projections/registry.ts'
import { expiredTrash } from '#projections/sweeps/expired-trash/expired-trash.ts'
import { everything } from '#tests/support/core-world.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { contentsOf, projected } from '#tests/support/read-models.ts'
import { oneOfEachEvent } from '#tests/support/sample-events.ts'

const schemaOf = (db: ReadDb) => db.all('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name')

/** Those of the API, and the workers' own that is made of the same events. */
const all = [...projections, expiredTrash]

const histories = all.flatMap((each) => [
  [each.name, 'of a small world', each, everything().events] as const,
  [each.name, 'of every type', each, oneOfEachEvent()] as const,
])

describe('every read model', () => {
  test('has a unique name that is a valid file name', () => {
    const names = all.map(({ name }) => name)

    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[a-z][a-z-]*$/)
  })

  test.each(histories)('%s holds the same when each event is applied twice, %s', (_name, _of, each, events) => {
    const twice = events.flatMap((event) => [event, event])

    expect(contentsOf(projected(each, twice))).toEqual(contentsOf(projected(each, events)))
  })

  test.each(histories)(
    '%s is built from events %s with the same tables, indices and rows as the live one',
    (_name, _of, each, events) => {
      const folder = temporaryFolder()

      const builder = openBuilder(folder, each)
      for (const event of events) builder.advance(event, event)
      builder.finish()

      const built = openForReading(folder, each)
      const live = projected(each, events)
      expect(schemaOf(built)).toEqual(schemaOf(live))
      expect(contentsOf(built)).toEqual(contentsOf(live))
      expect(positionOf(built)).toBe(events.at(-1)?.position)
      built.close()
    },
  )
})
