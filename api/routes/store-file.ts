import type { ContentStore } from '#api/adapters/content-store.ts'
import { finishBulk } from '#api/bulk/finish.ts'
import { bulkDecider } from '#api/domain/bulk.ts'
import { fileDecider } from '#api/domain/file.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle, handleNewAtFirst } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { bulkStream, fileStream } from '#api/event-store/streams.ts'
import type { FileRow } from '#projections/files.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import { BulkId, type TeamId } from '#schemas/ids.ts'
import type { PlaceOfFiles } from './file-place.ts'
import type { ReceivedFile } from './received-files.ts'
import { storeContent, uploadedColumns } from './stored-content.ts'

type Uploaded = EventNamed<'FileUploaded'>['data']
type Said = Pick<Uploaded, 'fileId' | 'teamId' | 'name' | 'completedOn' | 'uploadedBy'>

/** Puts the bytes in a safe place and answers what is to be recorded about them. */
export const storeFile = async (
  content: ContentStore,
  received: ReceivedFile,
  said: Said,
  { clientId, site, visit, categories }: PlaceOfFiles,
): Promise<Uploaded> => ({
  ...said,
  clientId,
  siteId: site.id,
  visitId: visit?.id ?? null,
  categoryIds: categories.map(({ id }) => id),
  ...(await storeContent(content, said.teamId, received)),
})

/** A file right after its upload. */
const newRow = (uploaded: Omit<Uploaded, 'categoryIds'>, at: string, place: PlaceOfFiles): FileRow => ({
  id: uploaded.fileId,
  ...uploadedColumns(uploaded, at),
  uploaded_by: uploaded.uploadedBy,
  thumbnail_state: 'pending',
  thumbnail_hash: null,
  thumbnail_version: null,
  visit_id: uploaded.visitId,
  visit_name: place.visit?.name ?? null,
  site_id: place.site.id,
  site_name: place.site.name,
  client_id: place.site.client_id,
  client_name: place.site.client_name,
  categories: place.categories,
})

/** Records a stored file; at a second try of the command the file is what the first one recorded. */
export const recordFile = async (
  ledger: Ledger,
  file: Uploaded,
  place: PlaceOfFiles,
  context: CommandContext,
): Promise<{ row: FileRow; position: string | null }> => {
  const command = { type: 'UploadFile', file } as const
  const stream = fileStream(file.fileId)
  const { events, at, position } = await handleNewAtFirst(ledger, fileDecider, stream, command, context)
  const uploaded = events.find((event) => event.type === 'FileUploaded')?.data ?? file
  return { row: newRow(uploaded, at, place), position }
}

/**
 * Records stored files as one: what a crash leaves undone is done by the workers (D-45). At a second try of the command
 * they are what the first one recorded.
 */
export const recordFiles = async (
  ledger: Ledger,
  files: readonly Uploaded[],
  { teamId, place }: { teamId: TeamId; place: PlaceOfFiles },
  context: CommandContext,
): Promise<{ rows: FileRow[]; position: string | null }> => {
  const bulkId = BulkId.parse(idMadeBy(context.commandId, 'bulk'))
  const data = { bulkId, teamId, files: [...files], categoryIds: place.categories.map(({ id }) => id) }
  const begin = { type: 'Begin', beginning: { type: 'FilesUploadBegun', data } } as const
  const { events, at } = await handle(ledger, bulkDecider, bulkStream(bulkId), begin, context)
  const begun = events.find((event) => event.type === 'FilesUploadBegun')?.data ?? data
  const { position } = await finishBulk(ledger, bulkId)
  return { rows: begun.files.map((file) => newRow(file, at, place)), position }
}
