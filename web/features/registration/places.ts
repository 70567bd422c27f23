import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { guessCountry, listCountries, listStates, unknownCountry } from '#schemas/resources/geocode.ts'
import { oneQuery } from '#web/lib/queries.ts'

/** The country that a form starts with (CONST2-15). */
export const defaultCountry = 'US'

/** The guess that counts: none where the country is not known (STATE2-37). */
export const usableGuess = (guess: string | undefined): string | undefined =>
  guess === undefined || guess === unknownCountry ? undefined : guess

/** Every country, and the states or provinces of the chosen one (REG-14); `states` is empty where there are none. */
export const usePlaces = (country: string) => {
  const { data: countries = [] } = useQuery(oneQuery(listCountries))
  const { data: states = [] } = useQuery({ ...oneQuery(listStates, { country }), enabled: country !== '' })
  return { countries, states }
}

/** Guesses the country once, on load (REG-13); `take` gets it, unless somebody has chosen one by then. */
export const useCountryGuess = (take: (country: string) => void): void => {
  const { data } = useQuery(oneQuery(guessCountry))
  const guess = usableGuess(data)
  const taken = useRef(false)
  useEffect(() => {
    if (guess === undefined || taken.current) return
    taken.current = true
    take(guess)
  }, [guess, take])
}
