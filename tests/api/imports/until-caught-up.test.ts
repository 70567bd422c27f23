import { describe, expect, it } from 'vitest'
import { awaitLists, catchingUp, ImportUnavailable, untilCaughtUp } from '#api/imports/tools.ts'

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

/** How often an import says that lists are behind, and whether they show its rows in the end. */
const tellEnd = async (readModels: Parameters<typeof catchingUp>[0]) => {
  const checks = catchingUp(readModels)
  let told = 0
  for (;;) {
    const { done, value } = await checks.next()
    if (done) return { told, listed: value }
    told += 1
  }
}

describe('an undo or a change of many files', () => {
  it('waits for lists as long as they make progress', async () => {
    const [far, still] = [behind(500, true), behind(1000, false)]
    expect([await awaitLists(far), await awaitLists(still)]).toEqual([true, false])
    expect([far.looks(), still.looks()]).toEqual([501, 15])
  })
})

describe('the end of an import', () => {
  it('comes when lists show its rows, however long that takes, with progress at each check', async () => {
    expect(await tellEnd(behind(0, true))).toEqual({ told: 0, listed: true })
    expect(await tellEnd(behind(500, true))).toEqual({ told: 500, listed: true })
  })

  it('comes without them only when lists have stopped', async () => {
    expect(await tellEnd(behind(1000, false))).toEqual({ told: 15, listed: false })
  })
})

describe('an import that finds the lists behind', () => {
  it('waits as long as they come nearer', async () => {
    await untilCaughtUp(behind(100, true))
    await untilCaughtUp(behind(10, false))
  })

  it('gives up when they have stopped, or are too far behind to wait for', async () => {
    const still = behind(1000, false)
    const far = behind(1000, true)
    await expect(untilCaughtUp(still)).rejects.toThrow(ImportUnavailable)
    await expect(untilCaughtUp(far)).rejects.toThrow(/still catching up .* try again in a minute/)
    expect([still.looks(), far.looks()]).toEqual([15, 120])
  })
})
