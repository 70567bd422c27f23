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
          <div className={styles.head}>
            <Modal.Title className={styles.title}>{title}</Modal.Title>
            <Modal.CloseButton aria-label="Close" />
          </div>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
