import type { ContentStore } from '#api/adapters/content-store.ts'
import { finishBulk } from '#api/bulk/finish.ts'
import { bulkDecider } from '#api/domain/bulk.ts'
import { documentDecider } from '#api/domain/document.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle, handleNewAtFirst } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { bulkStream, documentStream } from '#api/event-store/streams.ts'
import type { DocumentRow } from '#projections/documents.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import { BulkId, type TeamId } from '#schemas/ids.ts'
import type { ReceivedFile } from './received-files.ts'
import { storeContent, uploadedColumns } from './stored-content.ts'

type Uploaded = EventNamed<'DocumentUploaded'>['data']
type Said = Pick<Uploaded, 'documentId' | 'teamId' | 'name' | 'completedOn' | 'uploadedBy'>

/** Puts the bytes in a safe place and answers what is to be recorded about them. */
export const storeDocument = async (content: ContentStore, received: ReceivedFile, said: Said): Promise<Uploaded> => ({
  ...said,
  ...(await storeContent(content, said.teamId, received)),
})

/** A document right after its upload. */
const newRow = (uploaded: Uploaded, at: string): DocumentRow => ({
  id: uploaded.documentId,
  ...uploadedColumns(uploaded, at),
})

/** Records a stored document; at a second try of the command it is what the first one recorded. */
export const recordDocument = async (
  ledger: Ledger,
  document: Uploaded,
  context: CommandContext,
): Promise<{ row: DocumentRow; position: string | null }> => {
  const command = { type: 'UploadDocument', document } as const
  const stream = documentStream(document.documentId)
  const { events, at, position } = await handleNewAtFirst(ledger, documentDecider, stream, command, context)
  const uploaded = events.find((event) => event.type === 'DocumentUploaded')?.data ?? document
  return { row: newRow(uploaded, at), position }
}

/** Records stored documents as one: what a crash leaves undone is done by the workers (D-45). */
export const recordDocuments = async (
  ledger: Ledger,
  teamId: TeamId,
  documents: readonly Uploaded[],
  context: CommandContext,
): Promise<{ rows: DocumentRow[]; position: string | null }> => {
  const bulkId = BulkId.parse(idMadeBy(context.commandId, 'bulk'))
  const data = { bulkId, teamId, documents: [...documents] }
  const begin = { type: 'Begin', beginning: { type: 'DocumentsUploadBegun', data } } as const
  const { events, at } = await handle(ledger, bulkDecider, bulkStream(bulkId), begin, context)
  const begun = events.find((event) => event.type === 'DocumentsUploadBegun')?.data ?? data
  const { position } = await finishBulk(ledger, bulkId)
  return { rows: begun.documents.map((document) => newRow(document, at)), position }
}
