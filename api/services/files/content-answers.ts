import { type ContentHolder, type ContentStore, findOrMiss } from '#api/adapters/content-store.ts'
import type { ContentAnswer } from '#api/http/answer.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import type { FileRow } from '#projections/facilities/files.ts'
import type { OriginalColumns } from '#projections/facilities/originals.ts'
import type { ContentHash, TeamId } from '#schemas/ids.ts'
import { drawnType } from '#schemas/records/picture-state.ts'
import { downloadName, type Kept, photoName } from './download-name.ts'

/** How content is answered. */
type Shown = Pick<ContentAnswer, 'type' | 'disposition' | 'name' | 'immutable'>

/**
 * Answers with the content of files and documents, and with what is drawn. Throws 404 for what has no content, and
 * ContentMissing where its bytes are not in the store.
 */
export const contentAnswers = (content: ContentStore) => {
  const kept = async (holder: ContentHolder, hash: ContentHash | null, shown: Shown): Promise<ContentAnswer> => ({
    kind: 'content',
    stored: await findOrMiss(content, holder, orNotFound(hash ?? undefined), shown.name),
    ...shown,
  })

  return {
    kept,
    original: (teamId: TeamId, file: Kept, disposition: ContentAnswer['disposition']) =>
      kept(teamId, file.hash, { type: file.mime_type, disposition, name: downloadName(file) }),
    /** The photo that the content was made of. */
    photo: (teamId: TeamId, file: Kept & OriginalColumns) => {
      const type = orNotFound(file.original_type ?? undefined)
      return kept(teamId, file.original_hash, { type, disposition: 'attachment', name: photoName(file, type) })
    },
    /** A picture that was drawn; `immutable` where its address changes with it. */
    drawn: (holder: ContentHolder, hash: FileRow['thumbnail_hash'] | undefined, name: string, immutable = true) =>
      kept(holder, hash ?? null, { type: drawnType, disposition: 'inline', name, immutable }),
  }
}
