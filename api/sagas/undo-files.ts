import type { Ledger } from '#api/event-store/ledger.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { FileChange } from '#schemas/events/bulk.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import { type FileId, TrashId } from '#schemas/ids.ts'
import { type CommandFor, handleEachFile } from './each-file.ts'
import { ancestryOfFile, type KnownFile, type Reading, siteOfVisit } from './file-ancestry.ts'

type Begun = EventNamed<'FilesUndoBegun'>['data']

/** Whether the undo would move the file to another site, because its visit or its former visit has moved since. */
const wouldMove = async (reading: Reading, { lastBulk, siteId, visitId }: KnownFile, here: string) => {
  if (!lastBulk || lastBulk.before.visitId === visitId) return false
  if (here !== siteId) return true
  const before = lastBulk.before.visitId
  return before !== null && (await siteOfVisit(reading, before)) !== here
}

const commandIn =
  ({ bulkId, teamId }: Begun, change: FileChange): CommandFor =>
  async (reading, fileId, file) => {
    if (change.delete) return { type: 'RestoreFile', fileId, teamId, trashId: TrashId.parse(bulkId) }
    const ancestry = await ancestryOfFile(reading, file)
    if (!ancestry || (await wouldMove(reading, file, ancestry.siteId))) return undefined
    return { type: 'UndoBulk', fileId, teamId, bulkId, ancestry }
  }

/**
 * Undoes a change of each file. Returns the files that were undone, and those left alone because they were changed
 * again since. It is safe to run twice (each-file.ts).
 */
export const undoEachFile = async (
  ledger: Ledger,
  begun: Begun,
  change: FileChange,
  context: CommandContext,
): Promise<{ undone: FileId[]; left: FileId[] }> => {
  const steps = await handleEachFile(ledger, begun.fileIds, commandIn(begun, change), context)
  const undone = steps.map(({ fileId }) => fileId)
  const known = new Set(undone)
  return { undone, left: begun.fileIds.filter((id) => !known.has(id)) }
}
