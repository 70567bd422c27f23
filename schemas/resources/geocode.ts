import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** A country by its ISO 3166-1 code of two letters, or a region by the end of its ISO 3166-2 code. */
export const Region = z.object({ code: z.string(), name: z.string() })
export type Region = z.infer<typeof Region>

export const guessCountry = endpoint('GET /geocode/country', {
  summary: 'The country that the caller seems to be in; ZZ where it is not known',
  access: 'public',
  response: z.string(),
})

export const listCountries = endpoint('GET /geocode/countries', {
  summary: 'Every country, by name',
  access: 'public',
  response: z.array(Region),
})

export const listStates = endpoint('GET /geocode/states/{country}', {
  summary: 'States or provinces of a country, by name',
  access: 'public',
  params: z.object({
    country: z
      .string()
      .regex(/^[A-Za-z]{2}$/)
      .toUpperCase(),
  }),
  response: z.array(Region),
})
