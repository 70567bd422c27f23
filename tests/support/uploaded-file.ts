import type { EventNamed } from '#schemas/events/registry.ts'
import { ContentHash } from '#schemas/ids.ts'
import { detailsOf } from './details.ts'
import { newClientId, newFileId, newSiteId, newTeamId, newUserId } from './new-ids.ts'

type UploadedFile = EventNamed<'FileUploaded'>['data']

/** The payload of a new file's event: ten bytes of an image on a site of its own, with `changes`. */
export const uploadedFile = (changes: Partial<UploadedFile> = {}): UploadedFile => ({
  fileId: newFileId(),
  teamId: newTeamId(),
  clientId: newClientId(),
  siteId: newSiteId(),
  visitId: null,
  categoryIds: [],
  ...detailsOf.file({ name: 'plan', completed_at: '2026-03-01' }),
  localFileName: 'plan',
  type: changes.mimeType ?? 'image/png',
  mimeType: 'image/png',
  content: { hash: ContentHash.parse('a'.repeat(64)), size: 10 },
  uploadedBy: newUserId(),
  ...changes,
})
