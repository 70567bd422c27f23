import { describe, expect, test } from 'vitest'
import { type Ceiling, ceilingOf, ceilings } from '#schemas/ceilings.ts'
import type { Throttle } from '#schemas/limits/ceiling-numbers.ts'
import { declaredEndpoints } from '#tests/support/endpoints.ts'

const operations = declaredEndpoints.map(([, endpoint]) => endpoint)

describe('every operation that writes', () => {
  test.each(operations.filter(({ method }) => method !== 'GET'))('has a ceiling: $method $path (D-116)', (endpoint) => {
    const { tries = [], atOnce, boundedBy } = ceilingOf(endpoint) ?? {}

    expect(tries.length > 0 || atOnce !== undefined || boundedBy !== undefined).toBe(true)
  })
})

test('every ceiling is that of an operation', () => {
  const known = operations.map(({ method, path }) => `${method} ${path}`)
  const listed = Object.entries(ceilings).flatMap(([path, methods]) =>
    Object.keys(methods).map((each) => `${each} ${path}`),
  )

  expect(listed.filter((each) => !known.includes(each))).toEqual([])
})

const units: readonly [milliseconds: number, name: string][] = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
]
const timeIn = (within: number): string => {
  const [size = 1, name = ''] = units.find(([each]) => within % each === 0) ?? []
  if (within !== size) return `in ${within / size} ${name}s`
  return `${name === 'hour' ? 'an' : 'a'} ${name}`
}

const keyNames: Record<Throttle['by'], string> = {
  'email-and-address': 'e-mail and network address',
  account: 'e-mail',
  address: 'network address',
  'pending-user': 'user who signs in',
  user: 'user',
  'client-and-address': 'app and network address',
  link: 'link',
  'link-and-address': 'link and network address',
}
const countNames: Record<Throttle['counts'], string> = {
  failures: 'failures',
  unauthenticated: 'answers 401',
  refused: 'other refusals',
  successes: 'successes',
  all: 'calls',
}
const limitText = ({ tries, within = 60_000, by, counts, only, unless, together }: Throttle): string =>
  [
    `${tries} ${countNames[counts]} ${timeIn(within)} by ${keyNames[by]}`,
    ...(together ? [`all ${together} together`] : []),
    ...(only ? [`with \`${only}\``] : []),
    ...(unless ? [`without \`${unless}\``] : []),
  ].join(', ')

const ceilingText = ({ tries = [], atOnce, group, boundedBy }: Ceiling): string =>
  [
    ...tries.map(limitText),
    ...(atOnce === undefined ? [] : [`${atOnce} at once${group ? `, all ${group} together` : ''}`]),
    ...(boundedBy ? [boundedBy] : []),
  ].join('; ')

test('the table is written out in docs/generated/ceilings.md (D-116)', async () => {
  const rows = Object.entries(ceilings).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, ceiling]) => `| \`${method} ${path}\` | ${ceilingText(ceiling)} |`),
  )
  const text = [
    '# Ceilings',
    '',
    'What bounds every operation that writes, mails, texts, asks a third party or stores. Written by',
    '`npx vitest run --project unit tests/schemas/ceilings.test.ts -u` from `schemas/ceilings.ts`.',
    '',
    '| operation | ceiling |',
    '| --- | --- |',
    ...rows,
    '',
  ].join('\n')

  await expect(text).toMatchFileSnapshot('../../docs/generated/ceilings.md')
})
