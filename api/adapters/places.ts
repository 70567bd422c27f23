import { iso31661, iso31662 } from 'iso-3166'
import type { Place } from '#schemas/resources/geocode.ts'

const byName = (left: Place, right: Place): number => left.name.localeCompare(right.name, 'en')

const names = new Intl.DisplayNames(['en'], { type: 'region' })

/** Every country by name, as people call it. */
export const countries: readonly Place[] = iso31661
  .map(({ alpha2, name }) => ({ code: alpha2, name: names.of(alpha2) ?? name }))
  .sort(byName)

/** Whether a country has this code of two capital letters. */
export const isCountry = (code: string): boolean => countries.some((country) => country.code === code)

/** States or provinces by name; empty for a country without any, or one that there is not. */
export const statesOf = (country: string): Place[] =>
  iso31662
    .filter(({ parent }) => parent === country)
    .map(({ code, name }) => ({ code: code.slice(country.length + 1), name }))
    .sort(byName)
