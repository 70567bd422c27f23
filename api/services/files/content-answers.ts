import type { ContentStore } from '#api/adapters/content-store.ts'
import type { ContentAnswer } from '#api/http/answer.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import type { FileRow } from '#projections/facilities/files.ts'
import type { OriginalColumns } from '#projections/facilities/originals.ts'
import type { ContentHash, TeamId } from '#schemas/ids.ts'
import { drawnType } from '#schemas/records/picture-state.ts'
import { downloadName, type Kept, photoName } from './download-name.ts'

/** Answers with the content of files and documents, and with their thumbnails; throws 404 where there is none. */
export const contentAnswers = (content: ContentStore) => {
  const pathOf = async (teamId: TeamId, hash: ContentHash | null) =>
    orNotFound((hash && (await content.find(teamId, hash))) || undefined).path

  return {
    original: async (teamId: TeamId, file: Kept, disposition: ContentAnswer['disposition']): Promise<ContentAnswer> => {
      const path = await pathOf(teamId, file.hash)
      return { kind: 'content', path, type: file.mime_type, disposition, name: downloadName(file) }
    },
    /** The photo that the content was made of. */
    photo: async (teamId: TeamId, file: Kept & OriginalColumns): Promise<ContentAnswer> => {
      const { original_type, original_hash } = file
      const type = orNotFound(original_type ?? undefined)
      const path = await pathOf(teamId, original_hash)
      return { kind: 'content', path, type, disposition: 'attachment', name: photoName(file, type) }
    },
    /** `immutable` where the address changes with the thumbnail. */
    thumbnail: async (
      teamId: TeamId,
      { thumbnail_hash: hash }: Pick<FileRow, 'thumbnail_hash'>,
      immutable: boolean,
    ): Promise<ContentAnswer> => {
      const path = await pathOf(teamId, hash)
      return { kind: 'content', path, type: drawnType, disposition: 'inline', name: 'thumbnail.webp', immutable }
    },
  }
}
