import { expect, test } from 'vitest'
import { readModels, recorded, refusal } from '#tests/support/recorded-versions.ts'

const models = await readModels()

test.each(models)('the tables of $name are those recorded of its version', (model) => {
  expect(refusal(recorded().get(model.name), model)).toBeNull()
})

test('the version of every read model is recorded', () => {
  const said = 'Run "npx node tests/support/processes/record-versions.ts".'

  expect(recorded(), said).toEqual(new Map(models.map(({ name, text }) => [name, text])))
})

test('other tables are refused until the version is raised', () => {
  const refused = 'The tables of "sites" changed: raise its version to 4, so that live files are rebuilt.'
  const after = (text: string, version: number) => refusal('3 aaaa\n', { name: 'sites', version, text })

  expect(after('3 bbbb\n', 3)).toBe(refused)
  expect(after('2 bbbb\n', 2)).toBe(refused)
  expect(after('3 aaaa\n', 3)).toBeNull()
  expect(after('4 bbbb\n', 4)).toBeNull()
})
