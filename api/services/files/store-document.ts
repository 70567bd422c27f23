import type { ContentStore } from '#api/adapters/content-store.ts'
import { bulkDecider } from '#api/domain/bulk.ts'
import { documentDecider } from '#api/domain/document.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle, handleNewAtFirst } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { bulkStream, documentStream } from '#api/event-store/streams.ts'
import { finishBulk } from '#api/sagas/finish.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import { BulkId, type TeamId } from '#schemas/ids.ts'
import type { ReceivedFile } from './received-files.ts'
import { storeContent } from './stored-content.ts'

export type UploadedDocument = EventNamed<'DocumentUploaded'>['data']
type Fields = Pick<UploadedDocument, 'documentId' | 'teamId' | 'name' | 'completed_at' | 'expires_at' | 'uploadedBy'>

/** Stores the content and returns the event data to record. */
export const storeDocument = async (
  content: ContentStore,
  received: ReceivedFile,
  fields: Fields,
): Promise<UploadedDocument> => ({
  ...fields,
  ...(await storeContent(content, fields.teamId, received)),
})

/** Records a stored document; a retry of the command returns what the first attempt recorded. */
export const recordDocument = async (
  ledger: Ledger,
  document: UploadedDocument,
  context: CommandContext,
): Promise<{ document: UploadedDocument; at: string; position: string | null }> => {
  const command = { type: 'UploadDocument', document } as const
  const stream = documentStream(document.documentId)
  const { events, at, position } = await handleNewAtFirst(ledger, documentDecider, stream, command, context)
  const uploaded = events.find((event) => event.type === 'DocumentUploaded')?.data ?? document
  return { document: uploaded, at, position }
}

/** Records stored documents as one saga, which the workers finish after a crash (D-45). */
export const recordDocuments = async (
  ledger: Ledger,
  teamId: TeamId,
  documents: readonly UploadedDocument[],
  context: CommandContext,
): Promise<{ documents: UploadedDocument[]; at: string; position: string | null }> => {
  const bulkId = BulkId.parse(idMadeBy(context.commandId, 'bulk'))
  const data = { bulkId, teamId, documents: [...documents] }
  const begin = { type: 'Begin', beginning: { type: 'DocumentsUploadBegun', data } } as const
  const { events, at } = await handle(ledger, bulkDecider, bulkStream(bulkId), begin, context)
  const begun = events.find((event) => event.type === 'DocumentsUploadBegun')?.data ?? data
  const { position } = await finishBulk(ledger, bulkId)
  return { documents: begun.documents, at, position }
}
