import { UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { lazy, useState } from 'react'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { Icon } from '#web/components/icon.tsx'
import styles from '#web/features/search/search-button.module.css'
import { retryingImport } from '#web/lib/retrying-import.ts'

const loadDialog = retryingImport(() => import('#web/features/search/search-dialog.tsx'))
const SearchDialog = lazy(loadDialog)

/** The global search in the header of every page; '/' and Ctrl+K open it, except from a field. */
export const SearchButton = () => {
  const [wanted, setWanted] = useState(false)
  const [opened, setOpened] = useState(false)
  const preload = () => void loadDialog()
  const open = () => {
    // An open dialog takes precedence.
    if (document.querySelector('[role=dialog]')) return
    setWanted(true)
    setOpened(true)
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
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K Meta+K"
        onClick={open}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <Icon name="search" size={18} />
        <span className={styles.words}>Search</span>
        <kbd className={styles.key}>/</kbd>
      </UnstyledButton>
      {wanted && (
        <DialogOutlet about={opened}>
          <SearchDialog opened={opened} onClose={() => setOpened(false)} />
        </DialogOutlet>
      )}
    </>
  )
}
