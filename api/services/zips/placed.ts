import { downloadName } from '#api/services/files/download-name.ts'
import type { FileRow } from '#projections/facilities/files.ts'
import { uniqueNames } from '#schemas/text/safe-name.ts'

/** Longest names in UTF-16 units: with a folder of downloads before them, Windows takes 260 in all. */
export const longestNames = { client: 50, site: 50, visit: 40, file: 80 } as const

export type PlacedFile = { path: string; file: FileRow }

const orderOf = ({ client_name, site_name, visit_name, name, created_at, id, version }: FileRow): string =>
  [client_name, site_name, visit_name, name, created_at, id, String(version).padStart(9, '0')].join('\0')

/** Files by client, site, visit and name, so that the same files get the same paths each time. */
const inOrder = (files: readonly FileRow[]): FileRow[] =>
  files
    .map((file) => ({ file, order: orderOf(file) }))
    .sort((one, other) => (one.order < other.order ? -1 : 1))
    .map(({ file }) => file)

/**
 * Gives each file its path: `Client/Site/Visit/Name.pdf`, or without a visit `Client/Site/Name.pdf`. No path is one of
 * those that are `taken`.
 */
export const placed = (
  files: readonly FileRow[],
  taken: readonly string[] = [],
  nameOf: (file: FileRow) => string = downloadName,
): PlacedFile[] => {
  const named = uniqueNames()
  for (const name of taken) named('', name, longestNames.file)
  const folders = new Map<string, string>()
  /** The folder of a record, which may share its name with another. */
  const folderOf = (id: string, parent: string, name: string, max: number): string => {
    const folder = folders.get(id) ?? named(parent, name, max)
    folders.set(id, folder)
    return folder
  }
  return inOrder(files).map((file) => {
    const client = folderOf(file.client_id, '', file.client_name, longestNames.client)
    const site = folderOf(file.site_id, client, file.site_name, longestNames.site)
    const folder = file.visit_id ? folderOf(file.visit_id, site, file.visit_name ?? '', longestNames.visit) : site
    return { path: named(folder, nameOf(file), longestNames.file), file }
  })
}
