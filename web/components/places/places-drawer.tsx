import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import { Drawer } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import styles from '#web/components/places/places-drawer.module.css'
import { PlacesNav } from '#web/components/places/places-nav.tsx'
import { useFocusReturn } from '#web/components/use-focus-return.ts'

/** The places in a drawer, for windows without the sidebar; it closes when one of them is chosen. */
const PlacesDrawer = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const router = useRouter()
  const content = useRef<HTMLDivElement>(null)
  useFocusReturn(opened, content)
  const close = useEffectEvent(onClose)
  useEffect(() => router.subscribe('onBeforeNavigate', () => close()), [router])
  return (
    <Drawer.Root opened={opened} onClose={onClose} returnFocus={false} size="17rem">
      <Drawer.Overlay />
      <Drawer.Content ref={content}>
        <div className={styles.head}>
          <Drawer.Title className={styles.title ?? ''}>Menu</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" />
        </div>
        <Drawer.Body className={styles.body ?? ''}>
          <PlacesNav />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

export default PlacesDrawer
