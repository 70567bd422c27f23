import { describe, expect } from 'vitest'
import { readEnv } from '#api/env/env.ts'
import { Plans } from '#schemas/billing/plans.ts'
import { guessCountry, listCountries, listStates } from '#schemas/resources/geocode.ts'
import { showPayment } from '#schemas/resources/payment.ts'
import { listPlans } from '#schemas/resources/plans.ts'
import { currentTeam } from '#schemas/resources/teams.ts'
import { roleLabels } from '#schemas/rights/abilities.ts'
import { prepared } from '#tests/support/prepared.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { newTeam } from '#tests/support/teams.ts'

const attributes = { sites: 4, teamMembers: 3, teams: 2 }
const crew = { id: 'crew', name: 'Crew', price: 12.5, interval: 'yearly', type: 'team', active: false, attributes }
const lone = { id: 'lone', name: 'Lone', price: 0, interval: 'monthly', type: 'user' }

describe('what everybody is told of places, plans and payment', () => {
  const plans = Plans.parse([{ ...crew, features: ['4 sites'] }, lone])
  const { stripe } = readEnv({ SANDBOX_URL: 'https://pay.example.com' })
  const { app, test } = sharedApp({ env: { countryHeader: 'CF-IPCountry', plans, stripe, currency: 'eur' } })

  test.each([
    ['gb', 'GB'],
    ['XX', 'ZZ'],
    ['T1', 'ZZ'],
  ])('[API2A-04] the country that the proxy tells as %s is answered as %s', async (told, answered) => {
    expect(await app.guest().ask(guessCountry, {}, { headers: { 'cf-ipcountry': told } })).toBe(answered)
  })

  test('[API2A-04] the country is ZZ when it is unknown', async ({ guest }) => {
    expect(await guest.ask(guessCountry)).toBe('ZZ')
  })

  test('states or provinces follow from the country', async ({ guest }) => {
    const states = (country: string) => guest.ask(listStates, { params: { country } })

    expect(await states('us')).toContainEqual({ code: 'CA', name: 'California' })
    expect(await states('ZZ')).toEqual([])
  })

  test('every country has its everyday name, in order', async ({ guest }) => {
    const { body } = await guest.call(listCountries)

    expect(body).toHaveLength(249)
    expect(body).toContainEqual({ code: 'GB', name: 'United Kingdom' })
    expect(body.map(({ name }) => name)).toEqual(body.map(({ name }) => name).sort(new Intl.Collator('en').compare))
  })

  test('[API2A-14] [ENT2-11] [ENT2-12] plans have price, interval, kind and limits, as configured', async ({
    guest,
  }) => {
    expect(await guest.ask(listPlans)).toEqual([
      { ...crew, features: ['4 sites'] },
      { ...lone, active: true, features: [], attributes: {} },
    ])
  })

  test('how cards are entered is told with nothing that is a secret', async ({ guest }) => {
    expect(await guest.ask(showPayment)).toEqual({
      provider: 'sandbox',
      public_key: 'pk_test_sandbox',
      frame_url: 'https://pay.example.com',
      client_token: null,
      currency: 'eur',
    })
  })
})

describe('with another word for teams (D-18)', () => {
  const { app, test } = sharedApp({ env: { teamWordPlural: 'crews' } })
  const owner = prepared(() => newTeam(app))

  test.each(['teams', 'crews'])('[PLAT-04] /%s leads to the team and to its settings', async (word) => {
    const team = await owner.ask(currentTeam)

    expect((await owner.request('GET', `/${word}/current`)).body).toEqual(team)
    expect((await owner.request('GET', `/settings/${word}/roles`)).body).toHaveLength(Object.keys(roleLabels).length)
    const renamed = await owner.request('PUT', `/settings/${word}/${team.id}/name`, { json: { name: `Of ${word}` } })
    expect(renamed.body).toMatchObject({ id: team.id, name: `Of ${word}` })
  })

  test('[PLAT-04] the description of the API says the configured word', async ({ guest }) => {
    const { body } = await guest.request('GET', '/api/openapi.json')

    expect(body).toHaveProperty(['paths', '/crews/current'])
    expect(body).not.toHaveProperty(['paths', '/teams/current'])
  })
})
