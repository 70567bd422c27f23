import type { ContentStore } from '#api/adapters/content-store.ts'
import { fileDecider } from '#api/domain/file.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { fileStream } from '#api/event-store/streams.ts'
import type { FileRow } from '#projections/files.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
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

/** Records a stored file; at a second try of the command the file is what the first one recorded. */
export const recordFile = async (
  ledger: Ledger,
  file: Uploaded,
  { site, visit, categories }: PlaceOfFiles,
  context: CommandContext,
): Promise<{ row: FileRow; position: string | null }> => {
  const command = { type: 'UploadFile', file } as const
  const stream = fileStream(file.fileId)
  const { events, at, position, revision } = await handle(ledger, fileDecider, stream, command, context)
  const uploaded = events.find((event) => event.type === 'FileUploaded')?.data ?? file
  const row: FileRow = {
    id: uploaded.fileId,
    ...uploadedColumns(uploaded, at, revision),
    uploaded_by: uploaded.uploadedBy,
    thumbnail_state: 'pending',
    thumbnail_hash: null,
    thumbnail_version: null,
    visit_id: uploaded.visitId,
    visit_name: visit?.name ?? null,
    site_id: site.id,
    site_name: site.name,
    client_id: site.client_id,
    client_name: site.client_name,
    categories,
  }
  return { row, position }
}
