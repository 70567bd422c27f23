import { expect, test } from 'vitest'
import { setClock } from '#projections/engine/log-time.ts'
import { clockQueries } from '#projections/past/clock.ts'
import { past } from '#projections/past/past.ts'
import { projected } from '#tests/support/read-models.ts'

test('the time of a position is that of the first tick from it on, and an instant has the last position that is not later', () => {
  const db = projected(past, [])
  for (const [at, position] of [
    [1000, 7n],
    [2000, 9n],
    [3000, 10n],
  ] as const)
    db.run(setClock, position, at)

  const { at, of } = clockQueries(db)
  expect(['7', '8', '9', '10'].map((position) => of(position)?.at)).toEqual([1000, 2000, 2000, 3000])
  const reached = [999, 1000, 1999, 2000, 4000].map((instant) => at(instant)?.position)
  expect(reached).toEqual([undefined, '7', '7', '9', '10'])
})
