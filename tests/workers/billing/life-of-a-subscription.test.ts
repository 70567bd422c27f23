import { describe, expect, test } from 'vitest'
import { orderedPlan } from '#tests/support/billing.ts'
import { braintreeTeam } from '#tests/support/braintree/team.ts'
import { sandboxTeam } from '#tests/support/sandbox-team.ts'

const DAY = 86_400
const starter = orderedPlan('starter')
const business = orderedPlan('business', { unitMinor: 7900 })

const providers = [
  { name: 'Stripe’s API', newTeam: sandboxTeam, good: 'pm_card_visa' },
  { name: 'Braintree’s API', newTeam: braintreeTeam, good: 'fake-valid-nonce' },
]

describe.each(providers)('a subscription over $name', ({ newTeam, good }) => {
  test('[PLAT-06] [PLAT-07] is paid, changed to a dearer and a cheaper plan, cancelled, resumed, and ends', async () => {
    const team = await newTeam()

    await team.orderPlan()
    await team.run()
    expect(await team.types()).toEqual([
      'BillingOrderPlaced',
      'CustomerRegistered',
      'PaymentMethodReplaced',
      'SubscriptionStarted',
      'BillingOrderDone',
    ])
    expect(await team.subscription()).toMatchObject({ plan: 'starter', unitMinor: 1900, interval: 'monthly' })
    expect((await team.state()).card).toMatchObject({ brand: 'visa' })
    expect(await team.paid()).toEqual([1900])

    await team.cancel()
    await team.orderPlan(business, null)
    expect(await team.subscription()).toMatchObject({ plan: 'business', unitMinor: 7900, endsAt: null })
    expect(await team.paid()).toEqual([1900, 6000])

    await team.orderPlan(starter, null)
    expect(await team.subscription()).toMatchObject({ plan: 'starter' })

    await team.cancel()
    const cancelled = await team.subscription()
    expect(cancelled?.endsAt).toBe(cancelled?.periodEnd)
    await team.orderPlan(starter, null)
    expect((await team.subscription())?.endsAt).toBeNull()

    await team.cancel()
    await team.renew()
    expect(await team.subscription()).toBeNull()
    expect((await team.types()).at(-1)).toBe('SubscriptionEnded')
    expect(await team.paid()).toEqual([1900, 6000])
    expect(team.failedRuns()).toBe(0)
  })

  test('is paid once when its outcome cannot be recorded at first', async () => {
    const team = await newTeam()
    team.loseOutcomes(2)

    await expect(team.orderPlan()).rejects.toThrow('The log is away')
    await expect(team.run()).rejects.toThrow('The log is away')
    await team.run()

    expect((await team.types()).at(-1)).toBe('BillingOrderDone')
    expect(await team.paid()).toEqual([1900])
  })

  test('keeps a running trial, is charged at its end, and renews itself', async () => {
    const team = await newTeam()
    const trialEnd = (await team.now()) + 10 * DAY

    await team.orderPlan(starter, good, new Date(trialEnd * 1000).toISOString())
    const { trialEndsAt } = (await team.subscription()) ?? {}
    const late = Date.parse(trialEndsAt ?? '') - trialEnd * 1000
    expect(late >= 0 && late <= DAY * 1000).toBe(true)
    expect(await team.paid()).toEqual([])

    await team.advanceTo(Date.parse(trialEndsAt ?? '') / 1000)
    await team.converge()
    await team.renew()

    expect((await team.types()).slice(-2)).toEqual(['TrialEnded', 'SubscriptionRenewed'])
    expect(await team.paid()).toEqual([1900, 1900])
  })

  test('is charged at once where the trial is over by the provider’s clock', async () => {
    const team = await newTeam()
    const trialEndsAt = new Date(((await team.now()) + DAY) * 1000).toISOString()
    await team.advanceTo((await team.now()) + 30 * DAY)

    await team.orderPlan(starter, good, trialEndsAt)

    expect(await team.subscription()).toMatchObject({ plan: 'starter', trialEndsAt: null })
    expect(await team.paid()).toEqual([1900])
  })

  test('is taken up again from a log that has forgotten it, with its customer', async () => {
    const team = await newTeam()
    await team.orderPlan()
    await team.restoreTo(1)
    // By then the provider has forgotten the keys of its answers.
    await team.advanceTo((await team.now()) + 2 * DAY)

    await team.run()

    expect(await team.subscription()).toMatchObject({ plan: 'starter' })
    expect(await team.paid()).toEqual([1900])
  })
})
