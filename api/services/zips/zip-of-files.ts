import type { ContentStore } from '#api/adapters/content-store.ts'
import type { Answer } from '#api/http/answer.ts'
import { type ZipEntry, zip } from '#api/http/zip.ts'
import type { FileRow } from '#projections/facilities/files.ts'
import type { TeamId } from '#schemas/ids.ts'
import { byContent, entryOf } from './contents.ts'
import { manifestsOf } from './manifest.ts'
import { placed } from './paths.ts'
import { safeName } from './safe-name.ts'

/** The name of the zip file: that of the site or client that all files lie in. */
export const zipName = (files: readonly FileRow[]): string => {
  const [first] = files
  const all = (column: 'site_id' | 'client_id'): boolean => files.every((file) => file[column] === first?.[column])
  if (!first || !all('client_id')) return 'Files.zip'
  return safeName(all('site_id') ? `${first.client_name}, ${first.site_name}.zip` : `${first.client_name}.zip`, 100)
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
