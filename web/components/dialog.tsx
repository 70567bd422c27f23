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

/** Closed dialogs hand the focus back to where it was, or to the page where that is gone with what was deleted. */
const useFocusReturn = (opened: boolean): void => {
  // Before the dialog takes the focus; one that loads lazily opens with its first drawing.
  useLayoutEffect(() => {
    if (!opened) return
    const before = document.activeElement
    return () => {
      const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body
      const target = isThere ? before : document.getElementById('main')
      // The dialog lets go of the focus first.
      setTimeout(() => target?.focus({ preventScroll: true }))
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
