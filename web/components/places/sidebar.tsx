import { UnstyledButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { Icon } from '#web/components/icon.tsx'
import { PlacesNav } from '#web/components/places/places-nav.tsx'
import styles from '#web/components/places/sidebar.module.css'
import { useUser } from '#web/lib/session.ts'

/** The places beside every page of a wide window; the person's browser keeps whether they are folded to their icons. */
export const Sidebar = () => {
  const { id } = useUser()
  const [folded, fold] = useLocalStorage<unknown>({
    key: `siteledger:sidebar:${id}`,
    defaultValue: 'wide',
    getInitialValueInEffect: false,
  })
  const isFolded = folded === 'folded'
  const label = isFolded ? 'Show the names of places' : 'Fold to icons'
  return (
    <div className={styles.sidebar} data-folded={isFolded || undefined}>
      <PlacesNav />
      <UnstyledButton
        className={styles.fold}
        aria-label={label}
        title={label}
        onClick={() => fold(isFolded ? 'wide' : 'folded')}
      >
        <Icon name="chevron" size={18} />
        <span>{label}</span>
      </UnstyledButton>
    </div>
  )
}
