import type { RecordKind } from '#schemas/events/import.ts'
import type { ClientId } from '#schemas/ids.ts'
import type { OwnValues } from '#schemas/records/field-kinds.ts'
import type { RowErrors } from '#schemas/records/import-rows.ts'
import { importKey } from '#schemas/text/folded-text.ts'

/** An active client or site of the team; `clientId` is null for clients. */
export type Known = {
  id: string
  name: string
  postcode: string | null
  clientId: ClientId | null
  external_id: string | null
  /** The values of its own fields. */
  fields: OwnValues
}

/** Finds the team's records. `byName` takes an `importKey` and, for sites, their client. */
export type Lookup = {
  record: (kind: RecordKind, id: string) => Known | undefined
  byExternalId: (kind: RecordKind, external_id: string) => Known | undefined
  byName: (kind: RecordKind, key: string, clientId: string | null) => readonly Known[]
}

/** The earlier rows of the same file: the row number by a key that identifies what the row is about. */
export type Seen = { rowOf: (key: string) => number | undefined; mark: (key: string, row: number) => void }

/** The identity that a row gives: `own` is the record whose id it has, and `clientKey` names the client of a site, existing or to be created, and '' for clients. */
export type Named = {
  kind: RecordKind
  row: number
  own: Known | undefined
  external_id: string | null
  name: string
  clientKey: string
  clientId: ClientId | null
}

const nouns: Record<RecordKind, string> = { clients: 'client', sites: 'site' }

const sameAs = (field: string, row: number) => ({
  errors: { [field]: [`Duplicate of row ${row}.`] },
})

const recordKey = (id: string) => `record ${id}`
const externalIdKey = (id: string) => `external id ${id}`
const nameKey = ({ clientKey, name }: Named) => `name ${clientKey}/${importKey(name)}`
/** The key of a row without an external id: it is about every record with that name. */
const nameOnlyKey = (named: Named) => `only ${nameKey(named)}`

type Found = { match: Known | undefined } | { errors: RowErrors }

/** Matches by the record's own id; its external id must not be that of another record, or of another row. */
const byOwnId = ({ kind, external_id }: Named, own: Known, lookup: Lookup, seen: Seen): Found => {
  const taker = seen.rowOf(recordKey(own.id))
  if (taker !== undefined) return sameAs('id', taker)
  if (external_id === null) return { match: own }
  const earlier = seen.rowOf(externalIdKey(external_id))
  if (earlier !== undefined) return sameAs('external_id', earlier)
  const holder = lookup.byExternalId(kind, external_id)
  if (!holder || holder.id === own.id) return { match: own }
  return { errors: { external_id: [`Another ${nouns[kind]} has this external id.`] } }
}

const byExternalId = (named: Named, external_id: string, lookup: Lookup, seen: Seen): Found => {
  const { kind } = named
  const earlier = seen.rowOf(externalIdKey(external_id))
  if (earlier !== undefined) return sameAs('external_id', earlier)
  const match = lookup.byExternalId(kind, external_id)
  const taker = match && seen.rowOf(recordKey(match.id))
  return taker === undefined ? { match } : sameAs('external_id', taker)
}

/**
 * Matches by name. A row with an external id matches a record without one. A row without one matches the only record
 * without an external id, or else the only record with that name. Records that an earlier row has matched are left out,
 * so the result does not depend on how far an interrupted run had come.
 */
const byName = (named: Named, lookup: Lookup, seen: Seen): Found => {
  const { kind, external_id, clientId, name, clientKey } = named
  const earlier = seen.rowOf(external_id === null ? nameKey(named) : nameOnlyKey(named))
  if (earlier !== undefined) return sameAs('name', earlier)
  if (kind === 'sites' && clientId === null && clientKey !== '') return { match: undefined }
  const free = lookup
    .byName(kind, importKey(name), clientId)
    .filter(({ id }) => seen.rowOf(recordKey(id)) === undefined)
  const bare = free.filter((known) => known.external_id === null)
  if (external_id !== null) return { match: bare[0] }
  const [match, another] = bare.length === 1 ? bare : free
  return another ? { errors: { name: [`Several ${kind} have this name.`] } } : { match }
}

/** The record that a row is about, undefined for a new one, or the errors if that is ambiguous. */
export const matchRow = (named: Named, lookup: Lookup, seen: Seen): Found => {
  const { own, external_id } = named
  if (own) return byOwnId(named, own, lookup, seen)
  const first = external_id === null ? { match: undefined } : byExternalId(named, external_id, lookup, seen)
  return 'match' in first && !first.match ? byName(named, lookup, seen) : first
}

/** Marks what a row that is not refused is about. */
export const markRow = (named: Named, match: Known | undefined, seen: Seen): void => {
  const { own, external_id, row } = named
  if (external_id !== null) seen.mark(externalIdKey(external_id), row)
  else if (!own) seen.mark(nameOnlyKey(named), row)
  seen.mark(nameKey(named), row)
  if (match) seen.mark(recordKey(match.id), row)
}
