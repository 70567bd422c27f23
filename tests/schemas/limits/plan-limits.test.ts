import { describe, expect, test } from 'vitest'
import { defaultPlans } from '#schemas/billing/plans.ts'
import { type Covered, coveredUntil, limitsOf, withOverrides } from '#schemas/limits/plan-limits.ts'

const before = '2026-02-28T10:00:00.000Z'
const now = '2026-03-01T10:00:00.000Z'
const after = '2026-03-02T10:00:00.000Z'
const none = { sites: null, teamMembers: null, teams: null }
const free = { sites: 3, teamMembers: 2, teams: 1 }

const to = (plan: string, times: Partial<NonNullable<Covered['subscription']>> = {}) => ({
  plan,
  ordered: [],
  trialEndsAt: null,
  endsAt: null,
  overdueSince: null,
  ...times,
})
const limits = (covered: Partial<Covered>, plans = defaultPlans) =>
  limitsOf({ subscription: null, ofOwner: null, trialEndsAt: null, ...covered }, plans, now)

describe('the limits of a team', () => {
  test('[VAL-20] [STATE2-06] are those of the plan that it subscribes to; what a plan does not name has none', () => {
    expect(limits({ subscription: to('starter-monthly') })).toEqual({ sites: 25, teamMembers: 10, teams: null })
    expect(limits({ subscription: to('business-yearly') })).toEqual({ sites: null, teamMembers: 50, teams: null })
  })

  test('[STATE2-01] hold until a cancelled subscription ends, and for 14 days after a payment that failed', () => {
    const starter = { sites: 25, teamMembers: 10, teams: null }

    expect(limits({ subscription: to('starter-monthly', { endsAt: after }) })).toEqual(starter)
    expect(limits({ subscription: to('starter-monthly', { endsAt: now }) })).toEqual(free)
    expect(limits({ subscription: to('starter-monthly', { overdueSince: before }) })).toEqual(starter)
    expect(limits({ subscription: to('starter-monthly', { overdueSince: '2026-02-15T10:00:00.000Z' }) })).toEqual(free)
  })

  test('[D-97] are those of the owner’s own plan where the team has none', () => {
    const solo = { sites: 10, teamMembers: 1, teams: 1 }

    expect(limits({ ofOwner: to('solo-monthly') })).toEqual(solo)
    expect(limits({ ofOwner: to('solo-monthly'), trialEndsAt: after })).toEqual(solo)
    expect(limits({ ofOwner: to('solo-monthly', { endsAt: before }) })).toEqual(free)
    expect(limits({ ofOwner: to('solo-monthly'), subscription: to('business-monthly') }).teamMembers).toBe(50)
    expect(limits({ ofOwner: to('solo-monthly'), subscription: to('business-monthly', { endsAt: before }) })).toEqual(
      solo,
    )
  })

  test('[D-77] are what both plans allow until a change of plan has its outcome, of the owner’s own plan too', () => {
    const toStarter = to('business-monthly', { ordered: ['starter-monthly'] })

    expect(limits({ subscription: toStarter })).toEqual({ sites: 25, teamMembers: 10, teams: null })
    expect(limits({ subscription: to('starter-monthly', { ordered: ['business-monthly'] }) })).toEqual({
      sites: 25,
      teamMembers: 10,
      teams: null,
    })
    expect(limits({ ofOwner: to('gold', { ordered: ['solo-monthly', 'starter-monthly'] }) })).toEqual({
      sites: 10,
      teamMembers: 1,
      teams: 1,
    })
    expect(limits({ subscription: { ...toStarter, endsAt: before } })).toEqual(free)
  })

  test('[VAL-21] [VAL-22] are none while a trial runs, and then those of the plan "free", if there is one', () => {
    expect(limits({ trialEndsAt: after })).toEqual(none)
    expect(limits({ trialEndsAt: now })).toEqual(free)
    expect(limits({})).toEqual(free)
    expect(limits({ trialEndsAt: before }, [])).toEqual(none)
  })

  test('are none for a plan that is sold no longer and gone from the file', () => {
    expect(limits({ subscription: to('gold') })).toEqual(none)
  })
})

describe('a team may work', () => {
  const until = (covered: Partial<Covered>) =>
    coveredUntil({ subscription: null, ofOwner: null, trialEndsAt: null, ...covered })

  test('[D-44] until its trial and its subscriptions have ended, whichever is last, and for good with one that goes on', () => {
    expect(until({})).toBe('')
    expect(until({ trialEndsAt: now })).toBe(now)
    expect(until({ trialEndsAt: now, subscription: to('starter-monthly', { endsAt: before }) })).toBe(now)
    expect(until({ trialEndsAt: before, ofOwner: to('solo-monthly', { endsAt: after }) })).toBe(after)
    expect(until({ trialEndsAt: before, subscription: to('starter-monthly', { endsAt: now }) })).toBe(now)
    expect(until({ trialEndsAt: before, ofOwner: to('solo-monthly') })).toBeNull()
  })

  test('[D-97] for 14 days after a payment that failed', () => {
    expect(until({ subscription: to('starter-monthly', { overdueSince: now }) })).toBe('2026-03-15T10:00:00.000Z')
  })
})

describe('limits that an operator has given', () => {
  const given = (changes: object = {}) => ({ ...none, endsAt: after, ...changes })

  test('[D-43] take the place of those of the plan until they end; what is not given stays', () => {
    expect(withOverrides(free, [given({ sites: 40 })], now)).toEqual({ ...free, sites: 40 })
    expect(withOverrides(none, [given({ teamMembers: 1 })], now)).toEqual({ ...none, teamMembers: 1 })
    expect(withOverrides(free, [given({ sites: 40, endsAt: now })], now)).toEqual(free)
    expect(withOverrides(free, [], now)).toEqual(free)
  })

  test('for several teams of a user are the highest of those that count', () => {
    const of = [given({ teams: 3 }), given({ teams: 5 }), given(), given({ teams: 9, endsAt: before })]

    expect(withOverrides(free, of, now).teams).toBe(5)
  })
})
