import type { ReadDb, SqlValue } from '#projections/engine/read-db.ts'
import type { HistoryChange, HistoryResource } from '#schemas/resources/history.ts'
import type { HistoryFilter, HistoryReader } from './conditions.ts'

/** The part of an entry about one record. */
export type Part = { resource: HistoryResource; id: string; name: string; changes: string }

/** Records of one entry whose values are shown: an import may change a hundred thousand. */
const maxParts = 100

/** The parts of an entry that the history of one record shows: its own, and with `below` those of what lay below it. */
const ofFilter = ({ resource, id, below }: HistoryFilter, entry: string): [where: string, values: SqlValue[]] => {
  if (id === undefined || !resource) return ["changes <> '[]'", []]
  if (!below) return ['resource = ? AND id = ?', [resource, id]]
  const inside = 'position IN (SELECT position FROM ancestors WHERE id = ? AND entry = ?)'
  return [`changes <> '[]' AND (${inside} OR resource = ? AND id = ?)`, [id, entry, resource, id]]
}

/** The parts of an entry whose values a reader sees, in their order: no more than a hundred, and none of a hidden noun. */
export const partsOf = (
  db: ReadDb,
  entry: string,
  filter: HistoryFilter,
  { hidden }: Pick<HistoryReader, 'hidden'>,
): Part[] => {
  const [where, values] = ofFilter(filter, entry)
  return db.all<Part>(
    `SELECT resource, id, name, changes FROM parts
     WHERE entry = ? AND ${where} AND resource NOT IN (SELECT value FROM json_each(?)) ORDER BY position LIMIT ? + 0`,
    entry,
    ...values,
    JSON.stringify(hidden),
    maxParts,
  )
}

/** The changes of an entry about a record. Each names its own record where there are several, or where it is another one. */
export const changesOf = (
  parts: readonly Part[],
  entryId: string,
  { id, below }: HistoryFilter,
  nameOf: (id: string) => string,
): HistoryChange[] => {
  const about = below ? entryId : (id ?? entryId)
  const several = new Set(parts.map((part) => `${part.resource} ${part.id}`)).size > 1
  return parts.flatMap((part) =>
    (JSON.parse(part.changes) as HistoryChange[]).map((change) =>
      several || part.id !== about ? { ...change, record: part.name || nameOf(part.id) } : change,
    ),
  )
}
