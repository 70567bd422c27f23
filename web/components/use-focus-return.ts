import { type RefObject, useLayoutEffect } from 'react'
import { focusPage } from '#web/lib/focus-page.ts'

/** The same button in the neighbouring rows, nearest first, those below before those above. */
const likeOnNeighbours = (element: HTMLElement): HTMLElement[] => {
  const list = element.closest('ul, tbody')
  const all = [...(list?.querySelectorAll<HTMLElement>(element.tagName) ?? [])]
  const alike = all.filter(({ className }) => className === element.className)
  const index = alike.indexOf(element)
  return [...alike.slice(index + 1), ...alike.slice(0, index).reverse()]
}

/**
 * Returns the focus to where it was when the dialog closes; when that element was deleted, to the next record of its
 * list, or to the heading of the page. The key that is pressed next finds it there.
 */
export const useFocusReturn = (opened: boolean, content: RefObject<HTMLElement | null>): void => {
  // Runs before the dialog takes the focus; a lazy dialog opens with its first render.
  useLayoutEffect(() => {
    if (!opened) return
    const before = document.activeElement
    const wanted =
      before instanceof HTMLElement && before !== document.body ? [before, ...likeOnNeighbours(before)] : []
    const giveBack = () => {
      const target = wanted.find(({ isConnected }) => isConnected)
      if (target) target.focus({ preventScroll: true })
      else focusPage()
    }
    return () => {
      const closing = content.current
      // Once the page is drawn without the record.
      queueMicrotask(giveBack)
      // A dialog takes the focus a moment after it has opened, even if it is closed by then.
      setTimeout(() => {
        const focused = document.activeElement
        if (focused === document.body || closing?.contains(focused)) giveBack()
      })
    }
  }, [opened, content])
}
