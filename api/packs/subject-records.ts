import { presentClient } from '#api/presenters/client.ts'
import { presentFile } from '#api/presenters/file.ts'
import { presentSite } from '#api/presenters/site.ts'
import { presentVisit } from '#api/presenters/visit.ts'
import { inTurns } from '#api/sagas/each.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { RowOf } from '#api/services/records/lists.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import { packNouns } from '#schemas/records/pack.ts'
import type { PackOrder } from './pack.ts'

const lyingIn = { client: ['sites', 'visits'], site: ['visits'], visit: [] } as const

const present = { clients: presentClient, sites: presentSite, visits: presentVisit } as const
const presented = (noun: keyof typeof present, row: unknown): object => present[noun](row as never)

/** The rows of a noun in the subject, in the order of their list, which a thread finds. */
const rowsIn = async <Kind extends 'sites' | 'visits' | 'files'>(
  records: ReadModels['records'],
  kind: Kind,
  { scope, within }: PackOrder,
): Promise<RowOf<Kind>[]> => {
  const place = { [`${within.kind}Id`]: within.id }
  const { rows: found } = await records.arranged.page(kind, scope, place, { limit: 2 ** 31 })
  return inTurns(found, (some) => {
    const known = records[kind].each(
      scope,
      some.map(({ id }) => id),
    ) as ReadonlyMap<string, RowOf<Kind>>
    return some.flatMap(({ id }) => known.get(id) ?? [])
  })
}

/**
 * What stood at the moment of the order, within which it is called: the subject and what lies in it as `records`, the
 * contents of files that are wanted, and what was `around` the subject. Throws 404 where the subject was not there.
 */
export const readRecords = async (order: PackOrder, { directory, records }: ReadModels) => {
  const { scope, within } = order
  const noun = packNouns[within.kind]
  const row = orNotFound(records[noun].one(scope, within.id as never))
  const around = [
    ...('client_id' in row ? [{ id: row.client_id as string, name: row.client_name }] : []),
    ...('site_id' in row ? [{ id: row.site_id as string, name: row.site_name }] : []),
  ]
  const shown: Record<string, object> = { [within.kind]: presented(noun, row) }
  for (const kind of lyingIn[within.kind])
    shown[kind] = (await rowsIn(records, kind, order)).map((each) => presented(kind, each))
  const rows = await rowsIn(records, 'files', order)
  const names = directory.accounts.namesOf([...new Set(rows.map(({ uploaded_by }) => uploaded_by))])
  shown.files = rows.map((each) => presentFile(each, names))
  const files = rows.flatMap((each) =>
    order.versions === 'all' && each.version > 1
      ? records.fileVersions.ofFile(each.id).map((version) => ({ ...each, ...version }))
      : each,
  )
  return { name: row.name, around, records: shown, files }
}
