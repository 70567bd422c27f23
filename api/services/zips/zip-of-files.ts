import { stringify } from 'csv-stringify/sync'
import type { ContentStore } from '#api/adapters/content-store.ts'
import type { Answer } from '#api/http/answer.ts'
import { type ZipEntry, zip } from '#api/http/zip.ts'
import type { FileRow } from '#projections/facilities/files.ts'
import type { TeamId } from '#schemas/ids.ts'
import { csvFormat } from '#schemas/text/csv.ts'
import { byContent, entryOf } from './contents.ts'
import { manifests, type PlacedFile, placed } from './paths.ts'
import { safeName } from './safe-name.ts'

/** The name of the zip file: that of the site or client that all files lie in. */
export const zipName = (files: readonly FileRow[]): string => {
  const [first] = files
  const all = (column: 'site_id' | 'client_id'): boolean => files.every((file) => file[column] === first?.[column])
  if (!first || !all('client_id')) return 'Files.zip'
  return safeName(all('site_id') ? `${first.client_name}, ${first.site_name}.zip` : `${first.client_name}.zip`, 100)
}

/**
 * The row of one file in a manifest. Days are `yyyy-mm-dd`, instants UTC; `path` is null if its content is not there.
 */
const lineOf = ({ path, file }: { path: string | null; file: PlacedFile['file'] }) => ({
  path,
  size: file.size,
  sha256: file.hash,
  id: file.id,
  name: file.name,
  client: file.client_name,
  site: file.site_name,
  visit: file.visit_name,
  completed_at: file.completed_at,
  expires_at: file.expires_at,
  categories: file.categories.map(({ name }) => name),
  created_at: file.created_at,
})
type Line = ReturnType<typeof lineOf>

const csvOf = (lines: readonly Line[]): string =>
  stringify(
    lines.map((line) => ({ ...line, categories: line.categories.join('; ') })),
    { ...csvFormat, header: true },
  )

/**
 * The two manifests of a zip file, by their paths, with a line for each file and each that is `missing`. The hashes are
 * those that were recorded at the upload, so that whoever has the bytes can compare them.
 */
const manifestsOf = (files: readonly PlacedFile[], missing: readonly PlacedFile[]): Map<string, Uint8Array> => {
  const lines = [...files.map(lineOf), ...missing.map(({ file }) => lineOf({ path: null, file }))]
  return new Map([
    [manifests.csv, Buffer.from(csvOf(lines))],
    [manifests.json, Buffer.from(`${JSON.stringify({ files: lines }, null, 2)}\n`)],
  ])
}

/**
 * Answers files of a team as one zip file, in folders and with manifests. What is not in the content store is left out,
 * which the manifests say. Whoever calls it has checked that the caller may see the files, and how many and large they are.
 */
export const zipOfFiles = async (
  content: Pick<ContentStore, 'find'>,
  teamId: TeamId,
  files: readonly FileRow[],
  now: Date,
): Promise<Answer<undefined>> => {
  const { there, missing } = await byContent(content, teamId, placed(files))
  const lists = [...manifestsOf(there, missing)].map(
    ([path, bytes]): ZipEntry => ({ path, at: now, size: bytes.length, from: bytes }),
  )
  const contents = there.map(({ path, file, stored }) => entryOf(path, file, stored))
  return zip(zipName(files), [...lists, ...contents])
}
