import { Alert, Button, Loader, Stack, Text } from '@mantine/core'
import { useAtomValue } from 'jotai'
import emptyStyles from '#web/components/empty-hint.module.css'
import { Icon, type IconName } from '#web/components/icon.tsx'
import styles from '#web/components/waiting.module.css'
import { messageOf } from '#web/lib/api-problem.ts'
import { sessionExpiredAtom } from '#web/lib/session-expired.ts'

type FailureProps = { onRetry?: () => void } & ({ message: string } | { error: unknown })

/**
 * Shows an error or a message, which screen readers announce at once, and a retry button when `onRetry` is given. It
 * renders nothing once the session has expired, because a dialog says so.
 */
export const Failure = ({ onRetry, ...what }: FailureProps) => {
  if (useAtomValue(sessionExpiredAtom)) return null
  return (
    <Alert color="red" variant="light" icon={<Icon name="alert" size={18} />} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="md" c="var(--mantine-color-text)">
          {'message' in what ? what.message : messageOf(what.error)}
        </Text>
        {onRetry && (
          <Button variant="default" size="xs" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

/** The hint of an empty list. */
export const EmptyHint = ({ icon, children }: { icon: IconName; children: string }) => (
  <div className={emptyStyles.hint}>
    <span className={emptyStyles.icon}>
      <Icon name={icon} size={26} />
    </span>
    <p className={emptyStyles.text}>{children}</p>
  </div>
)

type WaitingProps = { label: string; className?: string | undefined }

/** A spinner that says what it waits for. */
export const Waiting = ({ label, className = styles.waiting }: WaitingProps) => (
  <div className={className} role="status" aria-label={label}>
    <Loader color="var(--siteledger-accent)" size="md" type="oval" />
  </div>
)

/** A spinner in the shape of the list that it waits for. */
export const WaitingRows = ({ label }: { label: string }) => <Waiting label={label} className={styles.rows} />
