import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '#web/components/dialog.tsx'
import { Icon } from '#web/components/icon.tsx'
import styles from '#web/features/api-tokens/new-token-dialog.module.css'
import { announce } from '#web/lib/announce.ts'

/** Shows the secret of a new token, which is visible only once, with a copy button (SET-32). */
const NewTokenDialog = ({ token, onClose }: { token: string; onClose: () => void }) => {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token)
      setCopied(true)
    } catch {
      // Browsers refuse on an insecure page.
      void announce('The token could not be copied. Please select it and copy it yourself.', 'failure')
    }
  }
  return (
    <Dialog title="API token" opened onClose={onClose} size="lg">
      <Text size="md">
        Here is your new API token. This is the only time it will be shown, so keep it in a safe place now.
      </Text>
      <code className={styles.token}>{token}</code>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button leftSection={copied ? <Icon name="check" /> : undefined} onClick={copy} data-autofocus>
          {copied ? 'Copied' : 'Copy Token'}
        </Button>
      </Group>
    </Dialog>
  )
}

export default NewTokenDialog
