import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

test('operators find every variable of the environment, and none that is not read', () => {
  const source = readdirSync(join(root, 'api/env')).map((name) => textOf(`api/env/${name}`))
  const read = source.flatMap((text) => [...text.matchAll(/^ +([A-Z][A-Z_]+):/gm)].map(([, name]) => name))
  const rows = textOf('docs/generated/environment.md').matchAll(/^\| (`[A-Z][A-Z_]+`(?:, `[A-Z][A-Z_]+`)*) \|/gm)
  const told = [...rows].flatMap(([, names = '']) => names.replaceAll('`', '').split(', '))

  expect(told.toSorted()).toEqual([...new Set(read)].toSorted())
})
