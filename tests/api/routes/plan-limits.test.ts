import { describe, expect, test } from 'vitest'
import { billingStream } from '#api/event-store/streams.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import { defaultPlans, Plans } from '#schemas/billing/plans.ts'
import type { LedgerEvent } from '#schemas/events/registry.ts'
import { changeTeamBillingInformation, changeTeamSubscription } from '#schemas/resources/billing.ts'
import { addClient, listClients } from '#schemas/resources/clients.ts'
import { sendInvitation } from '#schemas/resources/invitations.ts'
import { listTeamInvoices } from '#schemas/resources/invoices.ts'
import { recentNotifications } from '#schemas/resources/notifications.ts'
import { searchEverything } from '#schemas/resources/search.ts'
import { signOut } from '#schemas/resources/sessions.ts'
import { addSite } from '#schemas/resources/sites.ts'
import { sendSupportMessage } from '#schemas/resources/support.ts'
import { createTeam, currentTeam, deleteTeam, renameTeam } from '#schemas/resources/teams.ts'
import { listTrash } from '#schemas/resources/trash.ts'
import { startApp } from '#tests/support/app.ts'
import { inviteTo } from '#tests/support/invitations.ts'
import { prepared } from '#tests/support/prepared.ts'
import { recordEvent } from '#tests/support/record-event.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { type Member, newTeam, registration, teamAfterTrial } from '#tests/support/teams.ts'

const day = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()
const plan = { interval: 'monthly', price: 19 } as const
const plans = Plans.parse([
  { ...plan, id: 'free', name: 'Free', price: 0, type: 'team', attributes: { sites: 1, teamMembers: 1, teams: 1 } },
  { ...plan, id: 'pair', name: 'Pair', type: 'team', attributes: { sites: 2, teamMembers: 2 } },
  { ...plan, id: 'two', name: 'Two', type: 'user', attributes: { sites: 2, teams: 2 } },
])

const subscriptionId = 'sub_1'
/** What the log is told when somebody begins to pay for a plan. */
const started = (billable: Billable, plan: string): LedgerEvent => {
  const terms = { plan, unitMinor: 1900, interval: 'monthly', quantity: 1, currency: 'gbp' } as const
  const times = { at: inDays(0), trialEndsAt: null, periodEnd: inDays(30) }
  return { type: 'SubscriptionStarted', data: { billable, subscriptionId, ...terms, ...times } }
}

describe('the limits of a plan', () => {
  const { app, test } = sharedApp({ env: { plans } })

  const record = async (member: Member, billable: Billable, event: LedgerEvent) => {
    await member.call(currentTeam, {}, await recordEvent(app, billingStream(billable), event))
  }
  const subscribe = (member: Member, billable: Billable, plan: string) =>
    record(member, billable, started(billable, plan))
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

const message = 'Your team needs a subscription. Its owner can choose a plan in the settings.'

describe('a team that needs a subscription', () => {
  const { app, test } = sharedApp({ env: { plans: defaultPlans.filter(({ id }) => id !== 'free') } })
  const owner = prepared(() => teamAfterTrial(app))

  test('[D-44] is kept from its records, searches, trash, imports and changes', async () => {
    for (const refused of [
      await owner.refused(listClients),
      await owner.refused(listTrash),
      await owner.request('GET', '/api/stream'),
      await owner.refused(searchEverything, { query: { q: 'north' } }),
      await owner.request('POST', '/api/import/clients', { text: 'name', headers: { 'content-type': 'text/csv' } }),
    ]) {
      expect(refused).toMatchObject({ status: 402, body: { message } })
    }
  })

  test('[D-44] may still look after itself: settings, notifications, support', async () => {
    const params = { id: owner.teamId }
    expect((await owner.ask(currentTeam)).id).toBe(owner.teamId)
    expect((await owner.ask(renameTeam, { params, body: { name: 'South West' } })).name).toBe('South West')
    await owner.call(recentNotifications)
    const body = { from: owner.email, subject: 'A plan', message: 'Which one?' }
    await owner.call(sendSupportMessage, { body })
  })

  test('[D-44] may still be paid for, and left: billing and logout', async () => {
    const leaving = await teamAfterTrial(app)
    const params = { id: leaving.teamId }
    const noCard = await leaving.refused(changeTeamSubscription, { params, body: { plan: 'starter-monthly' } })
    expect(noCard).toMatchObject({ status: 422, body: { errors: { stripe_token: [expect.any(String)] } } })
    await leaving.call(changeTeamBillingInformation, { params, body: { information: 'Desk 3' } })
    expect(await leaving.ask(listTeamInvoices, { params })).toEqual([])
    expect((await leaving.refused(listClients)).status).toBe(402)
    await leaving.call(signOut)
  })

  test('works again with its subscription', async () => {
    const paying = await teamAfterTrial(app)
    const billable = { kind: 'team', id: paying.teamId } as const
    expect((await paying.refused(listClients)).status).toBe(402)

    const seen = await recordEvent(app, billingStream(billable), started(billable, 'starter-monthly'))

    expect(await paying.ask(listClients, {}, seen)).toEqual([])
  })

  test('is none while its trial runs', async ({ ann }) => {
    expect((await ann.call(listClients)).status).toBe(200)
  })
})

test('[D-44] a team works on after its trial where there is a free plan', async () => {
  const app = await startApp()

  expect((await (await teamAfterTrial(app)).call(listClients)).body).toEqual([])

  await app.close()
})
