import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { OAuthClient } from '#schemas/resources/oauth-clients.ts'
import { CopyButton } from '#web/components/copy-button.tsx'
import styles from '#web/features/oauth/oauth.module.css'

/** The secret of a client, hidden until somebody asks for it. An operator who impersonates the owner gets none. */
export const ClientSecret = ({ client: { secret, confidential }, about }: { client: OAuthClient; about: string }) => {
  const [shown, setShown] = useState(false)
  if (secret === null) return <span className={styles.none}>{confidential ? 'Hidden' : 'None: a public client'}</span>
  return (
    <div className={styles.secret}>
      <code className={styles.code}>{shown ? secret : '••••••••••••'}</code>
      <Group gap="xs" wrap="nowrap">
        <Button variant="default" size="xs" aria-describedby={about} onClick={() => setShown((now) => !now)}>
          {shown ? 'Hide' : 'Show'}
        </Button>
        <CopyButton text={secret} what="secret" about={about} variant="default" size="xs">
          Copy
        </CopyButton>
      </Group>
    </div>
  )
}
