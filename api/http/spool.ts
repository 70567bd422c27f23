import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ContentHash } from '#schemas/ids.ts'

/** Bytes and SHA-256 of what was written to a file. */
export type Spooled = { size: number; hash: ContentHash }

/** Bytes that may wait while others are written: what came meanwhile is written at one go. */
const mostWaiting = 1024 * 1024

/**
 * Writes what comes to a new file and hashes it on the way, so that nobody has to read it again for that. Of what is
 * larger than `maxBytes` only as much is kept as shows it: reading goes on, so that the sender hears why it is refused.
 * @param source a stream of bytes
 * @param path of a file that does not exist
 */
export const spool = async (source: Readable, path: string, maxBytes: number): Promise<Spooled> => {
  const sha256 = createHash('sha256')
  let size = 0
  const cut = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      if (size <= maxBytes) {
        sha256.update(chunk)
        yield chunk
      }
      size += chunk.length
    }
  }
  await pipeline(source, cut, createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark: mostWaiting }))
  return { size, hash: ContentHash.parse(sha256.digest('hex')) }
}
