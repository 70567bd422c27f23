import { useEffect, useEffectEvent } from 'react'
import type { KeyName } from '#web/lib/keys.ts'
import { pressedKey } from '#web/lib/pressed-key.ts'

/** The actions of keys; one that answers false leaves its key to the browser. */
export type KeyActions = Partial<Record<KeyName, (event: KeyboardEvent) => unknown>>

/** Acts on shortcuts of the register while the component is shown. */
export const useKeys = (actions: KeyActions): void => {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const name = pressedKey(event)
    const action = name && actions[name]
    if (action && action(event) !== false) event.preventDefault()
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => act(event)
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
}
