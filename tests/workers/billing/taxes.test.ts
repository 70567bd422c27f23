import { describe, expect, test } from 'vitest'
import { taxOn } from '#api/domain/tax.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { orderedPlan } from '#tests/support/billing.ts'
import { taxedInBritain } from '#tests/support/invoices.ts'
import { newUserId } from '#tests/support/new-ids.ts'
import { sandboxTeam } from '#tests/support/sandbox-team.ts'

const business = orderedPlan('business', { unitMinor: 7900 })
const rules = taxedInBritain
const leeds = { address: '2 Low Road', addressLine2: null, city: 'Leeds', state: 'Yorkshire', zip: 'LS1 1AA' }
const inBritain = { ...leeds, country: 'GB', vatId: null }
const inGermany = { ...leeds, city: 'Berlin', state: 'Berlin', country: 'DE', vatId: null }

/** A team of an installation that collects VAT, and sells from Great Britain. */
const taxedTeam = async () => {
  const team = await sandboxTeam({ tax: rules })
  const { billable } = team
  const settle = async () => {
    if ((await team.state()).order) await team.run()
  }
  const move = async (address: typeof inBritain | (Omit<typeof inBritain, 'vatId'> & { vatId: string })) => {
    const tax = taxOn(CalendarDate.parse(new Date().toISOString().slice(0, 10)), address, rules)
    await team.give({ type: 'GiveBillingAddress', billable, userId: newUserId(), address, tax })
    await team.orderTax()
  }
  const recorded = async () =>
    (await team.invoices()).flatMap((events) => (events[0]?.type === 'InvoiceRecorded' ? [events[0].data] : []))
  const renew = async () => {
    await team.renew()
    return (await recorded()).at(-1)
  }
  return { ...team, move, settle, recorded, renew }
}

describe('VAT at the payment sandbox', () => {
  test('is on the first invoice, at the rate of the address, and on what a change of the plan costs', async () => {
    const team = await taxedTeam()
    await team.move(inBritain)

    await team.orderPlan()
    await team.orderPlan(business, null)

    expect(await team.paid()).toEqual([2280, 7200])
    expect((await team.recorded())[0]).toMatchObject({
      vat: 'charged',
      netMinor: 1900,
      totalMinor: 2280,
      taxes: [{ country: 'GB', rate: 20, netMinor: 1900, amountMinor: 380 }],
    })
    expect((await team.stripe.taxRates.list()).data).toHaveLength(1)
  })

  test('follows a change of the address from the next invoice on', async () => {
    const team = await taxedTeam()
    await team.orderPlan()
    await team.move(inGermany)

    expect(await team.last()).toMatchObject({ type: 'BillingOrderDone' })
    expect(await team.paid()).toEqual([1900])
    expect(await team.renew()).toMatchObject({
      vat: 'charged',
      totalMinor: 2261,
      taxes: [{ country: 'DE', rate: 19, amountMinor: 361 }],
    })
  })

  test('[D-69] is left to a recipient with a number in another country, whom the provider knows by it', async () => {
    const team = await taxedTeam()
    await team.move(inGermany)
    await team.orderPlan()
    await team.move({ ...inGermany, vatId: 'DE136695976' })

    expect(await team.renew()).toMatchObject({ vat: 'reverse-charge', taxes: [], totalMinor: 1900 })
    const [customer] = (await team.stripe.customers.list()).data
    expect(customer?.tax_exempt).toBe('reverse')
    const { data: numbers } = await team.stripe.customers.listTaxIds(customer?.id ?? '')
    expect(numbers.map(({ type, value }) => [type, value])).toEqual([['eu_vat', 'DE136695976']])

    await team.move(inBritain)
    expect(await team.renew()).toMatchObject({ vat: 'charged', totalMinor: 2280 })
    expect((await team.stripe.customers.listTaxIds(customer?.id ?? '')).data).toEqual([])
  })

  test.each(['drop_before', 'drop_after', 'status:500', 'status:429'])('is changed once after %s', async (mode) => {
    const team = await taxedTeam()
    await team.orderPlan()
    await team.fault({ method: 'POST', path: '/v1/subscriptions', mode, times: '2' })

    await team.move(inBritain)

    expect((await team.state()).order).toBeNull()
    expect(await team.renew()).toMatchObject({ totalMinor: 2280 })
    expect(await team.paid()).toEqual([1900, 2280])
  })

  test('that another hand has taken off at the provider is put back', async () => {
    const team = await taxedTeam()
    await team.move(inBritain)
    await team.orderPlan()
    const { subscriptionId = '' } = (await team.subscription()) ?? {}
    await team.stripe.subscriptions.update(subscriptionId, { default_tax_rates: '' })

    await team.converge()
    await team.settle()

    expect(await team.renew()).toMatchObject({ totalMinor: 2280 })
  })
})
