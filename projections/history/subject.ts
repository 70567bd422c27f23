import type { ReadDb } from '#projections/engine/read-db.ts'
import type { TeamId } from '#schemas/ids.ts'
import type { HistoryResource } from '#schemas/resources/history.ts'

/** A record of a team with all that lies or lay in it, as the history has told of it up to a position. */
export type Subject = { teamId: TeamId; resource: HistoryResource; id: string; upTo: string }

/**
 * What an event says about a record, its changes as JSON; `inside` where it is about what lay in the subject at that time,
 * and not only about what took the subject along.
 */
export type SubjectPart = {
  position: string
  entry: string
  resource: HistoryResource
  id: string
  name: string
  changes: string
  inside: 0 | 1
}

const eventsAtOnce = 1000

/** The events about a subject, each with its entry. */
const eventsOf = `(
    SELECT position, entry, 1 AS inside FROM ancestors WHERE id = ?
    UNION ALL SELECT position, entry, 0 FROM parts WHERE resource = ? AND id = ?
  ) of JOIN entries e ON e.position = of.entry
  WHERE e.team_id = ? AND e.resource <> 'reads' AND of.position > ? AND of.position <= ?`
const valuesOf = ({ teamId, resource, id, upTo }: Subject, after: string) => [
  id,
  resource,
  id,
  teamId,
  after.padStart(20, '0'),
  upTo.padStart(20, '0'),
]

export const subjectQueries = (db: ReadDb) => ({
  /** The position of the newest event of a subject; null without any. */
  newestOf: (subject: Subject): string | null =>
    db.one<{ newest: string | null }>(
      `SELECT ltrim(max(of.position), '0') AS newest FROM ${eventsOf}`,
      ...valuesOf(subject, '0'),
    )?.newest ?? null,
  /** All records of the next events of a subject after a position, but for what was opened; none after the last. */
  partsOf: (subject: Subject, after: string): SubjectPart[] =>
    db.all(
      `SELECT ltrim(p.position, '0') AS position, ltrim(p.entry, '0') AS entry, p.resource, p.id, p.name, p.changes, s.inside
       FROM (
         SELECT of.position, max(of.inside) AS inside FROM ${eventsOf}
         GROUP BY of.position ORDER BY of.position LIMIT ${eventsAtOnce}
       ) s CROSS JOIN parts p ON p.position = s.position
       ORDER BY p.position, p.resource, p.id`,
      ...valuesOf(subject, after),
    ),
})
