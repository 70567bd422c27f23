import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import styles from '#web/components/dialog.module.css'
import { focusPage } from '#web/lib/focus-page.ts'

type Props = {
  title: string
  opened: boolean
  onClose: () => void
  size?: string
  /** A click outside must not close the dialog, because it would end work in progress. */
  steady?: boolean
  children: ReactNode
}

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
const useFocusReturn = (opened: boolean, content: RefObject<HTMLElement | null>): void => {
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

/** What is filled in: of radio buttons the chosen one, and a day, which is a button. */
const fields =
  ':is(input:not([type=hidden], [type=file], [type=radio]:not(:checked)), select, textarea, [data-dates-input]):enabled'

/**
 * A dialog that names no beginning begins at its first field, also at one that arrives once it is open; without fields, at
 * Close.
 */
const beginAtFirstField = (head: HTMLElement | null) => {
  const dialog = head?.parentElement
  if (!dialog) return
  const begin = () => {
    const first = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector<HTMLElement>(fields)
    if (!first) return
    arrivals.disconnect()
    // The dialog looks for it when it has opened.
    first.dataset.autofocus = ''
    if (head.contains(document.activeElement)) first.focus()
  }
  const arrivals = new MutationObserver(begin)
  arrivals.observe(dialog, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  begin()
  return () => arrivals.disconnect()
}

/** A modal dialog with a title and a close button. Import it lazily: a page rarely needs it at once. */
export const Dialog = ({ title, opened, onClose, size = 'md', steady = false, children }: Props) => {
  const content = useRef<HTMLDivElement>(null)
  useFocusReturn(opened, content)
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={size}
      centered
      closeOnClickOutside={!steady}
      returnFocus={false}
      // A sliding dialog would clip the calendars inside.
      transitionProps={{ transition: 'fade', duration: 150 }}
    >
      <Modal.Overlay />
      <Modal.Content ref={content} radius="lg">
        <Modal.Body className={styles.body}>
          <div ref={beginAtFirstField} className={styles.head}>
            <Modal.Title className={styles.title}>{title}</Modal.Title>
            <Modal.CloseButton aria-label="Close" />
          </div>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
