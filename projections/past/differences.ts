import { sortName } from '#projections/engine/fold.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { scoped } from '#projections/engine/scoped.ts'
import { decodeCursor, encodeCursor, PageCursor } from '#projections/engine/select-page.ts'
import type { Stretch, Told } from '#projections/history/changed-records.ts'
import type { Lookup, Snapshot } from '#projections/history/description.ts'
import { type Compared, netChange } from '#projections/history/net-changes.ts'
import { changesOf } from '#projections/history/noun.ts'
import type { Page, PageQuery } from '#schemas/calls/page.ts'
import {
  type ComparedPlace,
  type ComparedResource,
  comparedResources,
  mostCounted,
} from '#schemas/resources/differences.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import { readings } from './readings.ts'

/** What is asked of the differences, and what members are called, whose names the past does not have. */
export type ComparedWhat = {
  scope: Scope
  stretches: readonly Stretch[]
  memberNames: ReadonlyMap<string, string>
  within?: ComparedPlace | undefined
  resources: readonly ComparedResource[]
}

type Values = Readonly<Record<string, unknown>>

/** A record as it stood; `details` as JSON, and whether it lay where differences are asked of. */
type Stood = { id: string; name: string; placed: 0 | 1; details: string }
type Pair = { before: Stood | undefined; after: Stood | undefined; from: Lookup; to: Lookup }

const nowhere = { teamId: null, clientId: null, siteId: null, visitId: null }
const nulls = (values: object): Values => Object.fromEntries(Object.keys(values).map((key) => [key, null]))

/** The details that differ, or all that it had or has. */
const compare = (fields: object, { before, after, from, to }: Pair): Compared => {
  const old = before ? JSON.parse(before.details) : {}
  const now = after ? JSON.parse(after.details) : {}
  const own = Object.entries({ ...nulls(old.fields ?? {}), ...now.fields })
  // As in answers, a removed field has no values.
  const standing = own.filter(([id]) => !to.record('fields', id)?.attributes.isRemoved)
  const data = { ...nulls(old), ...now, fields: Object.fromEntries(standing) }
  const changes = changesOf(fields, data, to, (key) => old[key], from)
  return { was: before !== undefined, is: after !== undefined, changes }
}

type Key = readonly [string, string]
const keyOf = (resource: ComparedResource, name: string, id: string): Key => [
  `${comparedResources.indexOf(resource)}${sortName(name)}`,
  id,
]
const isBefore = (one: Key, other: Key): boolean => one[0] < other[0] || (one[0] === other[0] && one[1] < other[1])

/** The first rows; one more says that there is another page. */
const pageOf = (
  rows: readonly { key: Key; told: Told }[],
  limit: number,
  counted: { total: number; isAtLeast?: true },
): Page<Told> => {
  const last = rows[limit - 1]
  const next = rows.length > limit && last ? encodeCursor(last.key) : null
  return { ...counted, rows: rows.slice(0, limit).map(({ told }) => told), next }
}

