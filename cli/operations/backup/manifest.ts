import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { keyFor } from '#api/adapters/master-key.ts'

/** Version of the backup's layout; a newer one is refused. */
const format = 1

/** One file of a backup: its path below the data folder, its size in bytes and its SHA-256 in hexadecimal. */
const BackedUpFile = z.object({
  path: z.string().regex(/^(?!.*\.\.)[\w.-]+(\/[\w.-]+)*$/),
  size: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type BackedUpFile = z.infer<typeof BackedUpFile>

/** The content of a backup. `position` is that of the last event; `files` lists all files to restore. */
export const Manifest = z.object({
  format: z.int().max(format, 'was made by a newer version'),
  at: z.iso.datetime(),
  position: z.int().min(0),
  files: z.array(BackedUpFile),
})
export type Manifest = z.infer<typeof Manifest>

/** A backup that must not be restored, with the reason in one line. */
export class BadBackup extends Error {
  override name = 'BadBackup'
}

const names = { manifest: 'manifest.json', signature: 'manifest.signature' } as const

const signatureOf = (masterKey: Uint8Array, text: string): string =>
  createHmac('sha256', keyFor(masterKey, 'backup-manifest')).update(text).digest('hex')

/** Writes the manifest as the last file, since a folder without one is no backup. It is signed with the master key. */
export const writeManifest = async (folder: string, masterKey: Uint8Array, content: Omit<Manifest, 'format'>) => {
  const text = `${JSON.stringify({ format, ...content }, null, 2)}\n`
  await writeFile(join(folder, names.signature), `${signatureOf(masterKey, text)}\n`, { flush: true })
  await writeFile(join(folder, names.manifest), text, { flush: true })
}

const readText = (folder: string, name: string): Promise<string> =>
  readFile(join(folder, name), 'utf8').catch(() => {
    throw new BadBackup(`${folder} is no whole backup: ${name} is missing.`)
  })

const isSame = (one: string, other: string): boolean => {
  const actual = Buffer.from(one)
  const expected = Buffer.from(other)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/**
 * Reads the manifest of a backup. Throws BadBackup if it is missing, of a newer version, or signed with another key.
 */
export const readManifest = async (folder: string, masterKey: Uint8Array): Promise<Manifest> => {
  const [text, signature] = await Promise.all([readText(folder, names.manifest), readText(folder, names.signature)])
  if (!isSame(signature.trim(), signatureOf(masterKey, text))) {
    throw new BadBackup(`The manifest of ${folder} was changed, or this is not the master key it was signed with.`)
  }
  const parsed = Manifest.safeParse(JSON.parse(text))
  if (!parsed.success) throw new BadBackup(`${folder} ${parsed.error.issues[0]?.message}.`)
  return parsed.data
}
