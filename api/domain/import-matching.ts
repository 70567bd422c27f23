import type { ImportKind } from '#schemas/events/import.ts'
import type { ClientId } from '#schemas/ids.ts'
import { importKey } from '#schemas/import-key.ts'
import type { RowErrors } from '#schemas/import-rows.ts'

/** A live client or site of the team; `clientId` is null for clients. */
export type Known = {
  id: string
  name: string
  postcode: string | null
  clientId: ClientId | null
  externalId: string | null
}

/** What the team has. `byName` takes an `importKey`, and the client of a site. */
export type Lookup = {
  record: (kind: ImportKind, id: string) => Known | undefined
  byExternalId: (kind: ImportKind, externalId: string) => Known | undefined
  byName: (kind: ImportKind, key: string, clientId: string | null) => readonly Known[]
}

/** What earlier rows of the same file were about: the number of the row by a text that tells it apart. */
export type Seen = { rowOf: (key: string) => number | undefined; mark: (key: string, row: number) => void }

/** What a row names: `place` is the client of a site, known or still to be made, and '' for clients. */
export type Named = {
  kind: ImportKind
  row: number
  externalId: string | null
  name: string
  place: string
  clientId: ClientId | null
}

const nouns: Record<ImportKind, string> = { clients: 'client', sites: 'site' }

const sameAs = (field: string, kind: ImportKind, row: number) => ({
  errors: { [field]: [`Row ${row} is about the same ${nouns[kind]}.`] },
})

const taken = (id: string) => `record ${id}`
const external = (id: string) => `external id ${id}`
const called = ({ place, name }: Named) => `name ${place}/${importKey(name)}`
/** A row without an external id speaks for whatever has the name. */
const calledOnly = (named: Named) => `only ${called(named)}`

type Found = { match: Known | undefined } | { errors: RowErrors }

const byExternalId = (named: Named, externalId: string, lookup: Lookup, seen: Seen): Found => {
  const { kind } = named
  const earlier = seen.rowOf(external(externalId))
  if (earlier !== undefined) return sameAs('external_id', kind, earlier)
  const match = lookup.byExternalId(kind, externalId)
  const taker = match && seen.rowOf(taken(match.id))
  return taker === undefined ? { match } : sameAs('external_id', kind, taker)
}

/**
 * By name: a row with an external id takes a record that has none, one without takes what has that name alone. Records
 * that an earlier row is about are left out, so that it does not matter how far a run that broke off had come.
 */
const byName = (named: Named, lookup: Lookup, seen: Seen): Found => {
  const { kind, externalId, clientId, name, place } = named
  const earlier = seen.rowOf(externalId === null ? called(named) : calledOnly(named))
  if (earlier !== undefined) return sameAs('name', kind, earlier)
  if (kind === 'sites' && clientId === null && place !== '') return { match: undefined }
  const free = lookup.byName(kind, importKey(name), clientId).filter(({ id }) => seen.rowOf(taken(id)) === undefined)
  const bare = free.filter((known) => known.externalId === null)
  if (externalId !== null) return { match: bare[0] }
  const [match, another] = bare.length === 1 ? bare : free
  return another ? { errors: { name: [`Several ${kind} have this name.`] } } : { match }
}

/** The record that a row is about, undefined for a new one, or why it cannot be told; marks what the row takes. */
export const matchRow = (named: Named, lookup: Lookup, seen: Seen): Found => {
  const { externalId, row } = named
  const first = externalId === null ? { match: undefined } : byExternalId(named, externalId, lookup, seen)
  const found = 'match' in first && !first.match ? byName(named, lookup, seen) : first
  if ('errors' in found) return found
  if (externalId !== null) seen.mark(external(externalId), row)
  else seen.mark(calledOnly(named), row)
  seen.mark(called(named), row)
  if (found.match) seen.mark(taken(found.match.id), row)
  return found
}
