import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Search } from '#web/lib/use-search.ts'

/** Milliseconds between the last key press and the search. */
const pause = 200

/** The search text of an address, `?search=`. The router parses digits as a number. */
export const searchIn = ({ search }: Record<string, unknown>): { search?: string } =>
  search === undefined || search === null || search === '' ? {} : { search: String(search) }

/**
 * The search of a list, debounced. The address holds the search text, so that it can be shared and Back restores it.
 */
export const useListSearch = (): Search => {
  const navigate = useNavigate()
  const current = searchIn(useSearch({ strict: false })).search ?? ''
  const [typed, setTyped] = useState(current)
  const sent = useRef(current)

  const submit = useEffectEvent((text: string) => {
    sent.current = text
    const search = text === '' ? {} : { search: text }
    void navigate({ to: '.', search, hash: true, replace: true, resetScroll: false, hashScrollIntoView: false })
  })
  useEffect(() => {
    const text = typed.trim()
    if (text === sent.current) return
    // An emptied field shows the whole list at once.
    const timer = setTimeout(() => submit(text), text === '' ? 0 : pause)
    return () => clearTimeout(timer)
  }, [typed])

  // The user went back or forward. The field already holds a text that the user typed, perhaps a longer one by now.
  useEffect(() => {
    if (current === sent.current) return
    sent.current = current
    setTyped(current)
  }, [current])
  return { typed, setTyped, text: typed.trim() === '' ? '' : current }
}
