import { Readable } from 'node:stream'
import type { Response } from 'express'
import { Zip, ZipPassThrough } from 'fflate'
import type { Answer } from './answer.ts'
import { sendStream } from './send-content.ts'

/** A file of a zip file: where in it, when it was made, its size, and its bytes or how to read them. */
export type ZipEntry = { path: string; at: Date; size: number; from: Uint8Array | (() => Promise<Readable>) }

/** The bytes of a zip file around its contents: the headers and the descriptor of each entry, and its own end. */
const aroundEntry = ({ path }: ZipEntry): number => 30 + 16 + 46 + 2 * Buffer.byteLength(path)
const end = 22

const lengthOf = (entries: readonly ZipEntry[]): number =>
  entries.reduce((sum, entry) => sum + aroundEntry(entry) + entry.size, end)

const nothing = new Uint8Array()

/**
 * The pieces of a zip file of these entries, each made when it is asked for. Nothing is compressed, since PDFs and pictures
 * are already. Content is opened when its turn has come, and closed when nobody wants more.
 */
const zipped = async function* (entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array, void> {
  const made: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    made.push(piece)
  })
  for (const { path, at, from } of entries) {
    const entry = new ZipPassThrough(path)
    entry.mtime = at
    zip.add(entry)
    for await (const piece of typeof from === 'function' ? await from() : [from]) {
      entry.push(piece as Uint8Array, false)
      for (const each of made.splice(0)) yield each
    }
    entry.push(nothing, true)
    for (const each of made.splice(0)) yield each
  }
  zip.end()
  for (const each of made) yield each
}

const send = async (response: Response, name: string, entries: readonly ZipEntry[]): Promise<void> => {
  response.attachment(name).set({
    'content-type': 'application/zip',
    'content-length': String(lengthOf(entries)),
    'cache-control': 'no-store',
  })
  await sendStream(response, Readable.from(zipped(entries), { objectMode: false }))
}

/**
 * Answers these entries as a zip file, as fast as its reader takes it: memory holds a few pieces of one file. A reader who
 * goes away ends the work; a file that cannot be read breaks the answer off before its announced length.
 */
export const zip = (name: string, entries: readonly ZipEntry[]): Answer<undefined> => ({
  kind: 'stream',
  open: (_request, response) => send(response, name, entries),
})
