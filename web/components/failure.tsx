import { Alert, Button, Stack, Text } from '@mantine/core'
import { Icon } from '#web/components/icon.tsx'

/** Says what went wrong, to screen readers at once, and offers another try where there is one. */
export const Failure = ({ message, onRetry }: { message: string; onRetry?: () => void }) => (
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
