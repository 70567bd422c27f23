import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TakenBackup } from '#schemas/resources/storage.ts'

const fileIn = (dataDir: string): string => join(dataDir, 'newest-backup.json')

/** Notes in the data folder that a backup is complete. */
export const noteBackup = (dataDir: string, backup: TakenBackup): Promise<void> =>
  writeFile(fileIn(dataDir), `${JSON.stringify(backup)}\n`)

/** The backup that was noted last; null if none was. */
export const newestBackup = async (dataDir: string): Promise<TakenBackup | null> => {
  const text = await readFile(fileIn(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : TakenBackup.parse(JSON.parse(text))
}
