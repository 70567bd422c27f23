import type { ContentStore } from '#api/adapters/content-store.ts'
import { contentColumns } from '#projections/facilities/originals.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { TeamId } from '#schemas/ids.ts'
import { maxUploadBytes, nameOfType } from '#schemas/limits/upload-rules.ts'
import type { ReceivedFile } from './received-files.ts'

const limits = { maxBytes: maxUploadBytes }

/** Stores received content, with the photo that it was made of, and returns what events record about it. */
export const storeContent = async (content: ContentStore, teamId: TeamId, received: ReceivedFile) => {
  const { original } = received
  const kept = original && { type: original.type, content: await content.putFile(teamId, original, limits) }
  return {
    localFileName: nameOfType(received.fileName, received.sniffed),
    type: received.declared,
    mimeType: received.sniffed,
    content: await content.putFile(teamId, received, limits),
    ...(kept && { original: kept }),
  }
}

type Uploaded = Omit<EventNamed<'FileUploaded'>['data'], 'categoryIds'> | EventNamed<'DocumentUploaded'>['data']

/** The columns that files and documents share, as they are right after the upload. */
export const uploadedColumns = (uploaded: Uploaded, at: string) => ({
  name: uploaded.name,
  ...contentColumns(uploaded),
  completed_at: uploaded.completed_at,
  expires_at: uploaded.expires_at,
  created_at: at,
  revision: '0',
})
