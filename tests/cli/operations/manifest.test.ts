import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { BadBackup, readManifest, writeManifest } from '#cli/operations/backup/manifest.ts'
import { temporaryFolder } from '#tests/support/folders.ts'

describe('the manifest of a backup', () => {
  const masterKey = randomBytes(32)
  let folder: string
  beforeEach(async () => {
    folder = temporaryFolder()
    await writeManifest(folder, masterKey, { at: '2026-03-01T10:00:00.000Z', position: 7, files: [] })
  })

  it('is read with the master key that signed it', async () => {
    expect(await readManifest(folder, masterKey)).toMatchObject({ position: 7, files: [] })
  })

  it.each(['', 'short', '0'.repeat(64), 'ü'.repeat(64), '🔑'.repeat(32)])(
    'is refused in words with another signature: %j',
    async (signature) => {
      await writeFile(join(folder, 'manifest.signature'), `${signature}\n`)

      await expect(readManifest(folder, masterKey)).rejects.toBeInstanceOf(BadBackup)
    },
  )
})
