import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolderOf } from '#api/event-store/embedded/stored-log.ts'
import { copyFile } from './copy-file.ts'
import { type BackedUpFile, BadBackup, type Manifest, readManifest } from './manifest.ts'
import type { Progress } from './take-backup.ts'

const ownerOnlyFolder = 0o700
const ownerOnlyFile = 0o600

const refuseFull = async (dataDir: string): Promise<void> => {
  const there = await readdir(dataDir).catch(() => [])
  if (there.length > 0) throw new BadBackup(`${dataDir} is not empty: a backup is only restored into an empty place.`)
}

const restoreFile = async (folder: string, target: string, file: BackedUpFile): Promise<void> => {
  const copied = await copyFile(join(folder, file.path), join(target, file.path)).catch((error) => {
    if (error.code === 'ENOENT') throw new BadBackup(`${file.path} is missing from the backup.`)
    throw error
  })
  if (copied.size !== file.size) {
    throw new BadBackup(`${file.path} is damaged: ${copied.size} bytes instead of ${file.size}.`)
  }
  if (copied.sha256 !== file.sha256) throw new BadBackup(`${file.path} is damaged: its content was changed.`)
}

/**
 * Restores a backup into a data folder that is empty or missing. Every byte is checked against the signed manifest
 * while it is copied to a temporary folder, which is renamed to the data folder at the end; read models are rebuilt at
 * the next start. Throws BadBackup with a one-line message, and then leaves no files.
 * @param masterKey 32 bytes, which are not in the backup; stored in the data folder unless the key is configured
 */
export const restoreBackup = async (
  folder: string,
  dataDir: string,
  masterKey: { bytes: Uint8Array; store: boolean },
  progress: Progress,
): Promise<Manifest> => {
  await refuseFull(dataDir)
  const manifest = await readManifest(folder, masterKey.bytes)
  const unfinished = `${dataDir}.restoring-${randomUUID()}`
  try {
    await mkdir(unfinished, { recursive: true, mode: ownerOnlyFolder })
    for (const [index, file] of manifest.files.entries()) {
      await restoreFile(folder, unfinished, file)
      progress(index + 1, manifest.files.length)
    }
    if (masterKey.store) {
      const text = `${Buffer.from(masterKey.bytes).toString('base64url')}\n`
      await writeFile(join(unfinished, 'master.key'), text, { mode: ownerOnlyFile, flush: true })
    }
    await mkdir(dirname(dataDir), { recursive: true })
    await rename(unfinished, dataDir)
    syncFolderOf(dataDir)
    return manifest
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}
