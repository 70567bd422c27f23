import { describe, expect, it } from 'vitest'
import { ImportUnavailable, untilCaughtUp } from '#api/imports/tools.ts'

/** Read models that are so many looks behind, and move at each look or not at all. */
const behind = (looks: number, moves: boolean) => {
  let taken = 0
  return {
    caughtUp: async () => {
      taken += 1
      return taken > looks
    },
    position: () => (moves ? String(taken) : '0'),
    looks: () => taken,
  }
}

describe('an import that finds the lists behind', () => {
  it('waits as long as they come nearer', async () => {
    await untilCaughtUp(behind(100, true))
    await untilCaughtUp(behind(10, false))
  })

  it('gives up where they stand still, or are too far behind for anybody to wait', async () => {
    const still = behind(1000, false)
    const far = behind(1000, true)
    await expect(untilCaughtUp(still)).rejects.toThrow(ImportUnavailable)
    await expect(untilCaughtUp(far)).rejects.toThrow(/still catching up .* try again in a minute/)
    expect([still.looks(), far.looks()]).toEqual([15, 120])
  })
})
