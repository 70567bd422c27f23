import { setImmediate as nextTurn } from 'node:timers/promises'
import { presentClient } from '#api/presenters/client.ts'
import { presentFile } from '#api/presenters/file.ts'
import { presentSite } from '#api/presenters/site.ts'
import { presentVisit } from '#api/presenters/visit.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import type { FileRow } from '#projections/facilities/files.ts'
import type { ClientId, SiteId, VisitId } from '#schemas/ids.ts'
import type { PackOrder } from './pack.ts'

/** A subject and what lies in it, as today's answers show it, by name. */
export type PackRecords = Record<string, object>

/** Rows that are read without a pause for requests. */
const rowsAtOnce = 500

/** The rows of a noun in the subject, in the order of their list, which a thread finds. */
const rowsIn = async <Row>(
  { arranged }: ReadModels['records'],
  kind: 'sites' | 'visits' | 'files',
  each: (ids: readonly string[]) => ReadonlyMap<string, Row>,
  { scope, within }: PackOrder,
): Promise<Row[]> => {
  const place = { [`${within.kind}Id`]: within.id }
  const { rows: found } = await arranged.page(kind, scope, place, { limit: 2 ** 31 })
  const rows: Row[] = []
  for (let from = 0; from < found.length; from += rowsAtOnce) {
    const ids = found.slice(from, from + rowsAtOnce).map(({ id }) => id)
    const known = each(ids)
    rows.push(...ids.flatMap((id) => known.get(id) ?? []))
    await nextTurn()
  }
  return rows
}

type Named = { id: string; name: string }
type Stood = { name: string; around: Named[]; shown: PackRecords }

const clientOf = ({ client_id: id, client_name: name }: { client_id: string; client_name: string }): Named => ({
  id,
  name,
})

/**
 * What stood at the moment of the order, within which it is called; `around` is what the subject lay in.
 * Throws 404 where the subject was not there.
 */
export const readRecords = async (order: PackOrder, { directory, records }: ReadModels) => {
  const { clients, sites, visits, files } = records
  const { scope, within } = order
  const rowsOf = {
    sites: () => rowsIn(records, 'sites', (ids) => sites.each(scope, ids), order),
    visits: () => rowsIn(records, 'visits', (ids) => visits.each(scope, ids), order),
    files: () => rowsIn(records, 'files', (ids) => files.each(scope, ids), order),
  }
  const subjects = {
    client: async () => {
      const row = orNotFound(clients.one(scope, within.id as ClientId))
      const inside = {
        sites: (await rowsOf.sites()).map(presentSite),
        visits: (await rowsOf.visits()).map(presentVisit),
      }
      return { name: row.name, around: [], shown: { client: presentClient(row), ...inside } }
    },
    site: async () => {
      const row = orNotFound(sites.one(scope, within.id as SiteId))
      const inside = { visits: (await rowsOf.visits()).map(presentVisit) }
      return { name: row.name, around: [clientOf(row)], shown: { site: presentSite(row), ...inside } }
    },
    visit: async () => {
      const row = orNotFound(visits.one(scope, within.id as VisitId))
      const site = { id: row.site_id, name: row.site_name }
      return { name: row.name, around: [clientOf(row), site], shown: { visit: presentVisit(row) } }
    },
  }
  const { name, around, shown }: Stood = await subjects[within.kind]()
  const rows: FileRow[] = await rowsOf.files()
  const names = directory.accounts.namesOf([...new Set(rows.map(({ uploaded_by }) => uploaded_by))])
  const presented: PackRecords = { ...shown, files: rows.map((row) => presentFile(row, names)) }
  return { name, around, records: presented, files: rows }
}
