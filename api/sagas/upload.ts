import { documentDecider } from '#api/domain/document.ts'
import { fileDecider } from '#api/domain/file.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { documentStream, fileStream } from '#api/event-store/streams.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import { forEach } from './each.ts'

/** Records every file of an upload, whose content is stored already. Running it twice is safe (D-45). */
export const recordEachFile = async (
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
export const recordEachDocument = async (
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
