import type { Ledger } from '#api/event-store/ledger.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { FileChange } from '#schemas/events/bulk.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import { type FileId, type SiteId, TrashId } from '#schemas/ids.ts'
import { type CommandFor, handleEachFile } from './each-file.ts'
import {
  type Ancestry,
  activeAncestry,
  ancestryOfFile,
  type KnownFile,
  type Reading,
  siteOfVisit,
} from './file-ancestry.ts'

type Begun = EventNamed<'FilesUndoBegun'>['data']

/**
 * Where the undo of a move leaves a file; undefined if it cannot go back: its visit has moved since, then or now, or its
 * site is gone.
 */
const wayBack = async (reading: Reading, { lastBulk, siteId }: KnownFile, here: Ancestry, from: SiteId) => {
  if (here.siteId !== siteId) return undefined
  const visit = lastBulk?.before.visitId ?? null
  if (visit !== null && (await siteOfVisit(reading, visit)) !== from) return undefined
  return activeAncestry(reading, from)
}

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
    const here = await ancestryOfFile(reading, file)
    if (!here) return undefined
    const command = { type: 'UndoBulk', fileId, teamId, bulkId } as const
    if (file.lastBulk?.movedFrom) {
      const ancestry = await wayBack(reading, file, here, file.lastBulk.movedFrom)
      return ancestry && { ...command, ancestry, movedFrom: here }
    }
    return (await wouldMove(reading, file, here.siteId)) ? undefined : { ...command, ancestry: here }
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
  done: () => void = () => undefined,
): Promise<{ undone: FileId[]; left: FileId[] }> => {
  const steps = await handleEachFile(ledger, begun.fileIds, commandIn(begun, change), context, done)
  const undone = steps.map(({ fileId }) => fileId)
  const known = new Set(undone)
  return { undone, left: begun.fileIds.filter((id) => !known.has(id)) }
}
