import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { ContentHash } from '#schemas/ids.ts'

/** How the bytes of a text file are to be read. */
export type Encoding = 'utf-8' | 'utf-16le' | 'windows-1252'

/** SHA-256 of a file, and its encoding: what is no UTF-8 comes from an older spreadsheet on Windows. */
export const inspectText = async (path: string): Promise<{ hash: ContentHash; encoding: Encoding }> => {
  const hash = createHash('sha256')
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = true
  let start = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    if (start.length < 2) start = Buffer.concat([start, chunk.subarray(0, 2)])
    hash.update(chunk)
    if (!isUtf8) continue
    try {
      decoder.decode(chunk, { stream: true })
    } catch {
      isUtf8 = false
    }
  }
  if (isUtf8) {
    try {
      decoder.decode()
    } catch {
      isUtf8 = false
    }
  }
  const hasMark = start[0] === 0xff && start[1] === 0xfe
  const encoding = hasMark ? 'utf-16le' : isUtf8 ? 'utf-8' : 'windows-1252'
  return { hash: ContentHash.parse(hash.digest('hex')), encoding }
}

/** The text of a file, piece by piece, without the mark that some programs write before it. */
export const readText = async function* (path: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    yield decoder.decode(chunk, { stream: true })
  }
  yield decoder.decode()
}
