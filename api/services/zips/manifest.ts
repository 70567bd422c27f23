import { stringify } from 'csv-stringify/sync'
import { csvFormat } from '#schemas/text/csv.ts'
import { manifests, type PlacedFile } from './paths.ts'

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
export const manifestsOf = (files: readonly PlacedFile[], missing: readonly PlacedFile[]): Map<string, Uint8Array> => {
  const lines = [...files.map(lineOf), ...missing.map(({ file }) => lineOf({ path: null, file }))]
  return new Map([
    [manifests.csv, Buffer.from(csvOf(lines))],
    [manifests.json, Buffer.from(`${JSON.stringify({ files: lines }, null, 2)}\n`)],
  ])
}
