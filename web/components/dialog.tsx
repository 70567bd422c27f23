import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
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

/** A dialog over the page, with a title and a way out. Import it lazily: a page rarely needs it at once. */
export const Dialog = ({ title, opened, onClose, size = 'md', steady = false, children }: Props) => (
  <Modal.Root opened={opened} onClose={onClose} size={size} centered closeOnClickOutside={!steady}>
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
