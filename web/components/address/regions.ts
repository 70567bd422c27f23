import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { unknownCountry } from '#schemas/billing/vat.ts'
import { guessCountry, listCountries, listStates } from '#schemas/resources/geocode.ts'
import { oneQuery } from '#web/lib/queries.ts'

/** The initial country of a form. */
export const defaultCountry = 'US'

/** The guessed country; undefined when it is unknown. */
export const usableGuess = (guess: string | undefined): string | undefined =>
  guess === undefined || guess === unknownCountry ? undefined : guess

/**
 * All countries, and the states or provinces of the chosen one: `undefined` while they are loading, and empty when it
 * has none or they cannot be had.
 */
export const useRegions = (country: string) => {
  const { data: countries = [] } = useQuery(oneQuery(listCountries))
  const { data: states, isLoading } = useQuery({ ...oneQuery(listStates, { country }), enabled: country !== '' })
  return { countries, states: isLoading ? undefined : (states ?? []) }
}

/** Guesses the country once, on load, and passes it to `take`, unless the person has `chosen` one meanwhile. */
export const useCountryGuess = (chosen: boolean, apply: (country: string) => void): void => {
  const { data } = useQuery(oneQuery(guessCountry))
  const guess = usableGuess(data)
  const applied = useRef(false)
  useEffect(() => {
    if (guess === undefined || applied.current) return
    applied.current = true
    if (!chosen) apply(guess)
  }, [guess, chosen, apply])
}
