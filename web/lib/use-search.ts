import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'

/** Milliseconds between the last key press and the search of a list. */
const pauseOfLists = 200

export type Search = {
  /** The text in the field. */
  typed: string
  setTyped: (typed: string) => void
  /** The debounced search text; when it is empty the whole list shows (D-41). */
  text: string
}

/** A search, debounced by `pause` milliseconds. */
export const useSearch = (pause: number = pauseOfLists): Search => {
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), pause)
  // An emptied field shows the whole list at once.
  return { typed, setTyped, text: typed.trim() === '' ? '' : asked }
}
