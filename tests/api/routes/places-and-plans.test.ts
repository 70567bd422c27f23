import { describe, expect, test } from 'vitest'
import { readEnv } from '#api/env/env.ts'
import { Plans } from '#schemas/billing/plans.ts'
import { guessCountry, listCountries, listStates } from '#schemas/resources/geocode.ts'
import { showPayment } from '#schemas/resources/payment.ts'
import { listPlans } from '#schemas/resources/plans.ts'
import { startApp } from '#tests/support/app.ts'
import { prepared } from '#tests/support/prepared.ts'

const attributes = { sites: 4, teamMembers: 3, teams: 2 }
const crew = { id: 'crew', name: 'Crew', price: 12.5, interval: 'yearly', type: 'team', active: false, attributes }
const lone = { id: 'lone', name: 'Lone', price: 0, interval: 'monthly', type: 'user' }

describe('what everybody is told of places, plans and payment', () => {
  const plans = Plans.parse([{ ...crew, features: ['4 sites'] }, lone])
  const { stripe } = readEnv({ SANDBOX_URL: 'https://pay.example.com' })
  const app = prepared(() => startApp({ env: { countryHeader: 'CF-IPCountry', plans, stripe, currency: 'eur' } }))

  test.each([
    ['gb', 'GB'],
    ['XX', 'ZZ'],
    ['T1', 'ZZ'],
  ])('[API2A-04] the country that the proxy tells as %s is answered as %s', async (told, answered) => {
    expect(await app.guest().ask(guessCountry, {}, { headers: { 'cf-ipcountry': told } })).toBe(answered)
  })

  test('[API2A-04] the country is ZZ when it is unknown', async () => {
    expect(await app.guest().ask(guessCountry)).toBe('ZZ')
  })

  test('states or provinces follow from the country', async () => {
    const states = (country: string) => app.guest().ask(listStates, { params: { country } })

    expect(await states('us')).toContainEqual({ code: 'CA', name: 'California' })
    expect(await states('ZZ')).toEqual([])
  })

  test('every country has its everyday name, in order', async () => {
    const { body } = await app.guest().call(listCountries)

    expect(body).toHaveLength(249)
    expect(body).toContainEqual({ code: 'GB', name: 'United Kingdom' })
    expect(body.map(({ name }) => name)).toEqual(body.map(({ name }) => name).sort(new Intl.Collator('en').compare))
  })

  test('[API2A-14] [ENT2-11] [ENT2-12] plans have price, interval, kind and limits, as configured', async () => {
    expect(await app.guest().ask(listPlans)).toEqual([
      { ...crew, features: ['4 sites'] },
      { ...lone, active: true, features: [], attributes: {} },
    ])
  })

  test('how cards are entered is told with nothing that is a secret', async () => {
    expect(await app.guest().ask(showPayment)).toEqual({
      provider: 'sandbox',
      public_key: 'pk_test_sandbox',
      frame_url: 'https://pay.example.com',
      client_token: null,
      currency: 'eur',
    })
  })
})
