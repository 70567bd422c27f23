import { describe, expect, test } from 'vitest'
import { billingStream } from '#api/event-store/streams.ts'
import { defaultPlans } from '#schemas/billing/plans.ts'
import { changeTeamBillingInformation, changeTeamSubscription } from '#schemas/resources/billing.ts'
import { listClients } from '#schemas/resources/clients.ts'
import { listTeamInvoices } from '#schemas/resources/invoices.ts'
import { recentNotifications } from '#schemas/resources/notifications.ts'
import { searchEverything } from '#schemas/resources/search.ts'
import { signOut } from '#schemas/resources/sessions.ts'
import { sendSupportMessage } from '#schemas/resources/support.ts'
import { currentTeam, renameTeam } from '#schemas/resources/teams.ts'
import { listTrash } from '#schemas/resources/trash.ts'
import { startApp } from '#tests/support/app.ts'
import { prepared } from '#tests/support/prepared.ts'
import { recordEvent } from '#tests/support/record-event.ts'
import { newTeam, teamAfterTrial } from '#tests/support/teams.ts'

const ago = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString()
const message = 'Your team needs a subscription. Its owner can choose a plan in the settings.'

describe('a team that needs a subscription', () => {
  const app = prepared(() => startApp({ env: { plans: defaultPlans.filter(({ id }) => id !== 'free') } }))
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
    expect((await owner.call(recentNotifications)).status).toBe(200)
    const body = { from: owner.email, subject: 'A plan', message: 'Which one?' }
    expect((await owner.call(sendSupportMessage, { body })).status).toBe(204)
  })

  test('[D-44] may still be paid for, and left: billing and logout', async () => {
    const leaving = await teamAfterTrial(app)
    const params = { id: leaving.teamId }
    const noCard = await leaving.refused(changeTeamSubscription, { params, body: { plan: 'starter-monthly' } })
    expect(noCard).toMatchObject({ status: 422, body: { errors: { stripe_token: [expect.any(String)] } } })
    expect((await leaving.call(changeTeamBillingInformation, { params, body: { information: 'Desk 3' } })).status).toBe(
      200,
    )
    expect(await leaving.ask(listTeamInvoices, { params })).toEqual([])
    expect((await leaving.refused(listClients)).status).toBe(402)
    expect((await leaving.call(signOut)).status).toBe(204)
  })

  test('works again with its subscription', async () => {
    const paying = await teamAfterTrial(app)
    const billable = { kind: 'team', id: paying.teamId } as const
    const terms = {
      plan: 'starter-monthly',
      unitMinor: 1900,
      interval: 'monthly',
      quantity: 1,
      currency: 'gbp',
    } as const
    const times = { at: ago(0), trialEndsAt: null, periodEnd: ago(-30) }
    const data = { billable, subscriptionId: 'sub_1', ...terms, ...times }
    expect((await paying.refused(listClients)).status).toBe(402)

    const seen = await recordEvent(app, billingStream(billable), { type: 'SubscriptionStarted', data })

    expect(await paying.ask(listClients, {}, seen)).toEqual([])
  })

  test('is none while its trial runs', async () => {
    expect((await (await newTeam(app)).call(listClients)).status).toBe(200)
  })
})

test('[D-44] a team works on after its trial where there is a free plan', async () => {
  const app = await startApp()

  expect((await (await teamAfterTrial(app)).call(listClients)).body).toEqual([])

  await app.close()
})
