import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { openBuilder } from '#projections/engine/builder.ts'
import { copyReadModel, moveReadModel } from '#projections/engine/moved-file.ts'
import type { Projection } from '#projections/engine/projection.ts'
import { openForReading } from '#projections/engine/read-db.ts'
import { fileOf } from '#projections/engine/read-file.ts'
import { encodeCursor } from '#projections/engine/select-page.ts'
import { forever } from '#projections/engine/states.ts'
import { projections } from '#projections/registry.ts'
import { searchQueries } from '#projections/search/queries.ts'
import { search } from '#projections/search/search.ts'
import type { EventNamed, RecordedEvent } from '#schemas/events/registry.ts'
import { wholeTeam } from '#schemas/rights/scope.ts'
import { everything } from '#tests/support/core-world.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { oneOfEachEvent } from '#tests/support/sample-events.ts'
import { readModels } from '#workers/read-models.ts'

const all = [...projections, ...readModels]

/** The same events at other positions, some of which are those of others here: `at` says where the nth is. */
const movedTo = (events: readonly RecordedEvent[], at: (n: number) => number): RecordedEvent[] =>
  events.map((event, n) => ({ ...event, position: String(at(n)) }))

const placesOf = (here: readonly RecordedEvent[], there: readonly RecordedEvent[]) => {
  const byPosition = new Map(here.map(({ position }, n) => [position, there[n] as RecordedEvent]))
  return {
    placeOf: async ({ position }: { position: string }) => byPosition.get(position),
    positionOf: (position: number) => {
      const event = byPosition.get(String(position))
      if (!event) throw new Error(`there is no event at ${position}`)
      return Number(event.position)
    },
  }
}

/** The file of a read model that was built from these events. */
const built = (projection: Projection, events: readonly RecordedEvent[]): string => {
  const folder = temporaryFolder()
  const builder = openBuilder(folder, projection)
  for (const event of events) builder.advance(event, event)
  builder.finish()
  return fileOf(folder, projection)
}

/** All rows of all tables, those of full-text indices and of the file's own place among them. */
const rowsOf = (file: string): Record<string, unknown[]> => {
  const db = new DatabaseSync(file, { readOnly: true })
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
  const rows = tables.map(({ name }) => [name, db.prepare(`SELECT * FROM "${name}"`).all()])
  db.close()
  return Object.fromEntries(rows)
}

const cases = [
  ['later', 'of a small world', everything().events, (n: number) => (n + 2) * 7],
  ['earlier', 'of every type', oneOfEachEvent(), (n: number) => n + 1],
] as const

describe('[D-112] a read model that is carried over with the log', () => {
  test.each(cases)('to %s positions has each row of one built there, %s', async (_where, _of, events, at) => {
    const here = movedTo(events, (n) => (n + 1) * 7)
    const there = movedTo(events, at)
    for (const projection of all) {
      const file = join(temporaryFolder(), 'copy.sqlite')
      await copyReadModel(built(projection, here), file)

      expect(await moveReadModel(file, placesOf(here, there))).toBe(true)

      expect(rowsOf(file), projection.name).toEqual(rowsOf(built(projection, there)))
    }
  })

  test('goes on with a search from the places of there', async () => {
    const { events, teamId } = everything()
    const here = movedTo(events, (n) => n + 1)
    const there = movedTo(events, (n) => n + 100)
    const file = built(search, here)
    await moveReadModel(file, placesOf(here, there))
    const { find } = searchQueries(openForReading(dirname(file), search))
    const after = (cursor?: string) => find(wholeTeam(teamId), 'files', 'fire', { limit: 1, ...(cursor && { cursor }) })
    const uploads = there.filter(({ type }) => type === 'FileUploaded').toReversed()
    const places = uploads.map(({ position, data }) =>
      encodeCursor([`1${position.padStart(20, '0')}`, (data as EventNamed<'FileUploaded'>['data']).fileId]),
    )

    expect([undefined, ...places].map((cursor) => after(cursor)?.next)).toEqual([...places.slice(0, 2), null, null])
  })

  test('has positions in columns that are called so, whatever their table, and nowhere else', () => {
    const events = movedTo(oneOfEachEvent(), (n) => 987_654_321_000 + n)
    const isPosition = (value: unknown) => /^0*987654321\d{3}$/.test(String(value))
    const cells = all.flatMap((projection) =>
      Object.entries(rowsOf(built(projection, events))).flatMap(([table, rows]) =>
        (rows as object[]).flatMap((row) =>
          Object.entries(row).map(([name, value]) => ({ at: `${projection.name}: ${table}.${name}`, name, value })),
        ),
      ),
    )
    const isCalledSo = ({ name }: { name: string }) => ['position', 'entry', 'stood_from', 'stood_until'].includes(name)

    const holding = cells.filter(({ value }) => isPosition(value))
    expect(new Set(holding.map(({ at }) => at)).size).toBeGreaterThan(10)
    expect(holding.filter((cell) => !isCalledSo(cell))).toEqual([])
    expect(cells.filter(isCalledSo).filter(({ value }) => value !== forever && !isPosition(value))).toEqual([])
  })

  test('stays as it is where its place, or that of a row, is none of the log', async () => {
    const events = movedTo(everything().events, (n) => n + 1)
    const [history] = projections.filter(({ name }) => name === 'history') as [Projection]
    const file = built(history, events)
    const { placeOf, positionOf } = placesOf(
      events,
      movedTo(events, (n) => n + 100),
    )

    expect(await moveReadModel(file, { placeOf: async () => undefined, positionOf })).toBe(false)
    expect(rowsOf(file)).toEqual(rowsOf(built(history, events)))
    const withoutFirst = placesOf(events.slice(-1), events.slice(-1))
    await expect(moveReadModel(file, { placeOf, positionOf: withoutFirst.positionOf })).rejects.toThrow('no event at')
  })
})
