import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Server } from '#cli/connection/server.ts'
import { Failure } from '#cli/failure.ts'
import { openPool } from '#cli/pool.ts'
import type { ImportId } from '#schemas/ids.ts'
import { refusesOneFile } from '#schemas/limits/upload-rules.ts'
import { sendImportedFile } from '#schemas/resources/import-files.ts'
import { typeByEnding } from '../upload-form.ts'
import { type Entries, type Entry, refused } from './entries.ts'

/** Sends the bytes of all files that are wanted, some side by side. One that is refused stops no other. */
export const sendFiles = async (
  server: Server,
  run: ImportId,
  entries: Entries,
  { jobs, signal, done }: { jobs: number; signal: AbortSignal; done: (bytes: number, files: number) => void },
): Promise<void> => {
  const pool = openPool(jobs)
  let bytes = 0
  let files = 0
  const send = async (entry: Entry, row: number, place: string): Promise<void> => {
    try {
      const body = await openAsBlob(place, { type: typeByEnding(entry.path) })
      const headers = { 'content-type': body.type }
      const answer = await server.open(sendImportedFile, { params: { run, row } }, { body, headers, signal })
      await answer.body?.cancel()
      entries.keep({ ...entry, verdict: 'sent' })
    } catch (error) {
      // The line breaks as well where a file changes on its way.
      const now = await stat(place).catch(() => undefined)
      const hasChanged = now?.size !== entry.size || now.mtimeMs !== entry.changed
      if (!hasChanged && error instanceof Failure && !refusesOneFile(error.status)) throw error
      const words = error instanceof Failure ? error.message : 'The file cannot be read.'
      entries.keep(refused(entry, { file: [hasChanged ? 'The file has changed while it was imported.' : words] }))
    }
    bytes += entry.size
    files += 1
    done(bytes, files)
  }
  for (const entry of entries.of('wanted')) {
    const { inRun, place } = entry
    if (inRun === null || place === null) continue
    signal.throwIfAborted()
    await pool.add(() => send(entry, inRun, place))
  }
  await pool.idle()
}
