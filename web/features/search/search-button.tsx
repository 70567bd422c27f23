import { UnstyledButton } from '@mantine/core'
import { lazy } from 'react'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { Icon } from '#web/components/icon.tsx'
import { KeyCap } from '#web/components/key-cap.tsx'
import styles from '#web/features/search/search-button.module.css'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useKeys } from '#web/lib/use-keys.ts'
import { useLazyDialog } from '#web/lib/use-lazy-dialog.ts'

const loadDialog = retryingImport(() => import('#web/features/search/search-dialog.tsx'))
const SearchDialog = lazy(loadDialog)

/** The search and the actions of every page, in its header; '/' and Ctrl+K open it, except from a field. */
export const SearchButton = () => {
  const dialog = useLazyDialog(loadDialog)
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
      {dialog.wanted && (
        <DialogOutlet about={dialog.opened}>
          <SearchDialog opened={dialog.opened} onClose={dialog.onClose} />
        </DialogOutlet>
      )}
    </>
  )
}
