import type { ReadDb } from '#projections/engine/read-db.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import { type ComparedResource, comparedResources, type Difference } from '#schemas/resources/differences.ts'
import { conditionsOf, type HistoryReader } from './conditions.ts'

/** Positions of the log, the first one excluded, with the records that have an event there, by resource. */
export type Stretch = { from: string; upTo: string; ids: Partial<Record<ComparedResource, string[]>> }

/** A difference before it is known which entries tell about it. */
export type Told = Omit<Difference, 'entries' | 'last'>

type Period = { teamId: TeamId; from: string; upTo: string; actor?: UserId | undefined }

const sortable = (position: string): string => position.padStart(20, '0')

/** `namesOf` answers what people are called. */
export const changeQueries = (db: ReadDb, namesOf: (ids: readonly string[]) => (id: string) => string) => {
  /** The stretches of a period in which a person alone changed the team; without one the whole period is one. */
  const stretchesOf = ({ teamId, from, upTo, actor }: Period): Stretch[] => {
    const isTheirs = actor === undefined ? 'TRUE' : 'e.actor IS ?'
    const theirs = actor === undefined ? [] : [actor]
    // An entry from before the period may have events in it.
    const changed = `SELECT p.resource, p.id, p.position, ${isTheirs} AS theirs,
        sum(NOT ${isTheirs}) OVER (ORDER BY p.position) AS stretch
      FROM entries e CROSS JOIN parts p ON p.entry = e.position
      WHERE e.team_id = ? AND e.position <= ? AND p.position > ? AND p.position <= ?
        AND p.resource IN (SELECT value FROM json_each(?))`
    const byResource = `SELECT stretch, resource, min(position) AS first, max(position) AS last,
        json_group_array(DISTINCT id) AS ids
      FROM (${changed}) WHERE theirs GROUP BY stretch, resource`
    const found = db.all<{ first: string; last: string; ids: string }>(
      `SELECT min(first) AS first, max(last) AS last, json_group_object(resource, json(ids)) AS ids
       FROM (${byResource}) GROUP BY stretch ORDER BY stretch`,
      ...theirs,
      ...theirs,
      teamId,
      sortable(upTo),
      sortable(from),
      sortable(upTo),
      JSON.stringify(comparedResources),
    )
    return found.map(({ first, last, ids }) => ({
      ...(actor === undefined ? { from, upTo } : { from: String(BigInt(first) - 1n), upTo: last }),
      ids: JSON.parse(ids),
    }))
  }

  return {
    /** The records of a team that changed in a period, by a person alone if one is named; and what its members are called. */
    changedRecords: (period: Period): { stretches: Stretch[]; memberNames: ReadonlyMap<string, string> } => {
      const stretches = stretchesOf(period)
      const members = [...new Set(stretches.flatMap(({ ids }) => ids.members ?? []))]
      const nameOf = namesOf(members)
      return { stretches, memberNames: new Map(members.map((id) => [id, nameOf(id)])) }
    },
    /** What is told, with the entries of the period about it that a reader may see. */
    withEntries: (reader: HistoryReader, { from, ...period }: Period, told: readonly Told[]): Difference[] => {
      const seen = conditionsOf(reader, period)
      const about = told.map(({ resource, id }) =>
        db.one<{ entries: number; last: string | null; at: string; actor: UserId | null }>(
          `SELECT count(DISTINCT p.entry) AS entries, max(p.entry) AS last, e.at, e.actor
           FROM parts p CROSS JOIN entries e ON e.position = p.entry
           WHERE p.resource = ? AND p.id = ? AND p.position > ? AND p.position <= ? AND ${seen.where}`,
          resource,
          id,
          sortable(from),
          sortable(period.upTo),
          ...seen.values,
        ),
      )
      const nameOf = namesOf([...new Set(about.flatMap((found) => found?.actor ?? []))])
      return told.map((each, n) => {
        const { entries = 0, last = null, at = '', actor = null } = about[n] ?? {}
        const who = actor && { id: actor, name: nameOf(actor) }
        return { ...each, entries, last: last === null ? null : { position: String(BigInt(last)), at, actor: who } }
      })
    },
  }
}
