import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

const read = (file: string): Uint8Array | undefined => {
  try {
    return Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * The installation's master key, 32 bytes: made once, kept in a file that its owner alone may read.
 * Two processes that start at once agree: the file appears whole, and the first one counts.
 */
export const masterKeyOf = (file: string): Uint8Array => {
  const known = read(file)
  if (known) return known
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  return masterKeyOf(file)
}
