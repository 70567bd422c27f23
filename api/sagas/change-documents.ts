import { type DocumentCommand, documentDecider } from '#api/domain/document.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { documentStream } from '#api/event-store/streams.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { DocumentId } from '#schemas/ids.ts'
import { forEach, orRefused } from './each.ts'

/**
 * Handles a command for each document. Returns the documents that have an outcome, and whether it changed them: refused
 * commands have none. Running it twice is safe: each document's command has the same id on every attempt and returns its
 * first outcome.
 */
const handleEach = async (
  ledger: Ledger,
  documentIds: readonly DocumentId[],
  commandFor: (documentId: DocumentId) => DocumentCommand,
  context: CommandContext,
  done: () => void,
): Promise<{ documentId: DocumentId; isChanged: boolean }[]> => {
  const steps = await forEach(documentIds, async (documentId) => {
    const stream = documentStream(documentId)
    const step = await orRefused(handle(ledger, documentDecider, stream, commandFor(documentId), context))
    done()
    return step ? [{ documentId, isChanged: step.events.length > 0 }] : []
  })
  return steps.flat()
}

/** Applies the change to each document and returns those that it changed. Documents that are gone by then are skipped. */
export const changeEachDocument = async (
  ledger: Ledger,
  { bulkId, teamId, documentIds, change }: EventNamed<'DocumentsChangeBegun'>['data'],
  context: CommandContext,
  done: () => void,
): Promise<DocumentId[]> => {
  const commandFor = (documentId: DocumentId) =>
    ({ type: 'ChangeDocument', documentId, teamId, bulkId, ...change }) as const
  const steps = await handleEach(ledger, documentIds, commandFor, context, done)
  return steps.flatMap(({ documentId, isChanged }) => (isChanged ? [documentId] : []))
}

/** Undoes a change of each document. Returns those that were undone, and those that were changed again since. */
export const undoEachDocument = async (
  ledger: Ledger,
  { bulkId, teamId, documentIds }: EventNamed<'DocumentsUndoBegun'>['data'],
  context: CommandContext,
  done: () => void,
): Promise<{ undone: DocumentId[]; left: DocumentId[] }> => {
  const commandFor = (documentId: DocumentId) => ({ type: 'UndoBulk', documentId, teamId, bulkId }) as const
  const steps = await handleEach(ledger, documentIds, commandFor, context, done)
  const undone = new Set(steps.map(({ documentId }) => documentId))
  return { undone: [...undone], left: documentIds.filter((id) => !undone.has(id)) }
}
