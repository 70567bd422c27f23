import { describe, expect, test } from 'vitest'
import { outbox, outboxQueries } from '#projections/outbox/outbox.ts'
import type { BillingEvent } from '#schemas/events/billing-account.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { runBillingOrder } from '#schemas/jobs/run-billing-order.ts'
import { billingWorld, orderedPlan } from '#tests/support/billing.ts'
import { projected } from '#tests/support/read-models.ts'
import { recorded } from '#tests/support/recorded.ts'

const { billable, orderId, placed } = billingWorld()
const of = { billable, orderId }

const at = (position: string, { type, data }: BillingEvent): RecordedEvent => recorded(type, data, { position })
const order = at('7', placed('subscribe', { plan: orderedPlan('starter') }))
const awaits = at('8', {
  type: 'BillingOrderAwaitsPayer',
  data: { ...of, account: 'a', action: 'payment', clientSecret: null, invoiceId: null },
})
const retriedBy = (by: 'payer' | 'worker') => at('9', { type: 'BillingOrderRetried', data: { ...of, attempt: 2, by } })
const done = at('10', { type: 'BillingOrderDone', data: of })
const refused = at('10', { type: 'BillingOrderRefused', data: { ...of, code: 'card_declined', message: 'No.' } })

describe('the outbox', () => {
  const openAfter = (...events: RecordedEvent[]) => outboxQueries(projected(outbox, events)).after(null, 10)

  test('holds an order until it is done or refused, also when all is replayed', () => {
    const [work] = openAfter(order)
    expect(work).toMatchObject({ eventId: order.id, job: 'run-billing-order' })
    expect(runBillingOrder.payload.parse(JSON.parse(work?.payload ?? ''))).toMatchObject(of)

    expect(openAfter(order, done)).toEqual([])
    expect(openAfter(order, done, order, refused, order, refused)).toEqual([])
  })

  test('lets an order rest while its payer has to confirm, and holds it again when they ask', () => {
    expect(openAfter(order, awaits)).toEqual([])

    const again = retriedBy('payer')
    expect(openAfter(order, awaits, again)).toMatchObject([{ eventId: again.id }])
  })

  test('keeps the job of an order that a worker tries once more', () => {
    expect(openAfter(order, retriedBy('worker'))).toMatchObject([{ eventId: order.id }])
  })
})
