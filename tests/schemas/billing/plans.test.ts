import { describe, expect, test } from 'vitest'
import { plansFor } from '#schemas/billing/plan-choice.ts'
import { defaultPlans, Plan, Plans } from '#schemas/billing/plans.ts'

const plan = (changes: Partial<Plan>): Plan => ({
  id: 'p',
  name: 'P',
  price: 10,
  interval: 'monthly',
  type: 'team',
  active: true,
  features: [],
  attributes: {},
  ...changes,
})

describe('plans', () => {
  test('without a file are those of the rules, each with its limits', () => {
    expect(Plans.parse(defaultPlans)).toEqual(defaultPlans)
    const facts = defaultPlans.map(({ id, type, price, attributes }) => [id, type, price, attributes])
    expect(facts).toEqual([
      ['free', 'team', 0, { sites: 3, teamMembers: 2, teams: 1 }],
      ['starter-monthly', 'team', 19, { sites: 25, teamMembers: 10 }],
      ['starter-yearly', 'team', 190, { sites: 25, teamMembers: 10 }],
      ['business-monthly', 'team', 79, { teamMembers: 50 }],
      ['business-yearly', 'team', 790, { teamMembers: 50 }],
      ['solo-monthly', 'user', 9, { sites: 10, teamMembers: 1, teams: 1 }],
      ['solo-yearly', 'user', 90, { sites: 10, teamMembers: 1, teams: 1 }],
    ])
  })

  test('[STATE2-07] to choose from are the active ones of the interval, and the free ones', () => {
    const plans = [
      plan({ id: 'free', price: 0 }),
      plan({ id: 'm' }),
      plan({ id: 'y', interval: 'yearly' }),
      plan({ id: 'old', active: false }),
    ]
    expect(plansFor(plans, 'monthly').map(({ id }) => id)).toEqual(['free', 'm'])
    expect(plansFor(plans, 'yearly').map(({ id }) => id)).toEqual(['free', 'y'])
  })

  test('[CONST2-27] are for users or teams, nobody else', () => {
    expect(Plan.shape.type.options).toEqual(['user', 'team'])
    expect(Plan.safeParse({ ...plan({}), type: 'site' }).success).toBe(false)
  })

  test('[CONST2-28] are paid monthly or yearly, not otherwise', () => {
    expect(Plan.shape.interval.options).toEqual(['monthly', 'yearly'])
    expect(Plan.safeParse({ ...plan({}), interval: 'weekly' }).success).toBe(false)
  })

  test('of a file are refused where two have the same id, or one breaks the form', () => {
    expect(Plans.safeParse([plan({}), plan({})]).success).toBe(false)
    expect(Plans.safeParse([plan({ price: -1 })]).success).toBe(false)
    expect(Plans.safeParse([]).success).toBe(false)
  })
})
