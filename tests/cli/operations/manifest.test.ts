import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BadBackup, readManifest, writeManifest } from '#cli/operations/backup/manifest.ts'

describe('the manifest of a backup', () => {
  const masterKey = randomBytes(32)
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'manifest-'))
    await writeManifest(folder, masterKey, { at: '2026-03-01T10:00:00.000Z', position: 7, files: [] })
  })
  afterEach(() => rm(folder, { recursive: true }))

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
