import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Server } from '#cli/connection/server.ts'
import { Failure } from '#cli/failure.ts'
import type { ImportId } from '#schemas/ids.ts'
import { refusesOneFile } from '#schemas/limits/upload-rules.ts'
import { sendImportedFile } from '#schemas/resources/import-files.ts'
import { typeByEnding } from '../upload-form.ts'
import { type Entries, refused, type Working, workOn } from './entries.ts'

/** Sends the bytes of all files that are wanted. One that is refused stops no other. */
export const sendFiles = (server: Server, run: ImportId, entries: Entries, sending: Working): Promise<void> =>
  workOn(entries, 'wanted', sending, async (entry, place) => {
    const { path, size, changed, inRun } = entry
    try {
      const body = await openAsBlob(place, { type: typeByEnding(path) })
      const request = { body, headers: { 'content-type': body.type }, signal: sending.signal }
      const answer = await server.open(sendImportedFile, { params: { run, row: Number(inRun) } }, request)
      await answer.body?.cancel()
      return { ...entry, verdict: 'sent' }
    } catch (error) {
      // The line breaks as well where a file changes on its way.
      const now = await stat(place).catch(() => undefined)
      const hasChanged = now?.size !== size || now.mtimeMs !== changed
      if (!hasChanged && error instanceof Failure && !refusesOneFile(error.status)) throw error
      const words = error instanceof Failure ? error.message : 'The file cannot be read.'
      return refused(entry, { file: [hasChanged ? 'The file has changed while it was imported.' : words] })
    }
  })
