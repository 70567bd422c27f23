import type * as contracts from '#schemas/resources/geocode.ts'
import { call } from '#web/lib/call.ts'

export const guessCountry = call<typeof contracts.guessCountry>('GET', '/geocode/country', 'public')
export const listCountries = call<typeof contracts.listCountries>('GET', '/geocode/countries', 'public')
export const listStates = call<typeof contracts.listStates>('GET', '/geocode/states/{country}', 'public')
