import { describe, expect, test } from 'vitest'
import { showTaxRate } from '#schemas/resources/tax-rate.ts'
import { startApp } from '#tests/support/app.ts'
import { prepared } from '#tests/support/prepared.ts'

const inLeeds = { address: '1 High Street', city: 'Leeds', state: 'Yorkshire', zip: 'LS1', country: 'GB' }

describe('the tax rate', () => {
  const app = prepared(() => startApp({ env: { collectVat: true, homeCountry: 'GB' } }))
  const off = prepared(() => startApp({ env: { collectVat: false } }))

  const rateOf = async (body: object, of = app) => (await of.guest().ask(showTaxRate, { body })).rate

  test('[API2D-14] is that of the country of a billing address, in percent, for everybody', async () => {
    expect(await app.guest().call(showTaxRate, { body: inLeeds })).toMatchObject({ status: 200, body: { rate: 20 } })
    expect(await rateOf({ ...inLeeds, country: 'FI' })).toBe(25.5)
  })

  test('[D-69] is 0 with a valid number in another country than the seller’s', async () => {
    expect(await rateOf({ ...inLeeds, country: 'DE', vat_id: 'DE 136 695 976' })).toBe(0)
    expect(await rateOf({ ...inLeeds, country: 'GR', vat_id: 'EL094259216' })).toBe(0)
    expect(await rateOf({ ...inLeeds, country: 'GR', vat_id: 'GR094259216' })).toBe(24)
    expect(await rateOf({ ...inLeeds, vat_id: 'XI 980 780 684' })).toBe(20)
    expect(await rateOf({ ...inLeeds, country: 'DE', vat_id: 'FR40303265045' })).toBe(19)
  })

  test.each([
    [{}],
    [{ ...inLeeds, zip: '' }],
    [{ ...inLeeds, country: 'US' }],
    [{ ...inLeeds, country: 'Great Britain' }],
    [{ ...inLeeds, city: 7, vat_id: ['x'] }],
    [{ ...inLeeds, state: 'x'.repeat(1000) }],
  ])('is 0 for what cannot be taxed: %j', async (body) => {
    expect(await rateOf(body)).toBe(0)
  })

  test('[VAL2-10] is 0 where VAT is not collected', async () => {
    expect(await rateOf(inLeeds, off)).toBe(0)
  })
})
