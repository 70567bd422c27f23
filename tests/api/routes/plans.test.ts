import { describe, expect, test } from 'vitest'
import { Plans } from '#schemas/billing/plans.ts'
import { listPlans } from '#schemas/resources/plans.ts'
import { startApp } from '#tests/support/app.ts'
import { prepared } from '#tests/support/prepared.ts'

const crew = { id: 'crew', name: 'Crew', price: 12.5, interval: 'yearly', type: 'team', active: false }
const plans = Plans.parse([
  { ...crew, features: ['4 sites'], attributes: { sites: 4, teamMembers: 3, teams: 2 } },
  { id: 'lone', name: 'Lone', price: 0, interval: 'monthly', type: 'user' },
])

describe('the plans', () => {
  const app = prepared(() => startApp({ env: { plans } }))

  test('[ENT2-11] [ENT2-12] are listed for everybody with price, interval, kind and limits, as configured', async () => {
    expect(await app.guest().ask(listPlans)).toEqual([
      { ...crew, features: ['4 sites'], attributes: { sites: 4, teamMembers: 3, teams: 2 } },
      {
        id: 'lone',
        name: 'Lone',
        price: 0,
        interval: 'monthly',
        type: 'user',
        active: true,
        features: [],
        attributes: {},
      },
    ])
  })
})
