import { expect, test } from 'vitest'
import { setClock } from '#projections/engine/states.ts'
import { clockQueries } from '#projections/past/clock.ts'
import { past } from '#projections/past/past.ts'
import { projected } from '#tests/support/read-models.ts'

test('the time of a position is that of the first tick from it on, however many digits it has', () => {
  const db = projected(past, [])
  for (const [at, position] of [
    [1000, 7n],
    [2000, 9n],
    [3000, 10n],
  ] as const)
    db.run(setClock, at, position)

  expect(['7', '8', '9', '10'].map((position) => clockQueries(db).of(position)?.at)).toEqual([1000, 2000, 2000, 3000])
})
