import { ContentMissing, type ContentStore } from '#api/adapters/content-store.ts'
import type { ZipEntry } from '#api/http/zip.ts'
import { forEach } from '#api/sagas/each.ts'
import type { FileRow } from '#projections/facilities/files.ts'
import type { TeamId } from '#schemas/ids.ts'

type Stored = NonNullable<Awaited<ReturnType<ContentStore['find']>>>

/**
 * Files of a team by whether the content store has their content, in the order in which they were given.
 * @throws {ContentMissing} where it has none of them
 */
export const byContent = async <Each extends { file: Pick<FileRow, 'hash' | 'name'> }>(
  content: Pick<ContentStore, 'find'>,
  teamId: TeamId,
  files: readonly Each[],
): Promise<{ there: (Each & { stored: Stored })[]; missing: Each[] }> => {
  const found = await forEach(files, async (each) => ({ each, stored: await content.find(teamId, each.file.hash) }))
  const [first] = found
  if (first && found.every(({ stored }) => !stored))
    throw new ContentMissing(teamId, first.each.file.hash, first.each.file.name)
  return {
    there: found.flatMap(({ each, stored }) => (stored ? [{ ...each, stored }] : [])),
    missing: found.flatMap(({ each, stored }) => (stored ? [] : [each])),
  }
}

/** A file as it lies in a zip file. */
export const entryOf = (path: string, file: FileRow, stored: Stored): ZipEntry => ({
  path,
  at: new Date(file.created_at),
  size: stored.size,
  from: () => stored.read(),
})
