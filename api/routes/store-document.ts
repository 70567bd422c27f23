import type { ContentStore } from '#api/adapters/content-store.ts'
import { documentDecider } from '#api/domain/document.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { documentStream } from '#api/event-store/streams.ts'
import type { DocumentRow } from '#projections/documents.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { ReceivedFile } from './received-files.ts'
import { storeContent, uploadedColumns } from './stored-content.ts'

type Uploaded = EventNamed<'DocumentUploaded'>['data']
type Said = Pick<Uploaded, 'documentId' | 'teamId' | 'name' | 'completedOn' | 'uploadedBy'>

/** Puts the bytes in a safe place and answers what is to be recorded about them. */
export const storeDocument = async (content: ContentStore, received: ReceivedFile, said: Said): Promise<Uploaded> => ({
  ...said,
  ...(await storeContent(content, said.teamId, received)),
})

/** Records a stored document; at a second try of the command it is what the first one recorded. */
export const recordDocument = async (
  ledger: Ledger,
  document: Uploaded,
  context: CommandContext,
): Promise<{ row: DocumentRow; position: string | null }> => {
  const command = { type: 'UploadDocument', document } as const
  const stream = documentStream(document.documentId)
  const { events, at, position, revision } = await handle(ledger, documentDecider, stream, command, context)
  const uploaded = events.find((event) => event.type === 'DocumentUploaded')?.data ?? document
  const row: DocumentRow = {
    id: uploaded.documentId,
    ...uploadedColumns(uploaded, at, revision),
  }
  return { row, position }
}
