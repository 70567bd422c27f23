import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Storage } from '#schemas/resources/storage.ts'
import { newestBackup } from './newest-backup.ts'

/** The size of a file; null if there is none. */
const sizeOf = async (file: string): Promise<number | null> => {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return found?.size ?? null
}

/** A SQLite file with its write-ahead log. */
const databaseSize = async (file: string): Promise<number | null> => {
  const size = await sizeOf(file)
  return size === null ? null : size + ((await sizeOf(`${file}-wal`)) ?? 0)
}

const folderSize = async (folder: string): Promise<number> => {
  const sizes = (await readdir(folder)).map((name) => sizeOf(join(folder, name)))
  return (await Promise.all(sizes)).reduce<number>((sum, size) => sum + (size ?? 0), 0)
}

/** Bytes that are free on the disk of a folder. */
export const freeAt = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

type Folders = { dataDir: string; contentUrl: string }

/** The space that an installation takes on its disks, and the free space. */
export const inspectStorage = async ({ dataDir, contentUrl }: Folders): Promise<Storage> => ({
  events: await databaseSize(join(dataDir, 'events.sqlite')),
  events_since: await stat(join(dataDir, 'events.sqlite')).then(
    ({ birthtime }) => birthtime.toISOString(),
    () => null,
  ),
  read_models: await folderSize(join(dataDir, 'read-models')),
  free: await freeAt(dataDir),
  // A bucket does not tell, and has no end.
  content_free: contentUrl.startsWith('file:') ? await freeAt(fileURLToPath(contentUrl)) : null,
  newest_backup: await newestBackup(dataDir),
})
