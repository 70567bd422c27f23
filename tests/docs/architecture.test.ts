import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')

const foldersIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${join(folder, name)}/`)

const rooms = ['schemas', 'projections', 'api', 'workers', 'cli', 'web', 'tests']

/** Each folder that the page names, such as `api/` or `api/http/`. */
const named = [...page.matchAll(/`([\w./-]+\/)`/g)].map(([, folder = '']) => folder)

test('the picture of the structure names every folder of two levels, and none that is not there', () => {
  const folders = rooms.flatMap((room) => [`${room}/`, ...foldersIn(room)])

  expect(folders.filter((folder) => !named.includes(folder))).toEqual([])
  expect(named.filter((folder) => !existsSync(join(root, folder)))).toEqual([])
})

test('the page stays one that is read in a quarter of an hour', () => {
  expect(Buffer.byteLength(page)).toBeLessThanOrEqual(12 * 1024)
})
