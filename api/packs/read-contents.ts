import { crc32 } from 'node:zlib'
import { type ContentStore, isWhole } from '#api/adapters/content-store.ts'
import type { ContentHash, TeamId } from '#schemas/ids.ts'
import type { PackProgress } from '#schemas/records/pack.ts'

/** What contents really are: the CRC-32 of those that are whole, the others by what is wrong with them. */
export type ReadContents = { whole: Map<ContentHash, number>; gone: Set<ContentHash>; differing: Set<ContentHash> }

/**
 * Reads contents of a team once, each to its end, which compares it with its hash; `tell` is told how far it is.
 * @throws where the content store does not answer
 */
export const readContents = async (
  content: Pick<ContentStore, 'find'>,
  teamId: TeamId,
  hashes: readonly ContentHash[],
  tell: (progress: PackProgress) => void,
): Promise<ReadContents> => {
  const read: ReadContents = { whole: new Map(), gone: new Set(), differing: new Set() }
  const all = new Set(hashes)
  let done = 0
  for (const hash of all) {
    tell({ done, total: all.size })
    done += 1
    const stored = await content.find(teamId, hash)
    let crc = 0
    const crcOf = async (bytes: AsyncIterable<Uint8Array>) => {
      for await (const piece of bytes) crc = crc32(piece, crc)
    }
    if (await isWhole(stored, crcOf)) read.whole.set(hash, crc)
    else (stored ? read.differing : read.gone).add(hash)
  }
  return read
}
