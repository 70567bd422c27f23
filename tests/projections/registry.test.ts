import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openBuilder } from '#projections/builder.ts'
import { openForReading, positionOf, type ReadDb } from '#projections/read-db.ts'
import { projections } from '#projections/registry.ts'
import { everything } from '#tests/support/core-world.ts'
import { contentsOf, projected } from '#tests/support/read-models.ts'

const schemaOf = (db: ReadDb) => db.all('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name')

describe('every read model', () => {
  test('has a name of its own, fit for a file', () => {
    const names = projections.map(({ name }) => name)

    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[a-z][a-z-]*$/)
  })

  test.each(projections.map((each) => [each.name, each] as const))(
    '%s holds the same when each event is applied twice',
    (_, projection) => {
      const { events } = everything()

      const once = contentsOf(projected(projection, events))
      const twice = contentsOf(
        projected(
          projection,
          events.flatMap((event) => [event, event]),
        ),
      )

      expect(twice).toEqual(once)
    },
  )

  test.each(projections.map((each) => [each.name, each] as const))(
    '%s is built beside the live one with the same tables, indices and rows',
    (_, projection) => {
      const { events } = everything()
      const folder = mkdtempSync(join(tmpdir(), 'siteledger-built-'))
      onTestFinished(() => rmSync(folder, { recursive: true }))

      const builder = openBuilder(folder, projection)
      for (const event of events) builder.take(event.position, event)
      builder.finish()

      const [built, live] = [openForReading(folder, projection), projected(projection, events)]
      expect(schemaOf(built)).toEqual(schemaOf(live))
      expect(contentsOf(built)).toEqual(contentsOf(live))
      expect(positionOf(built)).toBe(events.at(-1)?.position)
      built.close()
    },
  )
})
