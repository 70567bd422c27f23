import { describe, expect, test } from 'vitest'
import type { EventType, RecordedEvent } from '#schemas/events/registry.ts'
import { providerWorld } from '#tests/support/provider-world.ts'
import { sandboxTeam } from '#tests/support/sandbox-team.ts'

const DAY = 86_400

const of = <Type extends EventType>(events: readonly RecordedEvent[], type: Type) =>
  events.filter((event): event is Extract<RecordedEvent, { type: Type }> => event.type === type)

/** A team whose card has to be confirmed at each payment, a month after its first one. */
const renewing = async () => {
  const team = await providerWorld()
  await team.subscribe('pm_card_authenticationRequired')
  const [first] = of(await team.everything(), 'BillingOrderAwaitsPayer')
  const answer = (client_secret: string | null | undefined, outcome: 'succeeded' | 'failed') =>
    team.call('POST', '/sandbox/authenticate', { client_secret: client_secret ?? '', outcome })
  const confirm = (client_secret: string | null | undefined) => answer(client_secret, 'succeeded')
  await confirm(first?.data.clientSecret)
  await team.sweep()
  await team.hear()
  await team.advanceTo((await team.now()) + 32 * DAY)
  await team.sweep()
  await team.hear()
  return { ...team, answer, confirm }
}

describe('another card for what is overdue', () => {
  test('that has to be confirmed waits for its payer, and is paid once they have', async () => {
    const team = await sandboxTeam()
    await team.orderPlan()
    const { customerId = '' } = (await team.state()).customer ?? {}
    const method = await team.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customerId })
    await team.stripe.customers.update(customerId, { invoice_settings: { default_payment_method: method.id } })
    await team.advanceTo((await team.endOfPeriod()) + DAY)
    await team.converge()
    expect((await team.subscription())?.overdueSince).not.toBeNull()

    await team.orderCard('pm_card_authenticationRequired')

    expect((await team.last())?.type).toBe('BillingOrderDone')
    const { awaits, overdueSince } = (await team.subscription()) ?? {}
    expect([awaits?.action, overdueSince === null]).toEqual(['payment', false])
    const outcome = { client_secret: awaits?.clientSecret ?? '', outcome: 'succeeded' }
    expect(await team.call('POST', '/sandbox/authenticate', outcome)).toMatchObject({ status: 200 })
    await team.converge()
    expect(await team.subscription()).toMatchObject({ awaits: null, overdueSince: null })
    expect(await team.paid()).toEqual([1900, 1900])
  })
})

describe('a renewal that the bank wants to be confirmed', () => {
  test('waits for its payer, is told once, and goes on when they have confirmed it', async () => {
    const team = await renewing()
    await team.sweep()
    await team.hear()

    const waiting = of(await team.everything(), 'RenewalAwaitsPayer')
    expect(waiting).toHaveLength(1)
    expect(await team.subscription()).toMatchObject({ awaits: { action: 'payment' } })

    expect(await team.confirm(waiting[0]?.data.clientSecret)).toMatchObject({ status: 200 })
    await team.sweep()
    await team.hear()

    expect(await team.subscription()).toMatchObject({ awaits: null, overdueSince: null })
    const after = await team.everything()
    expect([of(after, 'RenewalAwaitsPayer').length, of(after, 'PaymentRecovered').length]).toEqual([1, 1])
  })

  test('is offered no more once the bank has declined it', async () => {
    const team = await renewing()
    const [waiting] = of(await team.everything(), 'RenewalAwaitsPayer')

    expect(await team.answer(waiting?.data.clientSecret, 'failed')).toMatchObject({ status: 200 })
    await team.sweep()
    await team.hear()

    expect(await team.subscription()).toMatchObject({ awaits: null, overdueSince: expect.any(String) })
    expect(of(await team.everything(), 'RenewalWaitEnded')).toHaveLength(1)
  })

  test('is no difference to a list of all subscriptions, which does not tell that it waits', async () => {
    const team = await renewing()

    await team.compare()

    expect(of(await team.everything(), 'BillingCompared').at(-1)?.data.differences).toEqual([])
    expect(await team.subscription()).toMatchObject({ awaits: { action: 'payment' } })
  })
})
