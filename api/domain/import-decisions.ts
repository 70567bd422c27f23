import type { ImportKind } from '#schemas/events/import.ts'
import { ClientId } from '#schemas/ids.ts'
import { importKey } from '#schemas/import-key.ts'
import { ClientRow, parseRow, type RowErrors, SiteRow } from '#schemas/import-rows.ts'
import { type Known, type Lookup, matchRow, type Seen } from './import-matching.ts'

/** The client of a site: one that is there, or one that the import makes, by its `importKey`. */
export type ClientRef = { id: ClientId } | { key: string; name: string }

/** What is to become of a client or site; undefined stays as it is. */
export type Order = { name: string; postcode?: string | null; externalId?: string; client?: ClientRef }

/** What is decided about a row. `id` is null for a record that is still to be made. */
export type Decision = { row: number; externalId: string | null } & (
  | { verdict: 'refused'; errors: RowErrors }
  | { verdict: 'unchanged'; id: string }
  | { verdict: 'created'; id: null; order: Order }
  | { verdict: 'updated'; id: string; order: Order }
)

type Wishes = { createClients: boolean }

const hasChanged = (present: Known, { name, postcode, externalId, client }: Order): boolean =>
  present.name !== name ||
  (postcode !== undefined && present.postcode !== postcode) ||
  (externalId !== undefined && present.externalId !== externalId) ||
  (client !== undefined && !('id' in client && client.id === present.clientId))

const decided = (row: number, externalId: string | null, match: Known | undefined, order: Order): Decision => {
  if (!match) return { row, externalId, verdict: 'created', id: null, order }
  const { id } = match
  return hasChanged(match, order)
    ? { row, externalId, verdict: 'updated', id, order }
    : { row, externalId, verdict: 'unchanged', id }
}

const refused = (row: number, externalId: string | null, errors: RowErrors): Decision => ({
  row,
  externalId,
  verdict: 'refused',
  errors,
})

/** As far as a row that is refused tells it. */
const externalIdIn = (cells: Readonly<Record<string, unknown>>): string | null =>
  cells.external_id === undefined || cells.external_id === null ? null : String(cells.external_id).slice(0, 255) || null

const withExternalId = (externalId: string | null) => (externalId === null ? {} : { externalId })

const decideClient = (row: number, { external_id, name }: ClientRow, lookup: Lookup, seen: Seen): Decision => {
  const named = { kind: 'clients', row, externalId: external_id, name, place: '', clientId: null } as const
  const found = matchRow(named, lookup, seen)
  if ('errors' in found) return refused(row, external_id, found.errors)
  return decided(row, external_id, found.match, { name, ...withExternalId(external_id) })
}

const unknownClient = { errors: { client: ['The selected client is invalid.'] } }

/** The client that a row names, undefined where it names none. */
const clientOf = (
  { client, client_id }: SiteRow,
  lookup: Lookup,
  { createClients }: Wishes,
): { ref: ClientRef | undefined } | { errors: RowErrors } => {
  const idOf = ({ id }: Known) => ({ ref: { id: ClientId.parse(id) } })
  if (client_id !== null) {
    const known = lookup.record('clients', client_id.toLowerCase())
    return known ? idOf(known) : { errors: { client_id: unknownClient.errors.client } }
  }
  if (client === null) return { ref: undefined }
  const exact = lookup.record('clients', client.toLowerCase()) ?? lookup.byExternalId('clients', client)
  if (exact) return idOf(exact)
  const key = importKey(client)
  const [known, another] = lookup.byName('clients', key, null)
  if (another) return { errors: { client: ['Several clients have this name.'] } }
  if (known) return idOf(known)
  return createClients ? { ref: { key, name: client } } : unknownClient
}

/** Without a client of its own a row is about the site with its external id, wherever that is. */
const clientOfPresent = (externalId: string | null, lookup: Lookup): ClientRef | undefined => {
  const present = externalId === null ? undefined : lookup.byExternalId('sites', externalId)
  return present?.clientId ? { id: present.clientId } : undefined
}

const decideSite = (row: number, cells: SiteRow, lookup: Lookup, seen: Seen, wishes: Wishes): Decision => {
  const { external_id: externalId, name, postcode } = cells
  const client = clientOf(cells, lookup, wishes)
  if ('errors' in client) return refused(row, externalId, client.errors)
  const ref = client.ref ?? clientOfPresent(externalId, lookup)
  if (!ref) return refused(row, externalId, { client: ['The client field is required.'] })
  const place = 'id' in ref ? ref.id : `new ${ref.key}`
  const clientId = 'id' in ref ? ref.id : null
  const found = matchRow({ kind: 'sites', row, externalId, name, place, clientId }, lookup, seen)
  if ('errors' in found) return refused(row, externalId, found.errors)
  const order: Order = {
    name,
    client: ref,
    ...withExternalId(externalId),
    ...(postcode === undefined ? {} : { postcode }),
  }
  return decided(row, externalId, found.match, order)
}

/** Decides what is to become of one row, by what the team has and what the rows before it were about. */
export const decideRow = (
  kind: ImportKind,
  row: number,
  cells: Readonly<Record<string, unknown>>,
  lookup: Lookup,
  seen: Seen,
  wishes: Wishes,
): Decision => {
  if (kind === 'clients') {
    const parsed = parseRow(ClientRow, cells)
    if ('errors' in parsed) return refused(row, externalIdIn(cells), parsed.errors)
    return decideClient(row, parsed.row, lookup, seen)
  }
  const parsed = parseRow(SiteRow, cells)
  if ('errors' in parsed) return refused(row, externalIdIn(cells), parsed.errors)
  return decideSite(row, parsed.row, lookup, seen, wishes)
}
