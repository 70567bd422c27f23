import { describe, expect, test } from 'vitest'
import { currentTeam } from '#schemas/resources/teams.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { startApp } from '#tests/support/app.ts'
import { eventsOf } from '#tests/support/events-of.ts'
import { prepared } from '#tests/support/prepared.ts'
import { newTeam } from '#tests/support/teams.ts'

const address = {
  address: '1 High Street',
  address_line_2: 'Floor 2',
  city: 'Leeds',
  state: 'LDS',
  zip: 'LS1 1AA',
  country: 'GB',
  vat_id: 'GB980780684',
}

describe('the details of a registration', () => {
  const app = prepared(() => startApp())
  const givenBy = async (userId: string) =>
    (await eventsOf(app.ledger, 'BillingAddressGiven')).filter(({ data }) => data.userId === userId)

  test('[REG-09] hold the billing address of the new team', async () => {
    const ann = await newTeam(app, address)

    expect(await givenBy(ann.userId)).toMatchObject([
      {
        data: {
          billable: { kind: 'team', id: ann.teamId },
          address: '1 High Street',
          addressLine2: 'Floor 2',
          city: 'Leeds',
          state: 'LDS',
          zip: 'LS1 1AA',
          country: 'GB',
          vatId: 'GB980780684',
        },
        metadata: { actor: ann.userId, teamId: ann.teamId },
      },
    ])
  })

  test('hold no address where only the guessed country is sent', async () => {
    const ann = await newTeam(app, { country: 'US', city: ' ' })

    expect(await givenBy(ann.userId)).toEqual([])
  })

  test.each(['free', 'starter-monthly', 'solo-yearly'])(
    '[REG-05] may name the plan %s, and the trial begins',
    async (plan) => {
      const ann = await newTeam(app, { plan })

      expect(await ann.ask(currentTeam)).toMatchObject({ subscriptions: [], state: { trial: true } })
    },
  )

  test('name a plan with a price that is remembered for the team or the user until it is paid for', async () => {
    const ann = await newTeam(app, { plan: 'starter-monthly' })
    const bob = await newTeam(app, { plan: 'solo-yearly' })
    const cal = await newTeam(app, { plan: 'free' })

    expect((await ann.ask(currentTeam)).chosen_plan).toBe('starter-monthly')
    expect((await bob.ask(currentTeam)).chosen_plan).toBeNull()
    expect((await bob.ask(currentUser)).chosen_plan).toBe('solo-yearly')
    expect((await cal.ask(currentTeam)).chosen_plan).toBeNull()
  })
})