/** Compares the records of a team as they stood at two positions; `setPosition` says of which `db` answers. */
export const differenceQueries = (db: ReadDb, setPosition: (position: string) => void) => {
  const at = <Answer>(position: string, answer: () => Answer): Answer => {
    setPosition(position)
    return answer()
  }

  const lookupAt = (position: string): Lookup => {
    const known = new Map<string, Snapshot | undefined>()
    const find = (resource: string, id: string): Snapshot | undefined => {
      const rule =
        resource === 'fields'
          ? "json_object('kind', kind, 'options', json(options), 'isRemoved', removed_at IS NOT NULL)"
          : "'{}'"
      const found = db.one<{ name: string; rule: string }>(
        `SELECT name, ${rule} AS rule FROM ${resource} WHERE id = ?`,
        id,
      )
      return found && { ...nowhere, name: found.name, attributes: JSON.parse(found.rule) }
    }
    return {
      contents: () => ({}),
      record: (resource, id) => {
        const key = `${resource} ${id}`
        if (!known.has(key))
          known.set(
            key,
            at(position, () => find(resource, id)),
          )
        return known.get(key)
      },
    }
  }

  const read = (
    resource: ComparedResource,
    ids: readonly string[],
    { scope, within }: ComparedWhat,
  ): Map<string, Stood> => {
    const { details, id, name, from, shown, columns } = readings[resource]
    const place = within && columns[within.kind]
    const { where, values } = scoped(scope, columns)
    const rows = db.all<Stood>(
      `SELECT ${id} AS id, ${name} AS name, ${place ?? 'NULL'} IS ? AS placed, json_object(${details}) AS details
       FROM (SELECT value AS wanted FROM json_each(?)) CROSS JOIN ${from} WHERE ${id} = wanted AND ${where} AND ${shown}`,
      within?.id ?? null,
      JSON.stringify(ids),
      ...values,
    )
    return new Map(rows.map((row) => [row.id, row]))
  }

  /** Records without an event of their own that go along with others: files with a visit, links with a record or member. */
  const alongWith = (resource: ComparedResource, ids: Stretch['ids'], { teamId }: Scope): string[] => {
    const found = (where: string, ...values: string[]) =>
      db.all<{ id: string }>(`SELECT id FROM ${resource} WHERE ${where}`, ...values).map(({ id }) => id)
    const { visits = [], members = [] } = ids
    const isIn = 'IN (SELECT value FROM json_each(?))'
    if (resource === 'files' && visits.length > 0)
      return found(`visit_id ${isIn} AND hidden = 0`, JSON.stringify(visits))
    if (resource !== 'shares') return []
    const records = JSON.stringify(Object.values(ids).flat())
    return found(`team_id = ? AND (record_id ${isIn} OR user_id ${isIn})`, teamId, records, JSON.stringify(members))
  }

  /** What differs of each record, stretch by stretch. */
  const pairsOf = (asked: ComparedWhat): Map<string, { resource: ComparedResource; pairs: Pair[] }> => {
    const found = new Map<string, { resource: ComparedResource; pairs: Pair[] }>()
    for (const { from, upTo, ids } of asked.stretches) {
      const sides = { from: lookupAt(from), to: lookupAt(upTo) }
      for (const resource of asked.resources) {
        const along = [from, upTo].flatMap((position) => at(position, () => alongWith(resource, ids, asked.scope)))
        const all = [...new Set([...(ids[resource] ?? []), ...along])]
        if (all.length === 0) continue
        const before = at(from, () => read(resource, all, asked))
        const after = at(upTo, () => read(resource, all, asked))
        for (const id of all) {
          const pair = { before: before.get(id), after: after.get(id), ...sides }
          const isPlaced = pair.before?.placed || pair.after?.placed
          if (!isPlaced || pair.before?.details === pair.after?.details) continue
          const known = found.get(id)
          if (known) known.pairs.push(pair)
          else found.set(id, { resource, pairs: [pair] })
        }
      }
    }
    return found
  }

  return {
    /** One page of what differs, by resource, name and id; they are counted up to ten thousand. Throws BadCursor. */
    differences: (asked: ComparedWhat, { limit, cursor }: PageQuery): Page<Told> => {
      const after = cursor === undefined ? undefined : decodeCursor(PageCursor, cursor)
      const found = [...pairsOf(asked)].map(([id, { resource, pairs }]) => {
        const last = pairs.at(-1)
        const name = asked.memberNames.get(id) ?? (last?.after ?? last?.before)?.name ?? ''
        const tell = (): Told | undefined => {
          const net = netChange(pairs.map((pair) => compare(readings[resource].fields, pair)))
          return net && { resource, id, name, ...net }
        }
        return { key: keyOf(resource, name, id), tell }
      })
      const sorted = found.sort((one, other) => (isBefore(one.key, other.key) ? -1 : 1))
      const rows: { key: Key; told: Told }[] = []
      let total = 0
      for (const { key, tell } of sorted) {
        const isFull = rows.length > limit
        if (isFull && total >= mostCounted) return pageOf(rows, limit, { total, isAtLeast: true })
        const told = tell()
        if (told) total += 1
        if (told && !isFull && (!after || isBefore(after, key))) rows.push({ key, told })
      }
      return pageOf(rows, limit, { total })
    },
  }
}
export type DifferenceQueries = ReturnType<typeof differenceQueries>
