import { Alert, Button, Stack, Text } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { Icon } from '#web/components/icon.tsx'
import { sessionExpiredAtom } from '#web/lib/session-expired.ts'

/**
 * Says what went wrong, to screen readers at once, and offers another try where there is one. Where it went wrong because
 * the session is over, a dialog says that, and nothing else is said.
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
