import { open } from 'node:fs/promises'

/** A document that is to be opened: its bytes, or where they are. */
export type Document = Uint8Array | { path: string }

/**
 * Reads one document after the other into the same memory, which is as large as the largest was: new megabytes for each
 * cost more to collect than all else that is done with them here. What was read is good until the next is.
 * Throws what the disk throws.
 */
export const documentReader = (): ((document: Document) => Promise<Uint8Array>) => {
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
