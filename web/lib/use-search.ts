import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'

/** Milliseconds between the last key press and the search. */
const pause = 200

export type Search = {
  /** The text in the field. */
  typed: string
  setTyped: (typed: string) => void
  /** The debounced search text; when it is empty the whole list shows (D-41). */
  text: string
}

/** The search of a list, debounced. */
export const useSearch = (): Search => {
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), pause)
  // An emptied field shows the whole list at once.
  return { typed, setTyped, text: typed.trim() === '' ? '' : asked }
}
