import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { finished, pipeline } from 'node:stream/promises'
import { ContentHash } from '#schemas/ids.ts'

/** Size in bytes and SHA-256 of a spooled file. */
export type Spooled = { size: number; hash: ContentHash }

/** Write buffer in bytes: chunks that arrive during a write are written together. */
const maxWaiting = 1024 * 1024

/**
 * Writes a stream to a new file and hashes it on the way, which saves reading it again. Once the size exceeds
 * `maxBytes`, further chunks are read but not stored, so that the sender receives the refusal. A stream that fails
 * leaves no file.
 * @param source a stream of bytes
 * @param path of a file that does not exist
 */
export const spool = async (source: AsyncIterable<Buffer>, path: string, maxBytes: number): Promise<Spooled> => {
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
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark: maxWaiting })
  try {
    await pipeline(source, cut, file)
  } catch (error) {
    // The pipeline does not wait for the file, which may still be opening and would appear after its removal.
    await finished(file).catch(() => {})
    await rm(path, { force: true })
    throw error
  }
  return { size, hash: ContentHash.parse(sha256.digest('hex')) }
}
