import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { prepareDataDir } from '#cli/operations/first-checks.ts'

it('a start says that the disk is full before it begins, and leaves nothing behind', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'siteledger-full-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  symlinkSync('/dev/full', join(dataDir, `.write-test-${process.pid}`))

  expect(() => prepareDataDir(dataDir)).toThrow(`DATA_DIR "${dataDir}" cannot be written: the disk is full.`)
  expect(readdirSync(dataDir)).toEqual([])
  prepareDataDir(dataDir)
  expect(readdirSync(dataDir)).toEqual([])
})
