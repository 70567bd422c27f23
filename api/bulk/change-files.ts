import { categoryIn } from '#api/domain/category-branches.ts'
import { categoryTreeDecider } from '#api/domain/category-tree.ts'
import { type FileCommand, fileDecider } from '#api/domain/file.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { categoryTreeStream, fileStream } from '#api/event-store/streams.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import { type FileId, TrashId } from '#schemas/ids.ts'
import { forEach, orRefused } from './each.ts'
import { type KnownFile, placeOfFile, type Reading, readingOnce, siteOfVisit } from './places.ts'

type Begun = EventNamed<'FilesChangeBegun'>['data']

/** What a file is to have, and what it has had while that is in the trash: nobody saw it to take it off (D-10). */
const categoriesFor = async (reading: Reading, { teamId, change }: Begun, file: KnownFile) => {
  if (change.categoryIds === undefined) return {}
  const { roots } = await load(reading, categoryTreeDecider, categoryTreeStream(teamId))
  const hidden = file.categoryIds.filter((id) => !categoryIn(roots, id))
  return { categoryIds: [...change.categoryIds, ...hidden] }
}

/** The command for one file; none where it has left the site of the visit that it was to go to. */
const commandFor = async (
  reading: Reading,
  begun: Begun,
  fileId: FileId,
  file: KnownFile,
): Promise<FileCommand | undefined> => {
  const { bulkId, teamId, change } = begun
  if (change.delete) return { type: 'DeleteFile', fileId, teamId, trashId: TrashId.parse(bulkId) }
  const place = await placeOfFile(reading, file)
  if (!place || (change.visitId && (await siteOfVisit(reading, change.visitId)) !== place.siteId)) return undefined
  return {
    ...({ type: 'ChangeFile', fileId, teamId, bulkId, place } as const),
    ...(change.visitId === undefined ? {} : { visitId: change.visitId }),
    ...(change.completedOn === undefined ? {} : { completedOn: change.completedOn }),
    ...(change.addedCategoryIds === undefined ? {} : { addedCategoryIds: change.addedCategoryIds }),
    ...(change.removedCategoryIds === undefined ? {} : { removedCategoryIds: change.removedCategoryIds }),
    ...(await categoriesFor(reading, begun, file)),
  }
}

/**
 * Changes each file as it was ordered; answers those that were not so already. One that somebody has deleted meanwhile
 * is passed over. Running twice is safe: each file's command is the same at every try, and answers its first outcome.
 */
export const changeEachFile = async (ledger: Ledger, begun: Begun, context: CommandContext): Promise<FileId[]> => {
  const reading = readingOnce(ledger)
  const changed = await forEach(begun.fileIds, async (fileId) => {
    const file = await load(ledger, fileDecider, fileStream(fileId))
    const command = file.status === 'none' ? undefined : await commandFor(reading, begun, fileId, file)
    const step = command && (await orRefused(handle(ledger, fileDecider, fileStream(fileId), command, context)))
    return step && step.events.length > 0 ? [fileId] : []
  })
  return changed.flat()
}
