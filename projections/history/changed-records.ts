import type { ReadDb } from '#projections/engine/read-db.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import { type ComparedResource, comparedResources, type Difference } from '#schemas/resources/differences.ts'
import type { HistoryChange } from '#schemas/resources/history.ts'
import { conditionsOf, type HistoryReader } from './conditions.ts'
import { type Compared, netChange } from './net-changes.ts'

/** Positions of the log, the first one excluded, with the records that have an event there, by resource. */
export type Stretch = { from: string; upTo: string; ids: Partial<Record<ComparedResource, string[]>> }

/** A difference before it is known which entries tell about it. */
export type Told = Omit<Difference, 'entries' | 'last'>

type Period = { teamId: TeamId; from: string; upTo: string; actor?: UserId | undefined }

type Row = { resource: ComparedResource; id: string; position: string; at: string; actor: UserId | null } & {
  entry: string
  seen: 0 | 1
}

type Part = { position: string; type: string; changes: readonly HistoryChange[] }

const sortable = (position: string): string => position.padStart(20, '0')

/**
 * The stretches of a period in which a person alone changed the team, in their order; without one the whole period is one.
 */
const stretchesOf = (rows: readonly Row[], { from, upTo, actor }: Period): Stretch[] => {
  const stretches: Stretch[] = []
  let open: Stretch | undefined
  for (const { resource, id, position, actor: who } of rows) {
    if (actor !== undefined && who !== actor) {
      open = undefined
      continue
    }
    if (!open) {
      open = { from: actor === undefined ? from : String(BigInt(position) - 1n), upTo, ids: {} }
      stretches.push(open)
    }
    if (actor !== undefined) open.upTo = position
    const ids = open.ids[resource] ?? []
    open.ids[resource] = ids
    ids.push(id)
  }
  return stretches
}

/** What a member's parts up to a position have given them, by field; undefined while they were not in the team. */
const memberAt = (parts: readonly Part[], position: string): ReadonlyMap<string, string | null> | undefined => {
  let values: Map<string, string | null> | undefined
  for (const part of parts) {
    if (part.position > sortable(position)) break
    const hasLeft = part.changes.length === 0 && part.type !== 'MemberChanged'
    const hasJoined = part.changes.some(({ field, from }) => field === 'role' && from === null)
    if (hasLeft) values = undefined
    else
      values = new Map([
        ...(hasJoined ? [] : (values ?? [])),
        ...part.changes.map(({ field, to }) => [field, to] as const),
      ])
  }
  return values
}

const comparedMember = (name: string, parts: readonly Part[], { from, upTo }: Stretch): Compared => {
  const was = memberAt(parts, from)
  const is = memberAt(parts, upTo)
  const changes = [...new Set([...(was ?? new Map()).keys(), ...(is ?? new Map()).keys()])].flatMap((field) => {
    const change = { field, from: was?.get(field) ?? null, to: is?.get(field) ?? null }
    return change.from === change.to ? [] : [change]
  })
  return { name, was: was !== undefined, is: is !== undefined, changes }
}

/** `namesOf` answers what people are called. */
export const changedRecords = (db: ReadDb, namesOf: (ids: readonly string[]) => (id: string) => string) => {
  const partsOf = (teamId: TeamId, id: string): Part[] =>
    db
      .all<Omit<Part, 'changes'> & { changes: string }>(
        `SELECT p.position, e.type, p.changes FROM parts p JOIN entries e ON e.position = p.entry
         WHERE p.resource = 'members' AND p.id = ? AND e.team_id = ? ORDER BY p.position`,
        id,
        teamId,
      )
      .map((part) => ({ ...part, changes: JSON.parse(part.changes) }))

  /**
   * The records of a team with events in a period, of a person alone if one is named; and the members among them, who
   * differ. `about` names by resource and id the entries about a record that the reader may see.
   */
  return (reader: HistoryReader, period: Period) => {
    const { teamId, from, upTo, actor } = period
    const seen = conditionsOf(reader, {})
    // An entry from before the period may have events in it.
    const rows = db.all<Row>(
      `SELECT p.resource, p.id, p.position, p.entry, e.at, e.actor, (${seen.where}) AS seen
       FROM entries e CROSS JOIN parts p ON p.entry = e.position
       WHERE e.team_id = ? AND e.position <= ? AND p.position > ? AND p.position <= ?
         AND p.resource IN (SELECT value FROM json_each(?)) ORDER BY p.position`,
      ...seen.values,
      teamId,
      sortable(upTo),
      sortable(from),
      sortable(upTo),
      JSON.stringify(comparedResources),
    )
    const theirs = rows.filter((row) => row.seen && (actor === undefined || row.actor === actor))
    const stretches = stretchesOf(rows, period)
    const memberIds = [...new Set(stretches.flatMap(({ ids }) => ids.members ?? []))]
    const nameOf = namesOf([...memberIds, ...new Set(theirs.flatMap((row) => row.actor ?? []))])
    const about = new Map<string, { ids: Set<string>; last: Row }>()
    for (const row of theirs) {
      const known = about.get(`${row.resource} ${row.id}`) ?? { ids: new Set(), last: row }
      known.ids.add(row.entry)
      if (row.entry > known.last.entry) known.last = row
      about.set(`${row.resource} ${row.id}`, known)
    }
    const members = memberIds.flatMap((id): Told[] => {
      const parts = partsOf(teamId, id)
      const ofMember = stretches.filter(({ ids }) => ids.members?.includes(id))
      const net = netChange(ofMember.map((stretch) => comparedMember(nameOf(id), parts, stretch)))
      return net ? [{ resource: 'members', id, ...net }] : []
    })
    const lastOf = ({ entry, at, actor: who }: Row): Difference['last'] => ({
      position: String(BigInt(entry)),
      at,
      actor: who && { id: who, name: nameOf(who) },
    })
    return {
      stretches,
      members,
      about: new Map([...about].map(([key, { ids, last }]) => [key, { entries: ids.size, last: lastOf(last) }])),
    }
  }
}
