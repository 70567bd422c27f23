import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectionDigests, recordedVersions, textOf } from '#tests/support/projection-digests.ts'

const recorded = new Map(
  readdirSync(recordedVersions).map((name) => [name, readFileSync(join(recordedVersions, name), 'utf8')]),
)
const digests = await projectionDigests()
const command = 'npx node tests/support/processes/record-versions.ts'

test.each(digests)('the version of $name is that of its tables and handlers', (projection) => {
  const { name, version, file } = projection
  const before = recorded.get(name)
  const raise = before?.startsWith(`${version} `)
    ? `The tables or handlers of "${name}" changed, or a function that they use. Raise its version in ${file} to ` +
      `${version + 1}, so that live files are rebuilt, then run "${command}". When every row stays as it was (a new ` +
      'name, another order), only run it.'
    : `Version ${version} of "${name}" is not recorded. Run "${command}".`

  expect(before, raise).toBe(textOf(projection))
})

test('the recorded versions are those of projections that exist', () => {
  const names = new Set(digests.map(({ name }) => name))

  expect(
    [...recorded.keys()].filter((name) => !names.has(name)),
    `Run "${command}".`,
  ).toEqual([])
})
