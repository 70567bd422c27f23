import { useEffect, useEffectEvent } from 'react'
import { isSomethingOpen } from '#web/lib/something-open.ts'

/** Whether Escape would take from the user what they have typed. */
const holdsText = (target: EventTarget | null): boolean =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && target.value !== ''

/**
 * Calls `back` at the Escape key, unless a dialog or a menu is open, which it closes, or the focus is in a field with
 * text.
 */
export const useEscape = (back: () => void, enabled: boolean): void => {
  const act = useEffectEvent(back)
  useEffect(() => {
    if (!enabled) return
    const pressed = ({ key, target, isComposing }: KeyboardEvent) => {
      if (key === 'Escape' && !isComposing && !isSomethingOpen() && !holdsText(target)) act()
    }
    // Before anything that the key closes is gone.
    window.addEventListener('keydown', pressed, { capture: true })
    return () => window.removeEventListener('keydown', pressed, { capture: true })
  }, [enabled])
}
