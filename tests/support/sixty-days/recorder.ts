import type { Ledger } from '#api/event-store/ledger.ts'
import { billingStream, invoiceStream, teamStream, userStream } from '#api/event-store/streams.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import type { LedgerEvent } from '#schemas/events/registry.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import { contextOf } from '../contexts.ts'
import { invoiceFor } from '../invoices.ts'
import { newCommandId, newTeamId, newUserId } from '../new-ids.ts'

/** A price of a plan, in pence, for each of so many seats. */
export const termsOf = (plan: `${string}-${'monthly' | 'yearly'}`, unitMinor: number, quantity = 1) => ({
  plan,
  unitMinor,
  quantity,
  currency: 'gbp',
  interval: plan.endsWith('yearly') ? ('yearly' as const) : ('monthly' as const),
})
type Terms = ReturnType<typeof termsOf>

/** Appends events at the end of their streams; `recordedAt` is when the log heard of one. Remembers the last position. */
export const openRecorder = (ledger: Ledger) => {
  const revisions = new Map<string, bigint>()
  const recorder = {
    position: '',
    record: async (stream: string, event: LedgerEvent, recordedAt: string): Promise<void> => {
      const revision = revisions.get(stream)
      const stamped = { ...event, id: newCommandId(), metadata: contextOf(null, null, { at: recordedAt }) }
      recorder.position = await ledger.append(stream, revision ?? 'no-stream', [stamped])
      revisions.set(stream, (revision ?? -1n) + 1n)
    },
  }
  return recorder
}
export type Recorder = ReturnType<typeof openRecorder>

export const register = async ({ record }: Recorder, at: string): Promise<UserId> => {
  const userId = newUserId()
  const data = { userId, name: 'Ann', email: `${userId}@example.com`, passwordHash: 'hash' }
  await record(userStream(userId), { type: 'UserRegistered', data }, at)
  return userId
}

export const found = async (
  { record }: Recorder,
  ownerId: UserId,
  at: string,
  trialEndsAt: string,
): Promise<TeamId> => {
  const teamId = newTeamId()
  const data = { teamId, ownerId, name: 'North', slug: `north-${teamId}`, trialEndsAt }
  await record(teamStream(teamId), { type: 'TeamCreated', data }, at)
  return teamId
}

/** The changes of a subscription, at instants of the payment provider. */
export const openSubscription = ({ record }: Recorder, billable: Billable = { kind: 'team', id: newTeamId() }) => {
  const of = { billable, subscriptionId: newCommandId() }
  const stream = billingStream(billable)
  const periodEnd = '2026-12-31T10:00:00.000Z'
  return {
    billable,
    start: (at: string, terms: Terms, trialEndsAt: string | null = null) =>
      record(stream, { type: 'SubscriptionStarted', data: { ...of, ...terms, at, trialEndsAt, periodEnd } }, at),
    endTrial: (at: string, recordedAt = at) =>
      record(stream, { type: 'TrialEnded', data: { ...of, at, periodEnd } }, recordedAt),
    swap: (at: string, from: Terms, to: Terms) =>
      record(stream, { type: 'PlanSwapped', data: { ...of, ...to, at, periodEnd, from } }, at),
    cancel: (at: string) =>
      record(stream, { type: 'SubscriptionCancelled', data: { ...of, at, endsAt: periodEnd } }, at),
    resume: (at: string) => record(stream, { type: 'SubscriptionResumed', data: { ...of, at } }, at),
    owe: (at: string) => record(stream, { type: 'PaymentOverdue', data: { ...of, at } }, at),
    end: (at: string, reason: 'cancelled' | 'unpaid' = 'cancelled') =>
      record(stream, { type: 'SubscriptionEnded', data: { ...of, at, reason } }, at),
  }
}

export type Subscribed = ReturnType<typeof openSubscription>

/** An invoice of so many pence. */
export const openInvoice = ({ record }: Recorder, { billable }: { billable: Billable }, totalMinor: number) => {
  const { invoiceId, number, currency } = invoiceFor(billable)
  const stream = invoiceStream(invoiceId)
  const named = { invoiceId, billable, number, totalMinor, currency }
  return {
    pay: (at: string, recordedAt = at) => record(stream, { type: 'InvoicePaid', data: { ...named, at } }, recordedAt),
    refund: (at: string, amountMinor: number) =>
      record(stream, { type: 'InvoiceRefunded', data: { ...named, at, amountMinor } }, at),
    void: (at: string) => record(stream, { type: 'InvoiceVoided', data: { ...named, at } }, at),
  }
}
