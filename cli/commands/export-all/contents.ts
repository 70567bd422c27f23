import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { ExportFolder } from '#cli/output/export-folder.ts'
import { openPool } from '#cli/pool.ts'

/** A content of the server, where it belongs in the folder, and the call that opens it. */
export type Content = { path: string; size: number; sha256: string; open: () => Promise<Response> }

/** How many are fetched side by side. */
const atOnce = 4

/** What arrives with other bytes is asked for once more. */
const tries = 2

/**
 * Brings contents into a folder, each compared with its SHA-256. What lies there already stays, what lies there under
 * another path is copied, and what cannot be brought is told by its path.
 */
export const openContents = (folder: ExportFolder, signal: AbortSignal, done: (files: number) => void) => {
  const pool = openPool(atOnce)
  const places = new Map<string, string>()
  const counts = { files: 0, brought: 0 }
  const missing: string[] = []

  const fetched = async ({ path, sha256, open }: Content): Promise<boolean> => {
    for (let left = tries; left > 0; left -= 1) {
      const answer = await open()
      if (await folder.write(path, Readable.fromWeb(answer.body as ReadableStream), sha256)) return true
    }
    return false
  }

  const bring = async (content: Content): Promise<void> => {
    const { path, sha256 } = content
    const elsewhere = places.get(sha256)
    if (!(await folder.holds(path, content))) {
      if (elsewhere !== undefined && (await folder.holds(elsewhere, content))) await folder.copy(elsewhere, path)
      else if (await fetched(content)) counts.brought += 1
      else missing.push(path)
    }
    places.set(sha256, path)
    counts.files += 1
    done(counts.files)
  }

  return {
    counts,
    missing,
    /** Says that a content lay at a path when the folder was written the last time. */
    remember: (sha256: string, path: string): void => void places.set(sha256, path),
    add: async (content: Content): Promise<void> => {
      signal.throwIfAborted()
      await pool.add(() => bring(content))
    },
    idle: pool.idle,
  }
}
export type Contents = ReturnType<typeof openContents>
