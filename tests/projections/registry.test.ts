import { describe, expect, test } from 'vitest'
import { projections } from '#projections/registry.ts'
import { everything } from '#tests/support/core-world.ts'
import { contentsOf, projected } from '#tests/support/read-models.ts'

describe('every read model', () => {
  test('has a name of its own, fit for a file', () => {
    const names = projections.map(({ name }) => name)

    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[a-z][a-z-]*$/)
  })

  test.each(projections.map((each) => [each.name, each] as const))(
    '%s holds the same when each event is applied twice',
    (_, projection) => {
      const { events } = everything()

      const once = contentsOf(projected(projection, events))
      const twice = contentsOf(
        projected(
          projection,
          events.flatMap((event) => [event, event]),
        ),
      )

      expect(twice).toEqual(once)
    },
  )
})
