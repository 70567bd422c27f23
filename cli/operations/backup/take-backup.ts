import { chmod, mkdir, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { backup as copyDatabase, DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { masterKeyFor } from '#api/adapters/master-key.ts'
import { noteBackup } from '#api/adapters/newest-backup.ts'
import type { Env } from '#api/env/env.ts'
import { backupEventStore } from '#api/event-store/embedded/stored-log.ts'
import { copyFile, hashFile } from './copy-file.ts'
import { type BackedUpFile, BadBackup, type Manifest, writeManifest } from './manifest.ts'

/** Reports the number of copied files and of all files. */
export type Progress = (done: number, all: number) => void

const ownerOnlyFolder = 0o700

const emptyFolder = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: ownerOnlyFolder })
  await chmod(folder, ownerOnlyFolder)
  if ((await readdir(folder)).length > 0) throw new BadBackup(`${folder} is not empty: name a new folder.`)
}

const copyKeys = async (from: string, to: string): Promise<void> => {
  const keys = new DatabaseSync(from, { readOnly: true, timeout: 5000 })
  try {
    await copyDatabase(keys, to)
  } finally {
    keys.close()
  }
}

const filesIn = async (root: string): Promise<string[]> => {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()
}

/** Lists finished content only: running uploads are in a separate folder. */
const contentIn = async (root: string): Promise<string[]> =>
  (await filesIn(root)).filter((path) => !path.startsWith('.incoming'))

/** What the notary has signed; its tree follows from the log. */
const signedIn = async (folder: string): Promise<string[]> =>
  (await filesIn(folder)).filter((path) => path === 'last' || /\.(note|tsr)$/.test(path))

type Folders = { from: string; to: string; below: string }

/** Copies files of a folder to a folder below another one. */
const copyAll = async (paths: readonly string[], { from, to, below }: Folders, progress?: Progress) => {
  const copied: BackedUpFile[] = []
  for (const path of paths) {
    copied.push({ path: `${below}/${path}`, ...(await copyFile(join(from, path), join(to, below, path))) })
    progress?.(copied.length, paths.length)
  }
  return copied
}

/**
 * Backs up events, keys and content into an empty folder while the product runs. Events come first: content is on the
 * disk before its event, so everything that the copied log refers to is copied after it. The master key is not
 * included. Throws BadBackup with a one-line message.
 */
export const takeBackup = async (env: Env, folder: string, progress: Progress): Promise<Manifest> => {
  if (env.eventStoreUrl) {
    throw new BadBackup('The log is in an EventStoreDB of its own (EVENTSTORE_URL): back that up with its own tools.')
  }
  for (const [variable, url] of [
    ['CONTENT_URL', env.contentUrl],
    ['KEYS_URL', env.keysUrl],
  ] as const) {
    if (!url.startsWith('file:')) throw new BadBackup(`${variable} is a bucket: back that up with its own tools.`)
  }
  await emptyFolder(folder)
  const at = new Date().toISOString()
  // Before the log, which would end before what was signed of it meanwhile.
  const notary = join(env.dataDir, 'notary')
  const signed = await copyAll(await signedIn(notary), { from: notary, to: folder, below: 'notary' })
  const position = await backupEventStore(join(env.dataDir, 'events.sqlite'), join(folder, 'events.sqlite'))
  await copyKeys(fileURLToPath(env.keysUrl), join(folder, 'keys.sqlite'))
  const databases = await Promise.all(
    ['events.sqlite', 'keys.sqlite'].map(async (path) => ({ path, ...(await hashFile(join(folder, path))) })),
  )
  const root = fileURLToPath(env.contentUrl)
  const paths = await contentIn(root)
  const content = await copyAll(paths, { from: root, to: folder, below: 'content' }, progress)
  const manifest = { at, position, files: [...databases, ...signed, ...content] }
  await writeManifest(folder, masterKeyFor(env), manifest)
  const bytes = manifest.files.reduce((sum, { size }) => sum + size, 0)
  await noteBackup(env.dataDir, { at, files: manifest.files.length, bytes })
  return { format: 1, ...manifest }
}
