import { expect, it } from 'vitest'
import { backpressure } from '#api/imports/backpressure.ts'

it('waits for the read models after every 128 rows', async () => {
  let waited = 0
  const keepPace = backpressure(async () => {
    waited += 1
    return waited !== 2
  })
  const after: [number, boolean][] = []
  for (const rows of [32, 32, 32, 32, 32, 127, 1, 128]) {
    const hasWaited = await keepPace(rows)
    after.push([waited, hasWaited])
  }

  expect(after).toEqual([
    ...[0, 0, 0].map((times) => [times, false]),
    [1, true],
    [1, false],
    [2, true],
    [2, false],
    [3, true],
  ])
})
