import type { Region } from '#schemas/resources/geocode.ts'

const byName = (left: Region, right: Region): number => left.name.localeCompare(right.name, 'en')

/** The list of countries and their parts takes some megabytes of memory, so it is loaded on first use. */
const listed = () => import('iso-3166')

/** All countries, sorted by their common names. */
export const countries = async (): Promise<Region[]> => {
  const names = new Intl.DisplayNames(['en'], { type: 'region' })
  const { iso31661 } = await listed()
  return iso31661.map(({ alpha2, name }) => ({ code: alpha2, name: names.of(alpha2) ?? name })).sort(byName)
}

/** Whether this is a country's two-letter code, in capitals. */
export const isCountry = async (code: string): Promise<boolean> =>
  (await listed()).iso31661.some(({ alpha2 }) => alpha2 === code)

/** The states or provinces of a country, sorted by name; empty if it has none or does not exist. */
export const statesOf = async (country: string): Promise<Region[]> =>
  (await listed()).iso31662
    .filter(({ parent }) => parent === country)
    .map(({ code, name }) => ({ code: code.slice(country.length + 1), name }))
    .sort(byName)
