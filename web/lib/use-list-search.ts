import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useListAddress } from '#web/lib/list-address.ts'
import type { Search } from '#web/lib/use-search.ts'

/** Milliseconds between the last key press and the search. */
const pause = 200

/**
 * The search of a list, debounced. The address holds the search text, so that it can be shared and Back restores it.
 */
export const useListSearch = (): Search => {
  const { address, change } = useListAddress()
  const current = address.search ?? ''
  const [typed, setTyped] = useState(current)
  const sent = useRef(current)

  const submit = useEffectEvent((text: string) => {
    sent.current = text
    change({ search: text })
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
