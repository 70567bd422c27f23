import { type LinkOptions, useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

/** Brings the chosen tab's list to the upper edge of the screen, with the focus on it. */
const goToList = (): void => {
  const tab = document.querySelector('#main [role=tab][aria-selected=true]')
  const panel = document.getElementById(tab?.getAttribute('aria-controls') ?? '')
  if (!tab || !panel) return
  // It takes the focus from here alone; its styles make it high enough to be scrolled to before its rows are there.
  panel.tabIndex = -1
  panel.focus({ preventScroll: true })
  tab.parentElement?.scrollIntoView({ block: 'start' })
}

/** For links of a page to its own lists: whoever follows one sees the list as soon as the page has it. */
export const useGoToList = () => {
  const router = useRouter()
  return (to: LinkOptions) =>
    ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) => {
      if (metaKey || ctrlKey || shiftKey || altKey) return
      if (router.buildLocation(to as never).href === router.state.location.href) return goToList()
      const stop = router.subscribe('onRendered', () => {
        stop()
        goToList()
      })
    }
}
