import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { masterKeyFor } from '#api/adapters/master-key.ts'
import { temporaryFolder } from '#tests/support/folders.ts'

describe('the master key', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = temporaryFolder()
  })

  test('is created once, stored, and readable only by its owner', async () => {
    const made = masterKeyFor({ masterKey: undefined, dataDir })

    expect(made).toHaveLength(32)
    expect(masterKeyFor({ masterKey: undefined, dataDir })).toEqual(made)
    expect((await stat(join(dataDir, 'master.key'))).mode & 0o777).toBe(0o600)
    expect(await readdir(dataDir)).toEqual(['master.key'])
  })

  test('that is configured is used, and nothing is written', async () => {
    const masterKey = Buffer.alloc(32, 7)

    expect(masterKeyFor({ masterKey: masterKey.toString('base64'), dataDir })).toEqual(masterKey)
    expect(await readdir(dataDir)).toEqual([])
  })
})
