import { UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { lazy } from 'react'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { Icon } from '#web/components/icon.tsx'
import styles from '#web/features/search/search-button.module.css'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useLazyDialog } from '#web/lib/use-lazy-dialog.ts'

const loadDialog = retryingImport(() => import('#web/features/search/search-dialog.tsx'))
const SearchDialog = lazy(loadDialog)

/** The global search in the header of every page; '/' and Ctrl+K open it, except from a field. */
export const SearchButton = () => {
  const dialog = useLazyDialog(loadDialog)
  const open = () => {
    // An open dialog takes precedence.
    if (document.querySelector('[role=dialog]')) return
    dialog.open()
  }
  useHotkeys([
    ['/', open],
    ['mod+K', open],
  ])
  return (
    <>
      <UnstyledButton
        className={styles.button}
        aria-label="Search everything"
        aria-keyshortcuts="/ Control+K Meta+K"
        {...dialog.opener}
        onClick={open}
      >
        <Icon name="search" size={18} />
        <span className={styles.words}>Search</span>
        <kbd className={styles.key}>/</kbd>
      </UnstyledButton>
      {dialog.wanted && (
        <DialogOutlet about={dialog.opened}>
          <SearchDialog opened={dialog.opened} onClose={dialog.onClose} />
        </DialogOutlet>
      )}
    </>
  )
}
