import { describe, expect, it } from 'vitest'
import { awaitLists, catchingUp, ImportUnavailable, type Lists, untilCaughtUp } from '#api/imports/catching-up.ts'

/** Lists that hold a position after so many checks in vain, or stand still after so many. */
const lists = ({ behind, standing = Number.POSITIVE_INFINITY }: { behind: number; standing?: number }) => {
  const checked: string[] = []
  const given: Lists = {
    end: async () => '700',
    hold: async (position) => checked.push(position) > behind,
    position: () => '0',
    standStill: () => checked.length >= standing,
  }
  return { ...given, checked }
}

/** How often an import says that lists are behind, and whether they show its rows in the end. */
const tellEnd = async (given: Lists) => {
  const checks = catchingUp(given, '500')
  let told = 0
  for (;;) {
    const { done, value } = await checks.next()
    if (done) return { told, listed: value }
    told += 1
  }
}

describe('the end of an import', () => {
  it('comes when lists show its rows, however long that takes, with a word after each check', async () => {
    expect(await tellEnd(lists({ behind: 0 }))).toEqual({ told: 0, listed: true })
    expect(await tellEnd(lists({ behind: 5000 }))).toEqual({ told: 5000, listed: true })
  })

  it('comes without them once lists stand still', async () => {
    expect(await tellEnd(lists({ behind: 5000, standing: 3 }))).toEqual({ told: 2, listed: false })
  })
})

describe('an undo or a change of many files', () => {
  it('waits for its own end, by default for that of the log, and tells each check', async () => {
    const own = lists({ behind: 2 })
    const all = lists({ behind: 0 })
    let told = 0
    const waiting = () => {
      told += 1
    }

    expect([await awaitLists(own, '500', { waiting }), await awaitLists(all, null)]).toEqual([true, true])
    expect([told, own.checked, all.checked]).toEqual([2, ['500', '500', '500'], ['700']])
  })
})

describe('an import that finds the lists behind', () => {
  it('waits for what is in the log by then', async () => {
    const given = lists({ behind: 100 })
    await untilCaughtUp(given)
    expect(new Set(given.checked)).toEqual(new Set(['700']))
  })

  it('gives up when they stand still, or are too far behind to wait for', async () => {
    const still = lists({ behind: 1000, standing: 1 })
    const far = lists({ behind: 1000 })
    await expect(untilCaughtUp(still)).rejects.toThrow(ImportUnavailable)
    await expect(untilCaughtUp(far)).rejects.toThrow(/still catching up .* try again in a minute/)
    expect([still.checked.length, far.checked.length]).toEqual([1, 120])
  })
})
