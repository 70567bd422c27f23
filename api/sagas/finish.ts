import { type Bulk, type BulkCommand, bulkDecider, changeOf } from '#api/domain/bulk.ts'
import { documentDecider } from '#api/domain/document.ts'
import { fileDecider } from '#api/domain/file.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle, replay } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { bulkStream, documentStream, fileStream } from '#api/event-store/streams.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { BulkEvent } from '#schemas/events/bulk.ts'
import type { EventNamed, RecordedEvent } from '#schemas/events/registry.ts'
import { type BulkId, CommandId } from '#schemas/ids.ts'
import { changeEachFile } from './change-files.ts'
import { changeEachDocument, changeEachSite, undoEachDocument, undoEachSite } from './change-records.ts'
import { forEach } from './each.ts'
import { addSample, type StoreSample } from './sample/add-sample.ts'
import { removeSample } from './sample/remove-sample.ts'
import { undoEachFile } from './undo-files.ts'

/** Records every file of an upload, whose content is stored already. Running it twice is safe (D-45). */
const recordEachFile = async (
  ledger: Ledger,
  { files, categoryIds }: EventNamed<'FilesUploadBegun'>['data'],
  context: CommandContext,
) => {
  await forEach(files, ({ fileId, ...fields }) => {
    const file = { fileId, ...fields, categoryIds }
    return handle(ledger, fileDecider, fileStream(fileId), { type: 'UploadFile', file }, context)
  })
  return files.map(({ fileId }) => fileId)
}

/** The same for documents. */
const recordEachDocument = async (
  ledger: Ledger,
  { documents }: EventNamed<'DocumentsUploadBegun'>['data'],
  context: CommandContext,
) => {
  await forEach(documents, (document) => {
    const stream = documentStream(document.documentId)
    return handle(ledger, documentDecider, stream, { type: 'UploadDocument', document }, context)
  })
  return documents.map(({ documentId }) => documentId)
}

type Ending = Extract<BulkCommand, { type: 'End' }>['ending']

/** Carries out every step of the saga that an event has begun; undefined for other events. */
const carryOut = async (
  ledger: Ledger,
  event: BulkEvent,
  bulk: Bulk,
  context: CommandContext,
  done: () => void,
  storeSample: StoreSample | undefined,
): Promise<Ending | undefined> => {
  const { bulkId, teamId } = event.data
  const ids = { bulkId, teamId }
  switch (event.type) {
    case 'FilesChangeBegun': {
      const changed = await changeEachFile(ledger, event.data, context, done)
      return { type: 'FilesChangeEnded', data: { ...ids, changed } }
    }
    case 'FilesUndoBegun': {
      const change = changeOf(bulk, 'files')
      if (!change) return undefined
      const came = await undoEachFile(ledger, event.data, change.wanted, context, done)
      return { type: 'FilesUndoEnded', data: { ...ids, ...came } }
    }
    case 'FilesUploadBegun':
      return { type: 'FilesUploadEnded', data: { ...ids, fileIds: await recordEachFile(ledger, event.data, context) } }
    case 'DocumentsChangeBegun':
      return {
        type: 'DocumentsChangeEnded',
        data: { ...ids, changed: await changeEachDocument(ledger, event.data, context, done) },
      }
    case 'DocumentsUndoBegun':
      return {
        type: 'DocumentsUndoEnded',
        data: { ...ids, ...(await undoEachDocument(ledger, event.data, context, done)) },
      }
    case 'SitesChangeBegun':
      return {
        type: 'SitesChangeEnded',
        data: { ...ids, changed: await changeEachSite(ledger, event.data, context, done) },
      }
    case 'SitesUndoBegun':
      return {
        type: 'SitesUndoEnded',
        data: { ...ids, ...(await undoEachSite(ledger, event.data, context, done)) },
      }
    case 'DocumentsUploadBegun': {
      const documentIds = await recordEachDocument(ledger, event.data, context)
      return { type: 'DocumentsUploadEnded', data: { ...ids, documentIds } }
    }
    case 'SampleBegun': {
      if (!storeSample) return undefined
      await addSample(ledger, event.data, storeSample, context, done)
      return { type: 'SampleEnded', data: ids }
    }
    case 'SampleRemovalBegun': {
      await removeSample(ledger, event.data, context, done)
      return { type: 'SampleRemovalEnded', data: ids }
    }
    default:
      return undefined
  }
}

const running: readonly Bulk['status'][] = ['changing', 'undoing', 'uploading', 'adding', 'removing']
const isRunning = ({ status }: Bulk): boolean => running.includes(status)

/**
 * Finishes a bulk change that has begun and not ended, with the context of its initiator. Returns its state and a log
 * position after every step. Running it twice, even in a route and a worker at the same time, is safe: every step is
 * the same command on every attempt. `done` is called after each step of a change, an undo, or of sample data, which
 * `storeSample` adds.
 */
export const finishBulk = async (
  ledger: Ledger,
  bulkId: BulkId,
  done: () => void = () => undefined,
  storeSample?: StoreSample,
): Promise<{ bulk: Bulk; position: string | null }> => {
  const stream = bulkStream(bulkId)
  const history = await ledger.read(stream)
  const bulk = replay(bulkDecider, history)
  const begun: RecordedEvent | undefined = history.at(-1)
  if (!begun || !isRunning(bulk)) return { bulk, position: begun?.position ?? null }
  const { version: _, ...context } = begun.metadata
  const ending = await carryOut(ledger, begun as unknown as BulkEvent, bulk, context, done, storeSample)
  if (!ending) return { bulk, position: begun.position }
  const commandId = CommandId.parse(idMadeBy(context.commandId, 'end'))
  const ofEnd = { ...context, commandId, causationId: context.commandId }
  const outcome = await handle(ledger, bulkDecider, stream, { type: 'End', ending }, ofEnd)
  return { bulk: outcome.state, position: outcome.position }
}
