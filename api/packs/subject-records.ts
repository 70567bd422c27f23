import { presentClient } from '#api/presenters/client.ts'
import { presentFile } from '#api/presenters/file.ts'
import { presentSite } from '#api/presenters/site.ts'
import { presentVisit } from '#api/presenters/visit.ts'
import { inTurns } from '#api/sagas/each.ts'
import { downloadName } from '#api/services/files/download-name.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { RowOf } from '#api/services/records/lists.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import type { FileRow } from '#projections/facilities/files.ts'
import { packNouns } from '#schemas/records/pack.ts'
import { extensionOf } from '#schemas/text/safe-name.ts'
import type { PackOrder, PackTools } from './pack.ts'

const lyingIn = { client: ['sites', 'visits'], site: ['visits'], visit: [] } as const

const present = { clients: presentClient, sites: presentSite, visits: presentVisit } as const
const presented = (noun: keyof typeof present, row: unknown): object => present[noun](row as never)

/** Lets rows share equal texts: most are names of others, and without copies of them rows take a quarter of the memory. */
const sharingTexts = () => {
  const known = new Map<string, string>()
  return <Row extends object>(row: Row): Row => {
    const columns = row as Record<string, unknown>
    for (const [column, text] of Object.entries(columns)) {
      if (typeof text !== 'string') continue
      columns[column] = known.get(text) ?? text
      known.set(text, columns[column] as string)
    }
    return row
  }
}

/** The rows of a noun in the subject, in the order of their list, which a thread finds. */
const rowsIn = async <Kind extends 'sites' | 'visits' | 'files'>(
  records: ReadModels['records'],
  kind: Kind,
  { scope, within }: PackOrder,
  goOn: PackTools['goOn'],
): Promise<RowOf<Kind>[]> => {
  const place = { [`${within.kind}Id`]: within.id }
  const { rows: found } = await records.arranged.page(kind, scope, place, { limit: 2 ** 31 })
  const shared = sharingTexts()
  return inTurns(found, (some) => {
    goOn()
    const known = records[kind].each(
      scope,
      some.map(({ id }) => id),
    ) as ReadonlyMap<string, RowOf<Kind>>
    return some.flatMap(({ id }) => {
      const row = known.get(id)
      return row ? shared(row) : []
    })
  })
}

/** Rows under their name, and how an answer of today shows one. */
type Shown = { name: string; rows: readonly unknown[]; show: (row: never) => object }

/**
 * What stood at the moment of the order, within which it is called: the subject and what lies in it, the contents of files
 * that are wanted, and what was `around` the subject. Throws 404 where the subject was not there.
 */
export const readRecords = async (order: PackOrder, { past, goOn }: PackTools) => {
  const { directory, records } = past.readModels
  const { scope, within } = order
  const noun = packNouns[within.kind]
  const row = orNotFound(records[noun].one(scope, within.id as never))
  const around = [
    ...('client_id' in row ? [{ id: row.client_id as string, name: row.client_name }] : []),
    ...('site_id' in row ? [{ id: row.site_id as string, name: row.site_name }] : []),
  ]
  const inside: Shown[] = []
  for (const kind of lyingIn[within.kind])
    inside.push({ name: kind, rows: await rowsIn(records, kind, order, goOn), show: (each) => presented(kind, each) })
  const rows = await rowsIn(records, 'files', order, goOn)
  const names = directory.accounts.namesOf([...new Set(rows.map(({ uploaded_by }) => uploaded_by))])
  inside.push({ name: 'files', rows, show: (each) => presentFile(each, names) })
  const files = rows.flatMap((each) =>
    order.versions === 'all' && each.version > 1
      ? records.fileVersions.ofFile(each.id).map((version) => ({ ...each, ...version }))
      : each,
  )
  return { name: row.name, itself: { [within.kind]: presented(noun, row) }, inside, around, files }
}
export type PackedRecords = Awaited<ReturnType<typeof readRecords>>

/** Names contents 'Plan.pdf', and 'Plan (version 1).pdf' where others have replaced them. */
export const versionNames = (files: readonly FileRow[]) => {
  const current = new Map<FileRow['id'], number>()
  for (const { id, version } of files) current.set(id, Math.max(version, current.get(id) ?? 0))
  return (file: FileRow): string => {
    const name = downloadName(file)
    if (file.version === current.get(file.id)) return name
    const extension = extensionOf(name)
    return `${name.slice(0, name.length - extension.length)} (version ${file.version})${extension}`
  }
}
