import { valuesReader } from '#schemas/details/field-value.ts'
import type { RecordKind } from '#schemas/events/import.ts'
import { ClientId } from '#schemas/ids.ts'
import { type OwnValues, valueInTable } from '#schemas/records/field-kinds.ts'
import { ClientRow, parseRow, type RowErrors, SiteRow } from '#schemas/records/import-rows.ts'
import { importKey } from '#schemas/text/folded-text.ts'
import type { OwnField } from './field.ts'
import { type Known, type Lookup, markRow, matchRow, type Named, type Seen } from './import-matching.ts'

/** A client that sites name and the team does not have, by its `importKey`. */
export type MissingClient = { key: string; name: string }

/** The client of a site: an existing one, or one that the import creates. */
export type ClientRef = { id: ClientId } | MissingClient

/** The wanted attributes of a client or site; undefined leaves an attribute, or an own field, unchanged. */
export type Order = {
  name: string
  postcode?: string | null
  external_id?: string
  client?: ClientRef
  fields: OwnValues
}

/** The decision about a row. `id` is null for a record that does not exist yet. */
export type Decision = { row: number; external_id: string | null } & (
  | { verdict: 'refused'; errors: RowErrors; missing?: MissingClient }
  | { verdict: 'unchanged'; id: string }
  | { verdict: 'created'; id: null; order: Order }
  | { verdict: 'updated'; id: string; order: Order }
)

/** What is asked of every row. */
export type Wishes = {
  createClients: boolean
  /** Own fields of clients that a client cannot be created without. */
  neededOfClients: readonly string[]
  /** Reads cells of own fields, by their ids, of a row that adds a record or changes the given one. */
  valuesIn: (cells: OwnValues, present: Known | undefined) => { values: OwnValues; errors: RowErrors }
}

/** The wishes about the rows of a kind in a team with these own fields, of all nouns. */
export const wishesFor = (kind: RecordKind, createClients: boolean, fields: readonly OwnField[]): Wishes => {
  const own = fields.filter(({ of }) => of === kind)
  const read = valuesReader(own)
  return {
    createClients,
    neededOfClients: fields.flatMap(({ of, required, name }) => (of === 'clients' && required ? [name] : [])),
    valuesIn: (cells, present) => {
      const sent: Record<string, string | null> = {}
      for (const field of own) {
        const cell = cells[field.id]
        if (cell === undefined || cell === null) continue
        // A record that has no value of a required field may go without one, as before.
        if (cell.trim() !== '') sent[field.id] = valueInTable(field, cell)
        else if (present?.fields[field.id] !== undefined) sent[field.id] = null
      }
      const { values, errors } = read(sent, present === undefined)
      return {
        values,
        errors: Object.fromEntries(Object.entries(errors).map(([id, error]) => [`fields.${id}`, [error]])),
      }
    },
  }
}

const hasChanged = (present: Known, { name, postcode, external_id, client, fields }: Order): boolean =>
  present.name !== name ||
  Object.entries(fields).some(([id, value]) => value !== (present.fields[id] ?? null)) ||
  (postcode !== undefined && present.postcode !== postcode) ||
  (external_id !== undefined && present.external_id !== external_id) ||
  (client !== undefined && !('id' in client && client.id === present.clientId))

type Wanted = Omit<Order, 'name' | 'external_id' | 'fields'>

/** Decides a row by the record that it is about, if there is one. */
const decided = (
  named: Named,
  cells: ClientRow | SiteRow,
  wanted: Wanted,
  { lookup, seen, wishes }: { lookup: Lookup; seen: Seen; wishes: Wishes },
): Decision => {
  const { row, external_id, name } = named
  const found = matchRow(named, lookup, seen)
  if ('errors' in found) return refused(row, external_id, found.errors)
  const { match } = found
  const { values, errors } = wishes.valuesIn(cells.fields, match)
  if (Object.keys(errors).length > 0) return refused(row, external_id, errors)
  markRow(named, match, seen)
  const order: Order = { name, ...wanted, ...(external_id === null ? {} : { external_id }), fields: values }
  if (!match) return { row, external_id, verdict: 'created', id: null, order }
  const { id } = match
  return hasChanged(match, order)
    ? { row, external_id, verdict: 'updated', id, order }
    : { row, external_id, verdict: 'unchanged', id }
}

const refused = (row: number, external_id: string | null, errors: RowErrors, missing?: MissingClient): Decision => ({
  row,
  external_id,
  verdict: 'refused',
  errors,
  ...(missing ? { missing } : {}),
})

