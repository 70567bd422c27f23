import { categoryIn } from '#api/domain/category-branches.ts'
import { categoryTreeDecider } from '#api/domain/category-tree.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { categoryTreeStream } from '#api/event-store/streams.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import { type FileId, TrashId } from '#schemas/ids.ts'
import { type CommandFor, handleEachFile } from './each-file.ts'
import { ancestryOfFile, type KnownFile, type Reading, siteOfVisit } from './file-ancestry.ts'

type Begun = EventNamed<'FilesChangeBegun'>['data']

/** The wanted categories, plus the file's own that are in the trash: the user could not see and remove them (D-10). */
const categoriesFor = async (reading: Reading, { teamId, change }: Begun, file: KnownFile) => {
  if (change.categoryIds === undefined) return {}
  const { roots } = await load(reading, categoryTreeDecider, categoryTreeStream(teamId))
  const hidden = file.categoryIds.filter((id) => !categoryIn(roots, id))
  return { categoryIds: [...change.categoryIds, ...hidden] }
}

/** The command for one file; undefined if the file is no longer on the site of the target visit. */
const commandIn =
  (begun: Begun): CommandFor =>
  async (reading, fileId, file) => {
    const { bulkId, teamId, change } = begun
    if (change.delete) return { type: 'DeleteFile', fileId, teamId, trashId: TrashId.parse(bulkId) }
    const ancestry = await ancestryOfFile(reading, file)
    if (!ancestry || (change.visitId && (await siteOfVisit(reading, change.visitId)) !== ancestry.siteId))
      return undefined
    return {
      ...({ type: 'ChangeFile', fileId, teamId, bulkId, ancestry } as const),
      ...(change.visitId === undefined ? {} : { visitId: change.visitId }),
      ...(change.completed_at === undefined ? {} : { completed_at: change.completed_at }),
      ...(change.expires_at === undefined ? {} : { expires_at: change.expires_at }),
      ...(change.addedCategoryIds === undefined ? {} : { addedCategoryIds: change.addedCategoryIds }),
      ...(change.removedCategoryIds === undefined ? {} : { removedCategoryIds: change.removedCategoryIds }),
      ...(await categoriesFor(reading, begun, file)),
    }
  }

/**
 * Applies the change to each file and returns the files that it changed. Files that were deleted in the meantime are
 * skipped. It is safe to run twice (each-file.ts).
 */
export const changeEachFile = async (ledger: Ledger, begun: Begun, context: CommandContext): Promise<FileId[]> => {
  const steps = await handleEachFile(ledger, begun.fileIds, commandIn(begun), context)
  return steps.filter(({ changed }) => changed).map(({ fileId }) => fileId)
}
