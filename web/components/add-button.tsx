import { Button } from '@mantine/core'
import styles from '#web/components/add-button.module.css'
import { Icon } from '#web/components/icon.tsx'
import { goToPanel } from '#web/components/panel.tsx'
import { useKeys } from '#web/lib/use-keys.ts'

/** Goes to the form of a list, as does the key 'n' outside fields and dialogs: 'Add a site'. */
export const AddButton = ({ noun }: { noun: string }) => {
  useKeys({ add: goToPanel })
  return (
    <Button
      className={styles.button ?? ''}
      leftSection={<Icon name="plus" />}
      data-add
      aria-keyshortcuts="n"
      onClick={goToPanel}
    >
      Add<span className={styles.noun}>{`\u00a0a ${noun}`}</span>
    </Button>
  )
}
