import type { ContentStore } from '#api/adapters/content-store.ts'
import type { Answer } from '#api/http/answer.ts'
import { zip } from '#api/http/zip.ts'
import { downloadName } from '#api/services/files/download-name.ts'
import type { FileRow } from '#projections/facilities/files.ts'
import type { TeamId } from '#schemas/ids.ts'
import { safeName, uniqueNames } from '#schemas/text/safe-name.ts'
import { byContent, entryOf } from './contents.ts'
import { longestNames } from './placed.ts'

/**
 * The files of a share link as one zip file, those of visits in folders of their own. It names no client and holds no
 * manifest, since the page tells neither. `files` are those that are in it.
 */
export const zipOfShare = async (
  content: Pick<ContentStore, 'find'>,
  teamId: TeamId,
  name: string,
  files: readonly FileRow[],
): Promise<{ files: FileRow[]; answer: Answer<undefined> }> => {
  const all = files.map((file) => ({ file }))
  const { there } = await byContent(content, teamId, all)
  const named = uniqueNames()
  const entries = there.map(({ file, stored }) => {
    const folder = file.visit_name === null ? '' : safeName(file.visit_name, longestNames.visit)
    return entryOf(named(folder, downloadName(file), longestNames.file), file, stored)
  })
  return { files: there.map(({ file }) => file), answer: zip(`${safeName(name, 100)}.zip`, entries) }
}
