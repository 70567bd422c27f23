import type { ContentStore } from '#api/adapters/content-store.ts'
import { bulkDecider } from '#api/domain/bulk.ts'
import { fileDecider } from '#api/domain/file.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle, handleNewAtFirst } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { bulkStream, fileStream } from '#api/event-store/streams.ts'
import { finishBulk } from '#api/sagas/finish.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import { BulkId, type TeamId } from '#schemas/ids.ts'
import type { ReceivedFile } from './received-files.ts'
import { storeContent } from './stored-content.ts'
import type { UploadTarget } from './upload-target.ts'

type Uploaded = EventNamed<'FileUploaded'>['data']
/** The recorded data of a file, without the categories, which all files of a batch share. */
export type RecordedFile = Omit<Uploaded, 'categoryIds'>
type Named = 'fileId' | 'teamId' | 'name' | 'completed_at' | 'expires_at' | 'expiryRule' | 'uploadedBy'
type Fields = Pick<Uploaded, Named>

/** Stores the content and returns the event data to record. */
export const storeFile = async (
  content: ContentStore,
  received: ReceivedFile,
  fields: Fields,
  { clientId, site, visit, categories }: UploadTarget,
): Promise<Uploaded> => ({
  ...fields,
  clientId,
  siteId: site.id,
  visitId: visit?.id ?? null,
  categoryIds: categories.map(({ id }) => id),
  ...(await storeContent(content, fields.teamId, received)),
})

/** Records a stored file; a retry of the command returns what the first attempt recorded, or says the same. */
export const recordFile = async (
  ledger: Ledger,
  file: Uploaded,
  context: CommandContext,
  record = handleNewAtFirst,
): Promise<{ file: RecordedFile; at: string; position: string | null }> => {
  const command = { type: 'UploadFile', file } as const
  const stream = fileStream(file.fileId)
  const { events, at, position } = await record(ledger, fileDecider, stream, command, context)
  const uploaded = events.find((event) => event.type === 'FileUploaded')?.data ?? file
  return { file: uploaded, at, position }
}

/**
 * Records stored files as one saga, which the workers finish after a crash (D-45). A retry of the command returns what
 * the first attempt recorded.
 */
export const recordFiles = async (
  ledger: Ledger,
  files: readonly Uploaded[],
  { teamId, target }: { teamId: TeamId; target: UploadTarget },
  context: CommandContext,
): Promise<{ files: RecordedFile[]; at: string; position: string | null }> => {
  const bulkId = BulkId.parse(idMadeBy(context.commandId, 'bulk'))
  const data = { bulkId, teamId, files: [...files], categoryIds: target.categories.map(({ id }) => id) }
  const begin = { type: 'Begin', beginning: { type: 'FilesUploadBegun', data } } as const
  const { events, at } = await handle(ledger, bulkDecider, bulkStream(bulkId), begin, context)
  const begun = events.find((event) => event.type === 'FilesUploadBegun')?.data ?? data
  const { position } = await finishBulk(ledger, bulkId)
  return { files: begun.files, at, position }
}
