import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * Another page starts at its top, with the focus at its beginning, so that eyes, keyboard and screen reader do too.
 * The router leaves the scroll position alone where an address has a hash. Back and Forward keep their place.
 */
export const useStartOfPage = (): void => {
  const router = useRouter()
  useEffect(() => {
    let onward = false
    const stopListening = router.history.subscribe(({ action }) => {
      onward = action.type === 'PUSH' || action.type === 'REPLACE'
    })
    const stopFollowing = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return
      if (onward) window.scrollTo(0, 0)
      document.getElementById('main')?.focus({ preventScroll: true })
    })
    return () => {
      stopListening()
      stopFollowing()
    }
  }, [router])
}
