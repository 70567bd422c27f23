import { type FileCommand, fileDecider } from '#api/domain/file.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { readingOnce } from '#api/event-store/reading-once.ts'
import { fileStream } from '#api/event-store/streams.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { FileId } from '#schemas/ids.ts'
import { forEach, orRefused } from './each.ts'
import type { KnownFile, Reading } from './file-ancestry.ts'

/** Returns the command for a file; undefined to skip the file. */
export type CommandFor = (reading: Reading, fileId: FileId, file: KnownFile) => Promise<FileCommand | undefined>

/**
 * Handles a command for each file. Returns the files that have an outcome, and whether it changed them: unknown files
 * and refused commands have none. `done` is called after each file. Running it twice is safe: each file's command has the same id on every attempt and
 * returns its first outcome.
 */
export const handleEachFile = async (
  ledger: Ledger,
  fileIds: readonly FileId[],
  commandFor: CommandFor,
  context: CommandContext,
  done: () => void,
): Promise<{ fileId: FileId; changed: boolean }[]> => {
  const reading = readingOnce(ledger)
  const steps = await forEach(fileIds, async (fileId) => {
    const stream = fileStream(fileId)
    const file = await load(ledger, fileDecider, stream)
    const command = file.status === 'none' ? undefined : await commandFor(reading, fileId, file)
    const step = command && (await orRefused(handle(ledger, fileDecider, stream, command, context)))
    done()
    return step ? [{ fileId, changed: step.events.length > 0 }] : []
  })
  return steps.flat()
}
