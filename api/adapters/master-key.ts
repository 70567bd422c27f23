import { hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeOnce } from './write-once.ts'

const read = (file: string): Uint8Array | undefined => {
  try {
    return Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** The key for one purpose, 32 bytes; it reveals nothing about the others. */
export const keyFor = (masterKey: Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), `siteledger/${purpose}`, 32))

/** Identifies a master key, in 32 hexadecimal digits that reveal nothing about it. */
export const fingerprintOf = (masterKey: Uint8Array): string =>
  keyFor(masterKey, 'fingerprint').toString('hex').slice(0, 32)

/** The master key of an installation: the given one (base64), otherwise the one in its data folder. */
export const masterKeyFor = ({ masterKey, dataDir }: { masterKey: string | undefined; dataDir: string }): Uint8Array =>
  masterKey ? Buffer.from(masterKey, 'base64') : masterKeyOf(join(dataDir, 'master.key'))

/**
 * The installation's master key, 32 bytes: created once, in a file that only its owner can read. Processes that start
 * at once agree on one key: the file appears complete, and the first one wins.
 */
export const masterKeyOf = (file: string): Uint8Array => {
  const known = read(file)
  if (known) return known
  writeOnce(file, `${randomBytes(32).toString('base64url')}\n`)
  return masterKeyOf(file)
}
