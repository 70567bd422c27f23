import type { ReadDb, SqlValue } from '#projections/engine/read-db.ts'
import { selectPage } from '#projections/engine/select-page.ts'
import type { Page, PageQuery } from '#schemas/calls/page.ts'
import type { ImportKind, MadeKind, RecordKind } from '#schemas/events/import.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { ClientId, ImportId, TeamId, UserId } from '#schemas/ids.ts'
import type { ColumnChoice } from '#schemas/records/import-columns.ts'
import { pathKey } from '#schemas/text/folded-text.ts'
import { plannedQueries } from './planned-files.ts'

/** A client or site that a row may match; `clientId` is null for clients. */
export type KnownRecord = {
  id: string
  name: string
  postcode: string | null
  clientId: ClientId | null
  external_id: string | null
  /** The values of its own fields, removed ones too. */
  fields: Readonly<Record<string, string>>
}

type Report = Omit<EventNamed<'ImportFinished'>['data'], 'importId' | 'teamId'>
type Undone = Pick<EventNamed<'ImportUndone'>['data'], 'deleted' | 'reverted' | 'kept'>
type Refusal = EventNamed<'ImportRowsRefused'>['data']['refusals'][number]

export type ImportRow = {
  id: ImportId
  kind: ImportKind
  file_name: string | null
  columns: ColumnChoice
  rows: number
  started_at: string
  started_by: UserId | null
  finished_at: string | null
  undone_at: string | null
  /** When somebody has stopped it; null if nobody has, or it has gone on since. */
  stopped_at: string | null
  /** Null until the run has ended. */
  report: Report | null
  undone: Undone | null
}

/**
 * One record that a run created (`before` is null) or changed. `worked`: somebody has since changed it or added
 * something to it.
 */
export type TouchedRow = {
  id: string
  kind: RecordKind
  change: 'created' | 'updated'
  name: string
  before: Omit<KnownRecord, 'id'> | null
  /** The values that its own fields have now. */
  fields: KnownRecord['fields']
  worked: boolean
  /** Revision of its stream, as of this read model. */
  revision: string
}

/** A run as it is stored: objects as JSON. */
type StoredRun = Stored<Omit<ImportRow, 'columns'>, 'report' | 'undone'> & { columns: string | null }

type Stored<Row, Field extends keyof Row> = Omit<Row, Field> & Record<Field, string | null>

const parsed = <Value>(text: string | null) => (text === null ? null : (JSON.parse(text) as Value))

const valuesOf = ({ fields }: { fields: string | null }) => parsed<KnownRecord['fields']>(fields) ?? {}

const runColumns =
  'id, kind, file_name, columns, rows, started_at, started_by, finished_at, undone_at, stopped_at, report, undone'

const runOf = (row: StoredRun): ImportRow => ({
  ...row,
  columns: parsed<ColumnChoice>(row.columns) ?? {},
  report: parsed<Report>(row.report),
  undone: parsed<Undone>(row.undone),
})

const recordColumns = 'r.id, r.name, r.postcode, r.client_id AS clientId, r.external_id, r.fields'

/** The condition for active records of a team, whose client is active too. */
const live = `FROM records r WHERE r.team_id = ? AND r.kind = ? AND r.deleted = 0
  AND (r.client_id IS NULL OR EXISTS (SELECT 1 FROM records c WHERE c.id = r.client_id AND c.deleted = 0))`

const alone = `NOT EXISTS (
  SELECT 1 FROM records s LEFT JOIN touched o ON o.import_id = t.import_id AND o.kind = 'sites' AND o.id = s.id
  WHERE s.client_id = r.id AND s.deleted = 0
    AND (coalesce(o.change, '') <> 'created' OR s.used = 1 OR s.revision > o.revision)
)`

