import type { Place } from '#schemas/resources/geocode.ts'

const byName = (left: Place, right: Place): number => left.name.localeCompare(right.name, 'en')

/** Countries and their parts are some megabytes in memory, so they are loaded when they are asked for first. */
const listed = () => import('iso-3166')

/** Every country by name, as people call it. */
export const countries = async (): Promise<Place[]> => {
  const names = new Intl.DisplayNames(['en'], { type: 'region' })
  const { iso31661 } = await listed()
  return iso31661.map(({ alpha2, name }) => ({ code: alpha2, name: names.of(alpha2) ?? name })).sort(byName)
}

/** Whether a country has this code of two capital letters. */
export const isCountry = async (code: string): Promise<boolean> =>
  (await listed()).iso31661.some(({ alpha2 }) => alpha2 === code)

/** States or provinces by name; empty for a country without any, or one that there is not. */
export const statesOf = async (country: string): Promise<Place[]> =>
  (await listed()).iso31662
    .filter(({ parent }) => parent === country)
    .map(({ code, name }) => ({ code: code.slice(country.length + 1), name }))
    .sort(byName)
