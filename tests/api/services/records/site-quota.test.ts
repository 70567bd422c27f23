import { describe, expect, test } from 'vitest'
import { RuleBroken } from '#api/domain/rule.ts'
import { openSiteQuota } from '#api/services/records/site-quota.ts'
import type { SiteId } from '#schemas/ids.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { newSiteId, newTeamId } from '#tests/support/new-ids.ts'

describe("a team's site limit in one process (D-43)", () => {
  const full = new RuleBroken('site-limit')

  /** A read model that holds what was written once `state.listed` says so. */
  const world = (limit: number | null) => {
    const teamId = newTeamId()
    const active = new Set<SiteId>()
    const log = [] as SiteId[]
    const state = { listed: 0 }
    const quota = openSiteQuota({
      sites: {
        count: () => active.size,
        one: (_: unknown, id: SiteId) => (active.has(id) ? ({ id } as never) : undefined),
      },
      limits: { ofTeam: () => ({ sites: limit, teamMembers: null, teams: null }) },
      listedUpTo: () => String(state.listed),
    })
    const list = () => {
      for (const id of log) active.add(id)
      state.listed = log.length
    }
    const context = contextOf(teamId, null)
    const add = (...ids: SiteId[]) =>
      quota.within(teamId, ids, context, async () => {
        log.push(...ids)
        return { position: String(log.length) }
      })
    return { teamId, quota, context, active, add, list, log }
  }

  test('[VAL-20] is exact for many commands at once, each of which counts what those before it write', async () => {
    const { add, log } = world(3)

    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => add(newSiteId())))

    expect(log).toHaveLength(3)
    expect(outcomes.map((each) => (each.status === 'rejected' ? each.reason : null))).toEqual([
      null,
      null,
      null,
      ...Array.from({ length: 47 }, () => full),
    ])
  })

  test('admits several sites together or none, and one that is active already counts once', async () => {
    const { add, log } = world(3)
    const one = newSiteId()
    const two = newSiteId()
    const three = newSiteId()
    const four = newSiteId()
    await add(one, two)

    await expect(add(three, four)).rejects.toEqual(full)
    await add(one, three)
    await add(two)

    expect(new Set(log)).toEqual(new Set([one, two, three]))
  })

  test('goes on after a command that failed', async () => {
    const { quota, teamId, context, add, log } = world(1)
    const failed = quota.within(teamId, [newSiteId()], context, () => Promise.reject(new Error('away')))
    const next = add(newSiteId())

    await expect(failed).rejects.toThrow('away')
    await next
    expect(log).toHaveLength(1)
  })

  test('ends a command that has waited for a hundred others, each of which failed', async () => {
    const { quota, teamId, context } = world(1)
    const fail = () => quota.within(teamId, [newSiteId()], context, () => Promise.reject(new Error('away')))

    const outcomes = await Promise.allSettled(Array.from({ length: 120 }, fail))

    const reasons = outcomes.map((each) => each.status === 'rejected' && each.reason.message)
    expect(reasons).toEqual([...Array(101).fill('away'), ...Array(19).fill(full.message)])
  })

  test('counts each site once, listed or not, and none that is deleted again', async () => {
    const { quota, teamId, context, active, add, list } = world(3)
    const one = newSiteId()
    const two = newSiteId()
    await add(one)
    active.add(one)
    expect(quota.left(teamId, context)).toBe(2)

    await add(two)
    expect(quota.left(teamId, context)).toBe(1)
    list()
    active.delete(two)
    expect(quota.left(teamId, context)).toBe(2)
  })

  test('lets nobody wait where the plan has none', async () => {
    const { quota, teamId, context, add, log } = world(null)
    void quota.within(teamId, [newSiteId()], context, () => new Promise<{ position: null }>(() => {}))

    await add(newSiteId(), newSiteId())
    expect(log).toHaveLength(2)
    expect(quota.left(teamId, context)).toBeNull()
  })

  test('counts what a running import is still to make, until it ends', async () => {
    const { quota, teamId, context, add } = world(3)
    let missing = 2
    const release = quota.reserve(teamId, () => missing, context)

    expect(() => quota.reserve(teamId, () => 2, context)).toThrow(full)
    await add(newSiteId())
    await expect(add(newSiteId())).rejects.toEqual(full)
    missing = 1
    expect(quota.left(teamId, context)).toBe(1)
    release()
    expect(quota.left(teamId, context)).toBe(2)
  })
})
