import { describe, expect } from 'vitest'
import { billingStream } from '#api/event-store/streams.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import { Plans } from '#schemas/billing/plans.ts'
import type { LedgerEvent } from '#schemas/events/registry.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { sendInvitation } from '#schemas/resources/invitations.ts'
import { addSite } from '#schemas/resources/sites.ts'
import { createTeam, currentTeam, deleteTeam } from '#schemas/resources/teams.ts'
import { inviteTo } from '#tests/support/invitations.ts'
import { recordEvent } from '#tests/support/record-event.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { type Member, newTeam, registration } from '#tests/support/teams.ts'

const day = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()
const plan = { interval: 'monthly', price: 19 } as const
const plans = Plans.parse([
  { ...plan, id: 'free', name: 'Free', price: 0, type: 'team', attributes: { sites: 1, teamMembers: 1, teams: 1 } },
  { ...plan, id: 'pair', name: 'Pair', type: 'team', attributes: { sites: 2, teamMembers: 2 } },
  { ...plan, id: 'two', name: 'Two', type: 'user', attributes: { sites: 2, teams: 2 } },
])

describe('the limits of a plan', () => {
  const { app, test } = sharedApp({ env: { plans } })

  const record = async (member: Member, billable: Billable, event: LedgerEvent) => {
    await member.call(currentTeam, {}, await recordEvent(app, billingStream(billable), event))
  }
  const subscriptionId = 'sub_1'
  const subscribe = (member: Member, billable: Billable, plan: string) => {
    const terms = { plan, unitMinor: 1900, interval: 'monthly', quantity: 1, currency: 'gbp' } as const
    const times = { at: inDays(0), trialEndsAt: null, periodEnd: inDays(30) }
    return record(member, billable, {
      type: 'SubscriptionStarted',
      data: { billable, subscriptionId, ...terms, ...times },
    })
  }
  const end = (member: Member, billable: Billable) => {
    const data = { billable, subscriptionId, at: inDays(0), reason: 'cancelled' } as const
    return record(member, billable, { type: 'SubscriptionEnded', data })
  }
  const team = (member: Member): Billable => ({ kind: 'team', id: member.teamId })
  const user = (member: Member): Billable => ({ kind: 'user', id: member.userId })
  const addSites = async (member: Member, ...names: string[]) => {
    const client = await member.ask(addClient, { body: { name: 'Acme' } })
    for (const name of names) await member.call(addSite, { body: { name, client_id: client.id } })
    return { refused: () => member.refused(addSite, { body: { name: 'More', client_id: client.id } }) }
  }

  test('[VAL-20] bound the sites of a team that subscribes to it, and not those of one on trial', async () => {
    const onTrial = await newTeam(app)
    const paying = await newTeam(app)
    await subscribe(paying, team(paying), 'pair')
    await addSites(onTrial, 'North', 'South', 'West')
    const { refused } = await addSites(paying, 'North', 'South')

    const upgrade = "Your current plan doesn't allow you to create more sites, please upgrade your subscription."
    expect(await refused()).toMatchObject({ status: 422, body: { errors: { name: [upgrade] } } })
  })

  test('[CONST2-07] bound members and open invitations', async ({ ann }) => {
    await subscribe(ann, team(ann), 'pair')
    await inviteTo(ann, registration().email)

    const body = { email: registration().email, role: 'member', all_sites: true, site_ids: [] } as const
    expect(await ann.refused(sendInvitation, { params: { id: ann.teamId }, body })).toMatchObject({
      status: 422,
      body: {
        errors: {
          email: ["Your current plan doesn't allow you to invite more members, please upgrade your subscription."],
        },
      },
    })
  })

  test('[D-97] of the owner bound a team without a plan of its own, until it has one', async ({ ann }) => {
    await subscribe(ann, user(ann), 'two')
    const { refused } = await addSites(ann, 'North', 'South')
    expect((await refused()).status).toBe(422)

    await subscribe(ann, team(ann), 'pair')
    await end(ann, user(ann))
    expect((await refused()).status).toBe(422)
  })

  test('[CONST2-06] [D-17] bound the teams of a user by their own plan, else by the plan "free"', async ({ ann }) => {
    const another = () => ({ body: { name: 'South', slug: registration().team_slug } })
    expect((await ann.refused(createTeam, another())).status).toBe(422)

    await subscribe(ann, team(ann), 'pair')
    expect((await ann.refused(createTeam, another())).status).toBe(422)

    await subscribe(ann, user(ann), 'two')
    const second = await ann.ask(createTeam, another())
    expect((await ann.refused(createTeam, another())).status).toBe(422)

    await ann.call(deleteTeam, { params: { id: second.id } })
    await ann.call(createTeam, another())
  })
})
