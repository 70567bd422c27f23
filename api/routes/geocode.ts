import { countries, isCountry, statesOf } from '#api/adapters/places.ts'
import { resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { unknownCountry } from '#schemas/billing/vat.ts'
import { guessCountry, listCountries, listStates } from '#schemas/resources/geocode.ts'

/** Sources of the caller's country: a header that the proxy sets, otherwise the operators' own country (D-82). */
type CountryGuess = { header: string | undefined; home: string | undefined }

export const geocodeRoutes = ({ header, home }: CountryGuess): Route[] => [
  route(guessCountry, async ({ request }) => {
    const country = header === undefined ? undefined : request.get(header)?.toUpperCase()
    if (country !== undefined && (await isCountry(country))) return resource(country)
    return resource(home ?? unknownCountry)
  }),

  route(listCountries, async () => resource(await countries())),

  route(listStates, async ({ params }) => resource(await statesOf(params.country))),
]
