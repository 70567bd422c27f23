import type { ContentStore } from '#api/adapters/content-store.ts'
import type { Answer } from '#api/http/answer.ts'
import { zip } from '#api/http/zip.ts'
import { forEach } from '#api/sagas/each.ts'
import { downloadName } from '#api/services/download-name.ts'
import { safeName, uniqueNames } from '#api/services/zips/safe-name.ts'
import type { FileRow } from '#projections/facilities/files.ts'
import type { TeamId } from '#schemas/ids.ts'

/** Longest names in UTF-16 units, as in the zip files of a team. */
const longest = { zip: 100, visit: 40, file: 80 } as const

/**
 * The files of a share link as one zip file, those of visits in folders of their own. It names no client and holds no
 * manifest, since the page tells neither. `files` are those that are in it; none where no content is there.
 */
export const zipOfShare = async (
  content: Pick<ContentStore, 'find'>,
  teamId: TeamId,
  name: string,
  files: readonly FileRow[],
): Promise<{ files: FileRow[]; answer: Answer<undefined> }> => {
  const stored = await forEach(files, async (file) => ({ file, stored: await content.find(teamId, file.hash) }))
  const named = uniqueNames()
  const inIt = stored.flatMap(({ file, stored: found }) => {
    if (!found) return []
    const folder = file.visit_name === null ? '' : safeName(file.visit_name, longest.visit)
    const path = named(folder, downloadName(file), longest.file)
    return [{ file, entry: { path, at: new Date(file.created_at), size: found.size, from: found.path } }]
  })
  const answer = zip(
    `${safeName(name, longest.zip)}.zip`,
    inIt.map(({ entry }) => entry),
  )
  return { files: inIt.map(({ file }) => file), answer }
}
