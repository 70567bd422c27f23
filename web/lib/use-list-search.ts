import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Search } from '#web/lib/use-search.ts'

/** Wait after the last key before a search is asked, in milliseconds. */
const pause = 200

/** What an address searches for: `?search=`. The router reads digits as a number. */
export const searchIn = ({ search }: Record<string, unknown>): { search?: string } =>
  search === undefined || search === null || search === '' ? {} : { search: String(search) }

/**
 * A search of a list: what is typed, and a moment after the last key what is asked for. That stands in the address, so
 * that a search can be sent to somebody, and Back finds it again.
 */
export const useListSearch = (): Search => {
  const navigate = useNavigate()
  const asked = searchIn(useSearch({ strict: false })).search ?? ''
  const [typed, setTyped] = useState(asked)
  const sent = useRef(asked)

  const ask = useEffectEvent((text: string) => {
    sent.current = text
    const search = text === '' ? {} : { search: text }
    void navigate({ to: '.', search, hash: true, replace: true, resetScroll: false, hashScrollIntoView: false })
  })
  useEffect(() => {
    const text = typed.trim()
    if (text === sent.current) return
    // A field that was emptied shows the whole list at once.
    const timer = setTimeout(() => ask(text), text === '' ? 0 : pause)
    return () => clearTimeout(timer)
  }, [typed])

  // Somebody went back or forward; one's own words are already in the field, and perhaps more by now.
  useEffect(() => {
    if (asked === sent.current) return
    sent.current = asked
    setTyped(asked)
  }, [asked])
  return { typed, setTyped, text: typed.trim() === '' ? '' : asked }
}
