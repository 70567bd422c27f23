import type { ContentStore } from '#api/adapters/content-store.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { TeamId } from '#schemas/ids.ts'
import { maxUploadBytes, nameOfType } from '#schemas/upload-rules.ts'
import type { ReceivedFile } from './received-files.ts'

/** Stores received content and returns what events record about it. */
export const storeContent = async (content: ContentStore, teamId: TeamId, received: ReceivedFile) => ({
  localFileName: nameOfType(received.fileName, received.sniffed),
  type: received.declared,
  mimeType: received.sniffed,
  content: await content.putFile(teamId, received, { maxBytes: maxUploadBytes }),
})

type Uploaded = Omit<EventNamed<'FileUploaded'>['data'], 'categoryIds'> | EventNamed<'DocumentUploaded'>['data']

/** The columns that files and documents share, as they are right after the upload. */
export const uploadedColumns = (uploaded: Uploaded, at: string) => ({
  name: uploaded.name,
  local_file_name: uploaded.localFileName,
  type: uploaded.type,
  mime_type: uploaded.mimeType,
  hash: uploaded.content.hash,
  size: uploaded.content.size,
  completed_at: uploaded.completed_at,
  expires_at: uploaded.expires_at,
  created_at: at,
  revision: '0',
})
