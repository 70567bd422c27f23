import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A document to open: its bytes, or its path. */
export type Document = Uint8Array | { path: string }

/**
 * Reads one document after the other into the same buffer, which grows to the size of the largest: allocating megabytes
 * for each costs more in garbage collection than the rest of the work here. The bytes are valid until the next read.
 * Throws file system errors.
 */
const documentReader = (): ((document: Document) => Promise<Uint8Array>) => {
  let memory = Buffer.alloc(0)
  return async (document) => {
    if (document instanceof Uint8Array) return document
    const file = await open(document.path)
    try {
      const { size } = await file.stat()
      if (memory.length < size) memory = Buffer.allocUnsafeSlow(size)
      const { bytesRead } = await file.read(memory, 0, size, 0)
      if (bytesRead < size) throw new Error(`${document.path} has become shorter`)
      return memory.subarray(0, size)
    } finally {
      await file.close()
    }
  }
}

/** A file in memory without a name, by which documents go to a renderer, one at a time. */
export type Handover = {
  /** The descriptor that the renderer inherits, for reading only. */
  readable: number
  /** Replaces the document, and returns its size. Throws file system errors. */
  put: (document: Document) => Promise<number>
  close: () => Promise<void>
}

/** Linux keeps these files in memory alone. */
const inMemory = '/dev/shm'

const folder = (): Promise<string> => access(inMemory, constants.W_OK).then(() => inMemory, tmpdir)

/** Opens a hand-over for the life of one renderer. */
export const openHandover = async (): Promise<Handover> => {
  const path = join(await folder(), `siteledger-${randomUUID()}`)
  const writer = await open(path, 'wx', 0o600)
  const reader = await open(path, 'r')
  await rm(path)
  const bytesOf = documentReader()
  return {
    readable: reader.fd,
    put: async (document) => {
      const bytes = await bytesOf(document)
      const { bytesWritten } = await writer.write(bytes, 0, bytes.byteLength, 0)
      if (bytesWritten < bytes.byteLength) throw new Error('There is no room for a document')
      return bytes.byteLength
    },
    close: async () => {
      await reader.close()
      await writer.close()
    },
  }
}
