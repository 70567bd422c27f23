import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { ContentHash } from '#schemas/ids.ts'

/** The encoding of a text file; `damaged-utf-8` is UTF-8 with some invalid bytes. */
export type Encoding = 'utf-8' | 'damaged-utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** The character that replaces bytes which are invalid in the file's encoding. */
export const replacement = '\ufffd'

const markOf = ([first, second]: Uint8Array): Encoding | undefined => {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

/** Counts the replacement characters that a file holds itself, as UTF-8. */
const countWritten = () => {
  const bytes = Buffer.from(replacement)
  let held = Buffer.alloc(0)
  let written = 0
  return {
    add: (chunk: Uint8Array) => {
      const text = Buffer.concat([held, chunk])
      for (let at = text.indexOf(bytes); at >= 0; at = text.indexOf(bytes, at + bytes.length)) written += 1
      // Shorter than the character, so it is never counted twice.
      held = text.subarray(Math.max(0, text.length - bytes.length + 1))
    },
    written: () => written,
  }
}

/** Decodes as UTF-8, and counts the valid characters beyond ASCII and the invalid sequences. */
const countBeyondAscii = () => {
  const decoder = new TextDecoder('utf-8')
  const own = countWritten()
  const counts = { valid: 0, invalid: 0 }
  const count = (text: string) => {
    for (const [character] of text.matchAll(/[^\p{ASCII}]/gu)) {
      if (character === replacement) counts.invalid += 1
      else counts.valid += 1
    }
  }
  return {
    add: (chunk: Uint8Array) => {
      own.add(chunk)
      count(decoder.decode(chunk, { stream: true }))
    },
    end: () => {
      count(decoder.decode())
      return { valid: counts.valid + own.written(), invalid: counts.invalid - own.written() }
    },
  }
}

/** How often a byte occurs. */
const countOf = (chunk: Uint8Array, byte: number): number => {
  let count = 0
  for (let at = chunk.indexOf(byte); at >= 0; at = chunk.indexOf(byte, at + 1)) count += 1
  return count
}

/**
 * The SHA-256, the encoding, and the most lines of a file. A byte order mark decides. Text that is not UTF-8 comes from an older
 * spreadsheet on Windows, unless most of its characters beyond ASCII are valid UTF-8: one stray byte must not change
 * all the others.
 */
export const inspectText = async (path: string): Promise<{ hash: ContentHash; encoding: Encoding; lines: number }> => {
  const hash = createHash('sha256')
  const beyondAscii = countBeyondAscii()
  let start = Buffer.alloc(0)
  let lines = 1
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    if (start.length < 2) start = Buffer.concat([start, chunk.subarray(0, 2)])
    hash.update(chunk)
    lines += countOf(chunk, 0x0a) + countOf(chunk, 0x0d)
    beyondAscii.add(chunk)
  }
  const { valid, invalid } = beyondAscii.end()
  const byContent = invalid === 0 ? 'utf-8' : valid > invalid ? 'damaged-utf-8' : 'windows-1252'
  return { hash: ContentHash.parse(hash.digest('hex')), encoding: markOf(start) ?? byContent, lines }
}

/** The end-of-file mark of DOS, which some programs still write. */
const endMark = '\x1a'

/** The text of a file in chunks, without a byte order mark or end mark. */
export const readText = async function* (path: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding === 'damaged-utf-8' ? 'utf-8' : encoding)
  let held = ''
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    const text = held + decoder.decode(chunk, { stream: true })
    held = text.endsWith(endMark) ? endMark : ''
    yield text.slice(0, text.length - held.length)
  }
  yield decoder.decode()
}
