import { crc32 } from 'node:zlib'
import { type ContentStore, isWhole, type StoredContent } from '#api/adapters/content-store.ts'
import type { FileRow } from '#projections/facilities/files.ts'
import type { ContentHash, TeamId } from '#schemas/ids.ts'
import type { FileType } from '#schemas/limits/upload-rules.ts'
import type { PackProgress } from '#schemas/records/pack.ts'

/** The small picture of a content, a JPEG, which follows from its bytes alone; undefined for what cannot be drawn. */
export type PictureOf = (stored: StoredContent, type: FileType, teamId: TeamId) => Promise<Uint8Array | undefined>

/** Files of a pack that have a picture in its summary at most: there is no room for more. */
const mostPictures = 1500

/** What contents really are: the CRC-32 of those that are whole, small pictures of the first, the others by what is wrong. */
export type ReadContents = {
  whole: Map<ContentHash, number>
  pictures: Map<ContentHash, Uint8Array>
  gone: Set<ContentHash>
  differing: Set<ContentHash>
}

type Reading = {
  content: Pick<ContentStore, 'find'>
  pictureOf: PictureOf
  /** Is told how far it is. */
  tell: (progress: PackProgress) => void
}

/**
 * Reads the contents of some files of a team once, each to its end, which compares it with its hash.
 * @throws where the content store does not answer
 */
export const readContents = async (
  teamId: TeamId,
  files: readonly Pick<FileRow, 'hash' | 'mime_type'>[],
  { content, pictureOf, tell }: Reading,
): Promise<ReadContents> => {
  const read: ReadContents = { whole: new Map(), pictures: new Map(), gone: new Set(), differing: new Set() }
  const pictured = new Set(files.slice(0, mostPictures).map(({ hash }) => hash))
  const all = new Map(files.map(({ hash, mime_type }) => [hash, mime_type]))
  let done = 0
  for (const [hash, type] of all) {
    tell({ done, total: all.size })
    done += 1
    const stored = await content.find(teamId, hash)
    let crc = 0
    const crcOf = async (bytes: AsyncIterable<Uint8Array>) => {
      for await (const piece of bytes) crc = crc32(piece, crc)
    }
    if (!stored) read.gone.add(hash)
    else if (!(await isWhole(stored, crcOf))) read.differing.add(hash)
    else {
      read.whole.set(hash, crc)
      const picture = pictured.has(hash) && (await pictureOf(stored, type, teamId))
      if (picture) read.pictures.set(hash, picture)
    }
  }
  return read
}
