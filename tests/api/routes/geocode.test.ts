import { describe, expect, test } from 'vitest'
import { defaultPlans } from '#schemas/billing/plans.ts'
import { guessCountry, listCountries, listStates } from '#schemas/resources/geocode.ts'
import { listPlans } from '#schemas/resources/plans.ts'
import { startApp } from '#tests/support/app.ts'
import { prepared } from '#tests/support/prepared.ts'

describe('places and plans', () => {
  const app = prepared(() => startApp({ env: { countryHeader: 'CF-IPCountry' } }))

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

  test('[API2A-14] plans are those of the configuration', async () => {
    expect(await app.guest().ask(listPlans)).toEqual(defaultPlans)
  })
})
