import { readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { prepareDataDir } from '#cli/operations/first-checks.ts'
import { temporaryFolder } from '#tests/support/folders.ts'

it('a start says that the disk is full before it begins, and leaves nothing behind', () => {
  const dataDir = temporaryFolder()
  symlinkSync('/dev/full', join(dataDir, `.write-test-${process.pid}`))

  expect(() => prepareDataDir(dataDir)).toThrow(`DATA_DIR "${dataDir}" cannot be written: the disk is full.`)
  expect(readdirSync(dataDir)).toEqual([])
  prepareDataDir(dataDir)
  expect(readdirSync(dataDir)).toEqual([])
})
