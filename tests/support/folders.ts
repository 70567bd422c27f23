import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

const emptyFolder = (): string => mkdtempSync(join(tmpdir(), 'siteledger-'))
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true })

/** An empty folder of the test that is running, gone with it. */
export const temporaryFolder = (): string => {
  const folder = emptyFolder()
  onTestFinished(() => remove(folder))
  return folder
}

/** An empty folder of all tests of this place, gone after the last. */
export const sharedFolder = (): string => {
  const folder = emptyFolder()
  afterAll(() => remove(folder))
  return folder
}
