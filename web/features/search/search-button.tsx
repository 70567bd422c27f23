import { UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { lazy, useState } from 'react'
import { DialogPlace } from '#web/components/dialog-place.tsx'
import { Icon } from '#web/components/icon.tsx'
import styles from '#web/features/search/search-button.module.css'
import { patient } from '#web/lib/patient.ts'

const loadDialog = patient(() => import('#web/features/search/search-dialog.tsx'))
const SearchDialog = lazy(loadDialog)

/** The one search box, in the head of every page; also by '/' or Ctrl+K from anywhere but a field. */
export const SearchButton = () => {
  const [wanted, setWanted] = useState(false)
  const [opened, setOpened] = useState(false)
  const preload = () => void loadDialog()
  const open = () => {
    // Another dialog has the word.
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
        <DialogPlace about={opened}>
          <SearchDialog opened={opened} onClose={() => setOpened(false)} />
        </DialogPlace>
      )}
    </>
  )
}
