import { Button, Group, Text } from '@mantine/core'
import { CopyButton } from '#web/components/copy-button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import styles from '#web/components/shown-once.module.css'

/** Shows the secret of a new token, which is visible only once, with a copy button. */
const NewTokenDialog = ({ token, onClose }: { token: string; onClose: () => void }) => (
  <Dialog title="API token" opened onClose={onClose} size="lg">
    <Text size="md">
      Here is your new API token. This is the only time it will be shown, so keep it in a safe place now.
    </Text>
    <code className={styles.secret}>{token}</code>
    <Group justify="flex-end" mt="md">
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
      <CopyButton text={token} what="token" data-autofocus>
        Copy Token
      </CopyButton>
    </Group>
  </Dialog>
)

export default NewTokenDialog
