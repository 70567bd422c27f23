import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import { useState } from 'react'
import styles from '#web/features/search/search-dialog.module.css'
import { SearchField } from '#web/features/search/search-field.tsx'
import type { Action } from '#web/features/search/use-actions.ts'

/** Searches all records of the team, and offers what can be done, over the current page. */
const SearchDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const [action, setAction] = useState<Action>()
  const choose = (chosen: Action) => {
    setAction(chosen)
    onClose()
  }
  // An action comes once the dialog has given the focus back, which it may move to a field.
  const act = () => {
    setAction(undefined)
    action?.run()
  }
  return (
    <Modal.Root opened={opened} onClose={onClose} onExitTransitionEnd={act} size="40rem" yOffset="6dvh">
      <Modal.Overlay />
      <Modal.Content radius="lg" aria-label="Search everything" classNames={{ content: styles.content ?? '' }}>
        <Modal.Body p={0}>
          <SearchField onClose={onClose} onRun={choose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

export default SearchDialog
