import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '#web/components/icon.tsx'
import { initials } from '#web/components/thumbnail.tsx'
import styles from '#web/features/account/user-menu.module.css'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useUser } from '#web/lib/session.ts'

const loadMenu = retryingImport(() => import('#web/features/account/user-menu-items.tsx'))
const UserMenuItems = lazy(loadMenu)

/** The user's button in the header; its menu loads when the pointer or the focus comes near. */
export const UserMenu = () => {
  const { name, email, photo_url } = useUser()
  const [wanted, setWanted] = useState(false)
  const preload = () => void loadMenu()
  const button = (
    <UnstyledButton
      className={styles.button}
      aria-haspopup="menu"
      onClick={() => setWanted(true)}
      onPointerEnter={preload}
      onFocus={preload}
    >
      <span className={styles.avatar} data-letters={photo_url ? '' : initials(name)}>
        {photo_url && <img src={photo_url} alt="" className={styles.photo} />}
      </span>
      <VisuallyHidden>Account of</VisuallyHidden>
      <span className={styles.name}>{name}</span>
      <Icon name="down" size={14} />
    </UnstyledButton>
  )
  if (!wanted) return button
  return (
    <Suspense fallback={button}>
      <UserMenuItems name={name} email={email}>
        {button}
      </UserMenuItems>
    </Suspense>
  )
}
