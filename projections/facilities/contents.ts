import type { ReadDb } from '#projections/engine/read-db.ts'
import type { CategoryId, TeamId } from '#schemas/ids.ts'
import { nouns, onSites, type Resource } from '#schemas/nouns.ts'
import type { TrashEntry } from '#schemas/resources/trash.ts'
import { inCategory } from './file-categories.ts'

/** The records that a deleted client or site takes along: the active ones in it, by noun, of the record with an id. */
const below = (resource: Resource): [Resource, string][] => {
  if (resource === 'sites') {
    return onSites.map((noun) => [noun, `${noun} WHERE site_id = ? AND trash_id IS NULL`])
  }
  if (resource !== 'clients') return []
  const onActive = (noun: Resource): [Resource, string] => [
    noun,
    `${noun} t JOIN sites s ON s.id = t.site_id AND s.trash_id IS NULL WHERE t.client_id = ? AND t.trash_id IS NULL`,
  ]
  return [['sites', 'sites WHERE client_id = ? AND trash_id IS NULL'], ...onSites.map(onActive)]
}

const countIn = (db: ReadDb, from: string, value: string): number =>
  db.one<{ many: number }>(`SELECT count(*) AS many FROM ${from}`, value)?.many ?? 0

/**
 * That a record of a noun, by default under `t`, is in the entry `e` of the trash: deleted itself, or lying in what was.
 */
export const inEntry = (noun: Resource, alias = 't'): string => {
  const own = `${alias}.trash_id = e.trash_id`
  const { parent } = nouns[noun]
  if (parent === null) return own
  const holder = `${alias}_in`
  const held = `SELECT ${holder}.id FROM ${parent} ${holder} WHERE ${inEntry(parent, holder)}`
  return `(${own} OR ${alias}.trash_id IS NULL AND ${alias}.${nouns[parent].one}_id IN (${held}))`
}

/** The numbers of active records that are deleted with a record, by resource; `count` of its own resource. */
export const contentsOf = (db: ReadDb, resource: Resource, id: string, count = 1): TrashEntry['contents'] => {
  const counts = below(resource).map(([noun, from]) => [noun, countIn(db, from, id)] as const)
  return { [resource]: count, ...Object.fromEntries(counts.filter(([, many]) => many > 0)) }
}

/** The records that would be deleted with a record. */
export const contentsQueries = (db: ReadDb) => ({
  contentsOf: (resource: 'clients' | 'sites', id: string): TrashEntry['contents'] => contentsOf(db, resource, id),
  /** The number of active files with the category or one below it. */
  filesOfCategory: (teamId: TeamId, id: CategoryId): number => {
    const { where, values } = inCategory(id)
    return (
      db.one<{ many: number }>(
        `SELECT count(*) AS many FROM files f WHERE f.team_id = ? AND f.hidden = 0 AND ${where}`,
        teamId,
        ...values,
      )?.many ?? 0
    )
  },
})
