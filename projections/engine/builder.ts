import { DatabaseSync } from 'node:sqlite'
import { describeEvent, type Place, type UnreadableEvent } from '#schemas/event.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { comparePositions } from './position.ts'
import { applyEvent, openSkips, type Projection, type Skip } from './projection.ts'
import { positionTable, type ReadDb, type SqlValue, wrap } from './read-db.ts'
import { fileOf, type ReadFile } from './read-file.ts'

/** A read model's file during a rebuild; `finish` completes it at a place in the log. */
export type BuildingDb = ReadDb & { finish: (place: Place | null) => void }

/** Kibibytes of the page cache, which also limits the memory that sorting an index takes. */
const cacheKibibytes = 16_000

/** An index that does not exist yet; the plan of a statement that looks rows up by it contains `mention`. */
type Deferred = { sql: string; mention: RegExp }

/** Drops the indices of a new file, to be created later. */
const defer = (db: DatabaseSync): Deferred[] => {
  const indices = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL").all()
  return indices.map(({ name, sql }) => {
    db.exec(`DROP INDEX "${name}"`)
    return { sql: String(sql), mention: new RegExp(`INDEX ${name}\\b`) }
  })
}

/** The statements inside the triggers of a database; the rows that they refer to are placeholders. */
const statementsOfTriggers = (db: DatabaseSync): string[] => {
  const triggers = db.prepare("SELECT sql FROM sqlite_schema WHERE type = 'trigger'").all()
  return triggers.flatMap(({ sql }) => {
    const body = /\bBEGIN\b(.*)\bEND\b/s.exec(String(sql))?.[1] ?? ''
    return body
      .replace(/\b(NEW|OLD)\.\w+/g, '?')
      .split(';')
      .filter((statement) => statement.trim() !== '')
  })
}

/**
 * Opens the file of a projection for a rebuild, empty. Nobody reads it before it is finished, and a crash discards it,
 * so it has no journal and one transaction. Its indices are created at the end, in their own order, which is cheaper
 * than row by row; one that a statement looks rows up by is created before it, and one that a trigger does from the
 * start.
 */
export const openForBuilding = (folder: string, projection: ReadFile): BuildingDb => {
  const db = new DatabaseSync(fileOf(folder, projection))
  db.exec(`
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA secure_delete = ON;
    PRAGMA cache_size = -${cacheKibibytes};
    BEGIN;
    ${positionTable}
    ${projection.tables}
  `)
  let deferred = defer(db)
  const planner = new DatabaseSync(':memory:')
  planner.exec(projection.tables)
  const planned = new Set<string>()

  const createIndicesFor = (sql: string): void => {
    if (planned.has(sql)) return
    planned.add(sql)
    const steps = planner.prepare(`EXPLAIN QUERY PLAN ${sql}`).all()
    const isNeeded = ({ mention }: Deferred) => steps.some(({ detail }) => mention.test(String(detail)))
    for (const index of deferred.filter(isNeeded)) db.exec(index.sql)
    deferred = deferred.filter((index) => !isNeeded(index))
  }
  for (const sql of statementsOfTriggers(planner)) createIndicesFor(sql)
  const prepared = wrap(db)
  const close = () => {
    planner.close()
    db.close()
  }
  return {
    ...prepared,
    run: (sql: string, ...values: SqlValue[]) => {
      createIndicesFor(sql)
      return prepared.run(sql, ...values)
    },
    all: <Row>(sql: string, ...values: SqlValue[]) => {
      createIndicesFor(sql)
      return prepared.all<Row>(sql, ...values)
    },
    one: <Row>(sql: string, ...values: SqlValue[]) => {
      createIndicesFor(sql)
      return prepared.one<Row>(sql, ...values)
    },
    close,
    finish: (place) => {
      for (const { sql } of deferred) db.exec(sql)
      if (projection.merge) db.exec(projection.merge)
      const at = [place?.position ?? null, place?.id ?? null]
      db.prepare('INSERT INTO projection (version, position, event_id) VALUES (?, ?, ?)').run(projection.version, ...at)
      db.exec('COMMIT; PRAGMA journal_mode = WAL')
      close()
    },
  }
}

/** Applies events to the file of one projection. */
export type Applier = {
  /** The position of the last applied event. */
  from: () => string | null
  advance: (place: Place, event?: RecordedEvent) => void
  /** Fails if the projection handles the type of an event that cannot be read, unless it is to be skipped. */
  unreadable: (event: UnreadableEvent) => void
  /** Applies an event. Throws what a handler throws. */
  flush: () => void
  close: () => void
}

/**
 * Builds a projection's file from the log. `finish` completes and closes the file; no event can be applied after it.
 */
export const openBuilder = (
  folder: string,
  projection: Projection,
  skips: readonly Skip[] = [],
): Applier & { finish: () => void } => {
  const skipped = openSkips(skips)
  const db = openForBuilding(folder, projection)
  let reached: Place | null = null
  let failed: unknown
  const flush = (): void => {
    if (failed !== undefined) throw failed
  }
  return {
    from: () => reached?.position ?? null,
    // Each event is applied at once: a batch would outlive the young generation of the heap, whose collection is cheap.
    advance: (place, event) => {
      const { position, id } = place
      if (failed !== undefined || comparePositions(position, reached?.position ?? null) <= 0) return
      try {
        if (event) applyEvent(projection, db, event, skipped)
        reached = { position, id }
      } catch (error) {
        failed = error
      }
    },
    unreadable: (event) => {
      if (failed !== undefined || comparePositions(event.position, reached?.position ?? null) <= 0) return
      reached = { position: event.position, id: event.id }
      if (event.type in projection.handlers && !skipped.has(event.id)) {
        failed = new Error(`${describeEvent(event)}: ${event.reason}`)
      }
    },
    flush,
    finish: () => {
      flush()
      db.finish(reached)
    },
    close: db.close,
  }
}
