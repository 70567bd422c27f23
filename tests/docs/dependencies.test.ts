import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const sources = ['api', 'cli', 'workers'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join(root, folder, path), 'utf8')),
)

/** Records of dependencies by what their types are called, with the text between their braces. */
const record = /^(?:export )?type (\w*(?:Setup|Ports|Models|Stores|Pipeline|Tools)) = [^{}\n]*\{\n(.*?)^\}/gms
const recordsIn = (text: string) =>
  [...text.matchAll(record)].map(([, name = '', body = '']) => ({
    name,
    size: body.match(/^ {2}\w+\??:/gm)?.length ?? 0,
  }))

test('no record of dependencies has more than 12 members', () => {
  const members = Array.from({ length: 13 }, (_, at) => `  /** One. */\n  m${at}?: {\n    n: A\n  }\n`).join('')
  expect(recordsIn(`type ASetup = Pick<B, 'b'> & {\n${members}}\n`)).toEqual([{ name: 'ASetup', size: 13 }])

  const records = sources.flatMap(recordsIn)
  expect(records.map(({ name }) => name)).toEqual(expect.arrayContaining(['BackgroundSetup', 'Ports', 'SharedStores']))
  expect(records.filter(({ size }) => size > 12)).toEqual([])
})
