import { countries, isCountry, statesOf } from '#api/adapters/places.ts'
import { resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { guessCountry, listCountries, listStates, unknownCountry } from '#schemas/resources/geocode.ts'

/** Where a caller's country is known from: a header that the proxy in front sets, else where the operators are (D-82). */
export type CountryGuess = { header: string | undefined; home: string | undefined }

export const geocodeRoutes = ({ header, home }: CountryGuess): Route[] => [
  route(guessCountry, async ({ request }) => {
    const told = header === undefined ? undefined : request.get(header)?.toUpperCase()
    if (told !== undefined && (await isCountry(told))) return resource(told)
    return resource(home ?? unknownCountry)
  }),

  route(listCountries, async () => resource(await countries())),

  route(listStates, async ({ params }) => resource(await statesOf(params.country))),
]
