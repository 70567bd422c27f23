import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import styles from '#web/components/dialog.module.css'
import { useFocusReturn } from '#web/components/use-focus-return.ts'

type Props = {
  title: string
  opened: boolean
  onClose: () => void
  size?: string
  /** A click outside must not close the dialog, because it would end work in progress. */
  steady?: boolean
  children: ReactNode
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
    // The dialog looks for it when it has opened; a field that takes its place until then inherits that.
    first.dataset.autofocus = ''
    if (!dialog.contains(document.activeElement)) return
    arrivals.disconnect()
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
