import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import styles from '#web/features/search/search-dialog.module.css'
import { SearchField } from '#web/features/search/search-field.tsx'

/** Searches all records of the team, over the current page. */
const SearchDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
  <Modal.Root opened={opened} onClose={onClose} size="40rem" yOffset="6dvh">
    <Modal.Overlay />
    <Modal.Content radius="lg" aria-label="Search everything" classNames={{ content: styles.content ?? '' }}>
      <Modal.Body p={0}>
        <SearchField onClose={onClose} />
      </Modal.Body>
    </Modal.Content>
  </Modal.Root>
)

export default SearchDialog
