import { expect, onTestFinished, test } from 'vitest'
import { billingDecider } from '#api/domain/billing/billing.ts'
import { teamDecider } from '#api/domain/team.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { billingStream, teamStream } from '#api/event-store/streams.ts'
import { billingReminders, reminderQueries } from '#projections/sweeps/billing-reminders.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import { newBillingOrderId, noTax, providerSubscription, visa } from '#tests/support/billing.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { openMemoryLedger } from '#tests/support/ledger.ts'
import { newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'
import { remindPayers } from '#workers/billing/remind-payers.ts'

const day = 24 * 60 * 60 * 1000
const begun = Date.parse('2026-03-01T10:00:00.000Z')
const after = (days: number) => new Date(begun + days * day)

/** A team whose trial ends ten days after it began. */
const world = async () => {
  const { ledger, close } = openMemoryLedger()
  onTestFinished(close)
  const billable: Billable = { kind: 'team', id: newTeamId() }
  const team = { teamId: billable.id, ownerId: newUserId(), name: 'North', slug: 'north' }
  const founding = { type: 'CreateTeam', ...team, trialEndsAt: after(10).toISOString() } as const
  const order = (command: Parameters<typeof teamDecider.decide>[1]) =>
    handle(ledger, teamDecider, teamStream(billable.id), command, contextOf(billable.id, team.ownerId))
  await order(founding)
  const history = async () => [
    ...(await ledger.read(teamStream(billable.id))),
    ...(await ledger.read(billingStream(billable))),
  ]
  return {
    delete: () => order({ type: 'DeleteTeam', by: team.ownerId }),
    subscribe: async (expiry: string) => {
      const snapshot = { card: { ...visa, expiry }, reverseCharge: false, subscriptions: [providerSubscription()] }
      const of = { billable, at: after(0).toISOString(), tax: noTax, orderId: newBillingOrderId() }
      const command = { type: 'Converge', ...of, snapshot, settles: null } as const
      await handle(ledger, billingDecider, billingStream(billable), command, contextOf(billable.id, team.ownerId))
    },
    sweep: async (now: Date) => {
      const reminders = reminderQueries(projected(billingReminders, await history()))
      await remindPayers({ ledger, reminders }, now)
    },
    told: async () => (await history()).filter(({ type }) => type === 'TrialEndsSoon' || type === 'CardExpiresSoon'),
  }
}

test('a team is told once that its trial ends, three days before', async () => {
  const team = await world()

  await team.sweep(after(6.9))
  expect(await team.told()).toEqual([])

  await team.sweep(after(7))
  await team.sweep(after(8))
  expect(await team.told()).toMatchObject([
    { type: 'TrialEndsSoon', data: { subscriptionId: null, trialEndsAt: after(10).toISOString() } },
  ])
})

test('a team that was deleted, or whose trial is over, is told nothing', async () => {
  const deleted = await world()
  const late = await world()
  await deleted.delete()

  await deleted.sweep(after(8))
  await late.sweep(after(10))

  expect([await deleted.told(), await late.told()]).toEqual([[], []])
})

test('a team that subscribed is told of its card in the last month of it, and not of a trial that it has no more', async () => {
  const team = await world()
  await team.subscribe('2026-04')

  await team.sweep(after(8))
  expect(await team.told()).toEqual([])

  await team.sweep(after(31))
  await team.sweep(after(32))
  expect(await team.told()).toMatchObject([{ type: 'CardExpiresSoon', data: { expiry: '2026-04' } }])
})
