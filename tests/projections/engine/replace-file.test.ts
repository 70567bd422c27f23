import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { removeLeftovers } from '#projections/engine/replace-file.ts'
import { temporaryFolder } from '#tests/support/folders.ts'

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
})

/** A file of a read model, and where a process that was killed left it. */
const left = (subfolder: string, text: string) => {
  mkdirSync(join(folder, subfolder), { recursive: true })
  writeFileSync(join(folder, subfolder, 'directory.sqlite'), text)
}
const live = () => readFileSync(join(folder, 'directory.sqlite'), 'utf8')

test('a file that was put aside for another is put back where the other did not come', () => {
  left('.replacing/directory', 'earlier')
  left('.succeeding/directory', 'new')

  removeLeftovers(folder)

  expect([live(), readdirSync(folder)]).toEqual(['earlier', ['directory.sqlite']])
})

test('one whose other has come stays away', () => {
  left('.replacing/directory', 'earlier')
  left('', 'new')

  removeLeftovers(folder)

  expect([live(), readdirSync(folder)]).toEqual(['new', ['directory.sqlite']])
})
