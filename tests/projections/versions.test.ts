import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lineOf, projectionDigests, recordedVersions } from '#tests/support/projection-digests.ts'

const recorded = readFileSync(recordedVersions, 'utf8').trimEnd().split('\n')
const digests = await projectionDigests()
const command = 'npx node tests/support/processes/record-versions.ts'

test.each(digests)('the version of $name is that of its tables and handlers', (projection) => {
  const { name, version, file } = projection
  const before = recorded.find((line) => line.startsWith(`${name} `))
  const raise = before?.startsWith(`${name} ${version} `)
    ? `The tables or handlers of "${name}" changed, or a function that they use. Raise its version in ${file} to ` +
      `${version + 1}, so that live files are rebuilt, then run "${command}". When every row stays as it was (a new ` +
      'name, another order), only run it.'
    : `Version ${version} of "${name}" is not recorded. Run "${command}".`

  expect(before, raise).toBe(lineOf(projection))
})

test('the recorded versions are those of projections that exist', () => {
  const names = new Set(digests.map(({ name }) => name))

  expect(
    recorded.filter((line) => !names.has(line.split(' ')[0] ?? '')),
    `Run "${command}".`,
  ).toEqual([])
})