export const importQueries = (db: ReadDb) => {
  const records = (narrower: string, ...values: SqlValue[]) =>
    db
      .all<Stored<KnownRecord, 'fields'>>(
        `SELECT ${recordColumns} ${live} ${narrower} ORDER BY r.id LIMIT 50`,
        ...values,
      )
      .map((row) => ({ ...row, fields: valuesOf(row) }))

  const counts = (importId: ImportId, kind: ImportKind | MadeKind) => {
    const sql = 'SELECT change, count(*) AS n FROM touched WHERE import_id = ? AND kind = ? GROUP BY change'
    const found = db.all<{ change: 'created' | 'updated'; n: number }>(sql, importId, kind)
    const of = (change: string) => found.find((each) => each.change === change)?.n ?? 0
    return { created: of('created'), updated: of('updated') }
  }

  return {
    ...plannedQueries(db),
    list: (teamId: TeamId, page: PageQuery) => {
      const found = selectPage<StoredRun>(
        db,
        {
          select: runColumns,
          from: 'runs',
          where: 'team_id = ?',
          values: [teamId],
          descending: true,
          orderBy: ['started_at', 'id'],
          sortKeyOf: ({ started_at, id }) => [started_at, id],
        },
        page,
      )
      return { ...found, rows: found.rows.map(runOf) }
    },
    one: (teamId: TeamId, id: ImportId): ImportRow | undefined => {
      const row = db.one<StoredRun>(`SELECT ${runColumns} FROM runs WHERE team_id = ? AND id = ?`, teamId, id)
      return row && runOf(row)
    },
    /** When a run was stopped; null if it was not, or has gone on since. */
    stoppedAt: (importId: ImportId): string | null =>
      db.one<Pick<ImportRow, 'stopped_at'>>('SELECT stopped_at FROM runs WHERE id = ?', importId)?.stopped_at ?? null,
    /** Refused rows of a run; only the first ones are stored. */
    refused: (importId: ImportId, page: PageQuery): Page<Refusal> => {
      const found = selectPage<Omit<Refusal, 'errors' | 'cells'> & Record<'errors' | 'cells', string>>(
        db,
        {
          select: 'row, external_id, errors, cells',
          from: 'refused',
          where: 'import_id = ?',
          values: [importId],
          // Row numbers sort as texts of seven digits, which is enough for the largest accepted file.
          orderBy: ["printf('%07d', row)", 'import_id'],
          sortKeyOf: ({ row }) => [String(row).padStart(7, '0'), importId],
        },
        page,
      )
      const rows = found.rows.map(({ row, external_id, errors, cells }): Refusal => {
        return { row, external_id, errors: JSON.parse(errors), cells: JSON.parse(cells) }
      })
      return { ...found, rows }
    },
    record: (teamId: TeamId, kind: RecordKind, id: string) => records('AND r.id = ?', teamId, kind, id)[0],
    byExternalId: (teamId: TeamId, kind: RecordKind, external_id: string) =>
      records('AND r.external_id = ?', teamId, kind, external_id)[0],
    /** Clients of a name as paths write it, or sites of this name and client, or of any; at most 50. */
    byName: (teamId: TeamId, kind: RecordKind, name: string, clientId?: string | null) =>
      clientId === undefined
        ? records('AND r.name_key = ?', teamId, kind, pathKey(name))
        : records('AND r.name_key = ? AND r.client_id IS ?', teamId, kind, pathKey(name), clientId),
    /** The change of a record by a run; undefined if it made none. */
    changeOf: (importId: ImportId, kind: RecordKind | MadeKind, id: string) =>
      db.one<Pick<TouchedRow, 'change'>>(
        'SELECT change FROM touched WHERE import_id = ? AND kind = ? AND id = ?',
        importId,
        kind,
        id,
      )?.change,
    /** The number of records that a run has created and changed so far. */
    counts,
    /** The number of clients that a run of sites or files has created for them so far. */
    clientsFor: (importId: ImportId, kind: ImportKind): number =>
      kind === 'clients' ? 0 : counts(importId, 'clients').created,
    /** What a run of files has made for them so far, besides clients. */
    madeFor: (importId: ImportId, kind: ImportKind) => {
      const of = (made: MadeKind) => (kind === 'files' ? counts(importId, made).created : 0)
      return { sites: of('sites'), visits: of('visits'), categories: of('categories') }
    },
    /** Visits or categories that a run has made. */
    made: (importId: ImportId, kind: MadeKind): string[] =>
      db
        .all<{ id: string }>('SELECT id FROM touched WHERE import_id = ? AND kind = ? ORDER BY id', importId, kind)
        .map(({ id }) => id),
    /** Existing records of a run after a cursor, sites before clients, each ordered by id. */
    touched: (importId: ImportId, kind: RecordKind, after: string, limit: number): TouchedRow[] =>
      db
        .all<Stored<Omit<TouchedRow, 'worked'>, 'before' | 'fields'> & { worked: number }>(
          `SELECT t.id, t.kind, t.change, t.before, r.name, r.fields, CAST(r.revision AS TEXT) AS revision,
             (r.revision > t.revision OR (t.change = 'created' AND (r.used = 1 OR NOT ${alone}))) AS worked
           FROM touched t JOIN records r ON r.id = t.id
           WHERE t.import_id = ? AND t.kind = ? AND t.id > ? AND r.deleted = 0 ORDER BY t.id LIMIT ? + 0`,
          importId,
          kind,
          after,
          limit,
        )
        .map(({ before, worked, ...row }) => ({
          ...row,
          before: parsed<TouchedRow['before']>(before),
          fields: valuesOf(row),
          worked: worked === 1,
        })),
  }
}
export type ImportQueries = ReturnType<typeof importQueries>
