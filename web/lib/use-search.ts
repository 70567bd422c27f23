import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'

/** Wait after the last key before a search is asked, in milliseconds. */
const pause = 200

export type Search = {
  /** What stands in the field. */
  typed: string
  setTyped: (typed: string) => void
  /** What is searched for; empty where nothing is, and the whole list shows (D-41). */
  text: string
}

/** A search of a list: what is typed, and a moment after the last key what is asked for. */
export const useSearch = (): Search => {
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), pause)
  // A field that was emptied shows the whole list at once.
  return { typed, setTyped, text: typed.trim() === '' ? '' : asked }
}
