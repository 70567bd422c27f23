import { UnstyledButton } from '@mantine/core'
import { Icon } from '#web/components/icon.tsx'
import { KeyCap } from '#web/components/key-cap.tsx'
import { lazyDialog, useLazyDialog } from '#web/components/lazy-dialog.tsx'
import styles from '#web/features/search/search-button.module.css'
import { useKeys } from '#web/lib/use-keys.ts'

const searchDialog = lazyDialog(() => import('#web/features/search/search-dialog.tsx'))

/** The search and the actions of every page, in its header; '/' and Ctrl+K open it, except from a field. */
export const SearchButton = () => {
  const dialog = useLazyDialog(searchDialog)
  useKeys({ search: dialog.open })
  return (
    <>
      <UnstyledButton
        className={styles.button}
        aria-label="Search everything"
        aria-keyshortcuts="/ Control+K Meta+K"
        {...dialog.opener}
      >
        <Icon name="search" size={18} />
        <span className={styles.words}>Search</span>
        <KeyCap>/</KeyCap>
      </UnstyledButton>
      {dialog.outlet({})}
    </>
  )
}
