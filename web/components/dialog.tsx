import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import { type ReactNode, useLayoutEffect } from 'react'
import styles from '#web/components/dialog.module.css'

type Props = {
  title: string
  opened: boolean
  onClose: () => void
  size?: string
  /** Holds work that a click beside the dialog must not end. */
  steady?: boolean
  children: ReactNode
}

/** The same button on the records below and above, nearest first: their places in the list look alike. */
const likeOnNeighbours = (element: HTMLElement): HTMLElement[] => {
  const list = element.closest('ul, tbody')
  const all = [...(list?.querySelectorAll<HTMLElement>(element.tagName) ?? [])]
  const alike = all.filter(({ className }) => className === element.className)
  const place = alike.indexOf(element)
  return [...alike.slice(place + 1), ...alike.slice(0, place).reverse()]
}

/**
 * Closed dialogs hand the focus back to where it was; where that is gone with what was deleted, to the next record of
 * its list, or to the page.
 */
const useFocusReturn = (opened: boolean): void => {
  // Before the dialog takes the focus; one that loads lazily opens with its first drawing.
  useLayoutEffect(() => {
    if (!opened) return
    const before = document.activeElement
    const wanted =
      before instanceof HTMLElement && before !== document.body ? [before, ...likeOnNeighbours(before)] : []
    return () => {
      // The dialog lets go of the focus first.
      setTimeout(() => {
        const target = wanted.find(({ isConnected }) => isConnected) ?? document.getElementById('main')
        target?.focus({ preventScroll: true })
      })
    }
  }, [opened])
}

/** A dialog over the page, with a title and a way out. Import it lazily: a page rarely needs it at once. */
export const Dialog = ({ title, opened, onClose, size = 'md', steady = false, children }: Props) => {
  useFocusReturn(opened)
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={size}
      centered
      closeOnClickOutside={!steady}
      returnFocus={false}
      // One that slides would clip the calendars inside.
      transitionProps={{ transition: 'fade', duration: 150 }}
    >
      <Modal.Overlay />
      <Modal.Content radius="lg">
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
