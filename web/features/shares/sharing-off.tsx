import { Text } from '@mantine/core'
import { useTeam } from '#web/lib/session.ts'

/** Whether the owner of the team has its share links off. */
export const useSharingOff = (): boolean => useTeam()?.share_links_allowed === false

/** Says that share links are off, and who can turn them on. */
export const SharingOff = () => (
  <Text size="md" mb="md">
    Share links are off in this team: no link works, and none can be created. The owner can turn them on in the team’s
    settings.
  </Text>
)
