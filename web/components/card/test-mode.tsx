import { Text } from '@mantine/core'

/** Says that the payment sandbox stands in for a provider, and which cards it takes. */
export const TestMode = () => (
  <Text size="sm" c="dimmed">
    Test mode, no money moves. The card 4242 4242 4242 4242 pays and 4000 0000 0000 0002 is declined, with any code and
    any date to come.
  </Text>
)
