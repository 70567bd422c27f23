import { type FileCommand, fileDecider } from '#api/domain/file.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { fileStream } from '#api/event-store/streams.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { FileChange } from '#schemas/events/bulk.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import { type FileId, TrashId } from '#schemas/ids.ts'
import { forEach, orRefused } from './each.ts'
import { type KnownFile, placeOfFile, type Reading, readingOnce, siteOfVisit } from './places.ts'

type Begun = EventNamed<'FilesUndoBegun'>['data']

/** Whether the file would come to another site by it, because its visit, or the one before, has moved since. */
const wouldMove = async (reading: Reading, { lastBulk, siteId, visitId }: KnownFile, here: string) => {
  if (!lastBulk || lastBulk.before.visitId === visitId) return false
  if (here !== siteId) return true
  const before = lastBulk.before.visitId
  return before !== null && (await siteOfVisit(reading, before)) !== here
}

const commandFor = async (
  reading: Reading,
  { bulkId, teamId }: Begun,
  change: FileChange,
  fileId: FileId,
  file: KnownFile,
): Promise<FileCommand | undefined> => {
  if (change.delete) return { type: 'RestoreFile', fileId, teamId, trashId: TrashId.parse(bulkId) }
  const place = await placeOfFile(reading, file)
  if (!place || (await wouldMove(reading, file, place.siteId))) return undefined
  return { type: 'UndoBulk', fileId, teamId, bulkId, place }
}

/**
 * Takes back what a change did to each of these files; answers which, and which were changed again since and are left
 * alone. Running twice is safe: each file's command is the same at every try, and answers its first outcome.
 */
export const undoEachFile = async (
  ledger: Ledger,
  begun: Begun,
  change: FileChange,
  context: CommandContext,
): Promise<{ undone: FileId[]; left: FileId[] }> => {
  const reading = readingOnce(ledger)
  const steps = await forEach(begun.fileIds, async (fileId) => {
    const file = await load(ledger, fileDecider, fileStream(fileId))
    const command = file.status === 'none' ? undefined : await commandFor(reading, begun, change, fileId, file)
    const step = command && (await orRefused(handle(ledger, fileDecider, fileStream(fileId), command, context)))
    return { fileId, undone: step !== undefined }
  })
  const those = (wanted: boolean) => steps.flatMap(({ fileId, undone }) => (undone === wanted ? [fileId] : []))
  return { undone: those(true), left: those(false) }
}
