import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import { Drawer } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import styles from '#web/components/side-drawer.module.css'
import { useFocusReturn } from '#web/components/use-focus-return.ts'

/** Closes the drawer when a link in it, or the way back, leads elsewhere. */
const useClosedByLeaving = (onClose: () => void): void => {
  const router = useRouter()
  const close = useEffectEvent(onClose)
  useEffect(() => router.subscribe('onBeforeNavigate', ({ hrefChanged }) => hrefChanged && close()), [router])
}

type Props = { title: string; opened: boolean; onClose: () => void; children: ReactNode }

/** A drawer next to the page. */
export const SideDrawer = ({ title, opened, onClose, children }: Props) => {
  const content = useRef<HTMLDivElement>(null)
  useClosedByLeaving(onClose)
  useFocusReturn(opened, content)
  // Escape closes a dialog that was opened from the drawer before it closes the drawer.
  const closeUnlessBehind = () => {
    const front = [...document.querySelectorAll('[role=dialog]')].at(-1)
    if (!front || content.current?.contains(front)) onClose()
  }
  return (
    <Drawer.Root opened={opened} onClose={closeUnlessBehind} position="right" size="28rem" returnFocus={false}>
      <Drawer.Overlay />
      <Drawer.Content ref={content}>
        <div className={styles.head}>
          <Drawer.Title className={styles.title ?? ''}>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" />
        </div>
        <Drawer.Body className={styles.body ?? ''}>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
