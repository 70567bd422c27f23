import { Alert, Button, Stack, Text } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { Icon } from '#web/components/icon.tsx'
import { sessionExpiredAtom } from '#web/lib/session-expired.ts'

/**
 * Shows an error message, which screen readers announce at once, and a retry button when `onRetry` is given. It renders
 * nothing once the session has expired, because a dialog says so.
 */
export const Failure = ({ message, onRetry }: { message: string; onRetry?: () => void }) => {
  if (useAtomValue(sessionExpiredAtom)) return null
  return (
    <Alert color="red" variant="light" icon={<Icon name="alert" size={18} />} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="md" c="var(--mantine-color-text)">
          {message}
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
