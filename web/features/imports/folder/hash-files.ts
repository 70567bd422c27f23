import type { ChosenFile } from './chosen-folder.ts'
import { faultOf } from './rows.ts'

/** The SHA-256 of each file by its path; null for one that cannot be read. */
export type Hashes = ReadonlyMap<string, string | null>

/**
 * Null for bytes that cannot be read, such as those of a file that has changed. Reads and digests apart from the page, which
 * stays free: the browser does both in threads of its own.
 */
export const hashOf = async (file: Blob): Promise<string | null> => {
  const content = await file.arrayBuffer().catch(() => null)
  if (content === null) return null
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Files that are read side by side: of a small one nearly all the time is spent waiting for it. */
const lanes = 8

/** Milliseconds between two times that the bytes are told of: to show them takes longer than to read a small file. */
const pause = 100

/** Reads the bytes of all files that may be sent. The signal ends it. */
export const hashFiles = async (
  files: readonly ChosenFile[],
  signal: AbortSignal,
  tell: (bytes: number) => void,
): Promise<Hashes> => {
  const hashes = new Map<string, string | null>()
  let bytes = 0
  let toldAt = 0
  const waiting = files.values()
  const lane = async () => {
    for (const chosen of waiting) {
      signal.throwIfAborted()
      if (!faultOf(chosen)) hashes.set(chosen.path, await hashOf(chosen.file))
      bytes += chosen.file.size
      if (performance.now() - toldAt < pause) continue
      toldAt = performance.now()
      tell(bytes)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return hashes
}
