import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

const ownerOnlyFolder = 0o700
const ownerOnlyFile = 0o600

/** The number of copied bytes, and their SHA-256 in hexadecimal. */
export type Copied = { size: number; sha256: string }

/** Hashes a file on the disk. */
export const hashFile = async (path: string): Promise<Copied> => {
  const sha256 = createHash('sha256')
  let size = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    sha256.update(chunk)
    size += chunk.length
  }
  return { size, sha256: sha256.digest('hex') }
}

/** Copies a file and hashes its bytes; the copy is on the disk when it resolves. Throws if the target exists. */
export const copyFile = async (from: string, to: string): Promise<Copied> => {
  await mkdir(dirname(to), { recursive: true, mode: ownerOnlyFolder })
  const sha256 = createHash('sha256')
  let size = 0
  const target = await open(to, 'wx', ownerOnlyFile)
  try {
    for await (const chunk of createReadStream(from) as AsyncIterable<Buffer>) {
      sha256.update(chunk)
      size += chunk.length
      await target.writeFile(chunk)
    }
    await target.sync()
  } finally {
    await target.close()
  }
  return { size, sha256: sha256.digest('hex') }
}
