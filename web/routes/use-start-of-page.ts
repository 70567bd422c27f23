import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { focusPage } from '#web/lib/focus-page.ts'

/**
 * Starts a new page at the top with the focus on its heading, for keyboard and screen reader users too. The router
 * does not reset the scroll position when an address has a hash. Back and Forward keep their position.
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
      focusPage()
    })
    return () => {
      stopListening()
      stopFollowing()
    }
  }, [router])
}