/** The external id of a refused row, if it has one, cut to 255 characters. */
const externalIdIn = ({ external_id, id }: Readonly<Record<string, unknown>>): string | null =>
  String([external_id, id].find((each) => each !== undefined && each !== null && each !== '') ?? '').slice(0, 255) ||
  null

/** The record whose own id the row has, if any, and its external id: an id of no record is one of another system. */
const identityOf = (kind: RecordKind, { id, external_id }: ClientRow | SiteRow, lookup: Lookup) => {
  const own = id === null ? undefined : lookup.record(kind, id.toLowerCase())
  return { own, external_id: external_id ?? (own ? null : id) }
}

const decideClient = (row: number, cells: ClientRow, lookup: Lookup, seen: Seen, wishes: Wishes): Decision => {
  const { name } = cells
  const { own, external_id } = identityOf('clients', cells, lookup)
  const named = { kind: 'clients', row, own, external_id, name, clientKey: '', clientId: null } as const
  return decided(named, cells, {}, { lookup, seen, wishes })
}

const unknownClient = { errors: { client: ['The selected client is invalid.'] } }

/** The client that a row names, undefined if it names none. */
const clientOf = (
  { client, client_id }: SiteRow,
  lookup: Lookup,
  { createClients, neededOfClients: [needed] }: Wishes,
): { ref: ClientRef | undefined } | { errors: RowErrors; missing?: MissingClient } => {
  const idOf = ({ id }: Known) => ({ ref: { id: ClientId.parse(id) } })
  if (client_id !== null) {
    const known = lookup.record('clients', client_id.toLowerCase()) ?? lookup.byExternalId('clients', client_id)
    if (known) return idOf(known)
    // In an export from another team the name is what the client is known by here.
    if (client === null) return { errors: { client_id: unknownClient.errors.client } }
  }
  if (client === null) return { ref: undefined }
  const exact = lookup.record('clients', client.toLowerCase()) ?? lookup.byExternalId('clients', client)
  if (exact) return idOf(exact)
  const key = importKey(client)
  const [known, another] = lookup.byName('clients', key, null)
  if (another) return { errors: { client: ['Several clients have this name.'] } }
  if (known) return idOf(known)
  const missing = { key, name: client }
  if (!createClients) return { ...unknownClient, missing }
  if (needed === undefined) return { ref: missing }
  return { errors: { client: [`The client is not there, and a new one needs a value of ${needed}.`] } }
}

/** The client of the site that has the row's id, for a row that names no client. */
const clientOfPresent = (own: Known | undefined, external_id: string | null, lookup: Lookup): ClientRef | undefined => {
  const present = own ?? (external_id === null ? undefined : lookup.byExternalId('sites', external_id))
  return present?.clientId ? { id: present.clientId } : undefined
}

const decideSite = (row: number, cells: SiteRow, lookup: Lookup, seen: Seen, wishes: Wishes): Decision => {
  const { name, postcode } = cells
  const { own, external_id } = identityOf('sites', cells, lookup)
  const client = clientOf(cells, lookup, wishes)
  if ('errors' in client) return refused(row, external_id, client.errors, client.missing)
  const ref = client.ref ?? clientOfPresent(own, external_id, lookup)
  if (!ref) return refused(row, external_id, { client: ['The client field is required.'] })
  const clientKey = 'id' in ref ? ref.id : `new ${ref.key}`
  const clientId = 'id' in ref ? ref.id : null
  const named: Named = { kind: 'sites', row, own, external_id, name, clientKey, clientId }
  const wanted = { client: ref, ...(postcode === undefined ? {} : { postcode }) }
  return decided(named, cells, wanted, { lookup, seen, wishes })
}

/** Decides one row by the team's records and the earlier rows of the file. */
export const decideRow = (
  kind: RecordKind,
  row: number,
  cells: Readonly<Record<string, unknown>>,
  lookup: Lookup,
  seen: Seen,
  wishes: Wishes,
): Decision => {
  if (kind === 'clients') {
    const parsed = parseRow(ClientRow, cells)
    if ('errors' in parsed) return refused(row, externalIdIn(cells), parsed.errors)
    return decideClient(row, parsed.row, lookup, seen, wishes)
  }
  const parsed = parseRow(SiteRow, cells)
  if ('errors' in parsed) return refused(row, externalIdIn(cells), parsed.errors)
  return decideSite(row, parsed.row, lookup, seen, wishes)
}
