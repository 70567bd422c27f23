import { Alert, Text } from '@mantine/core'
import { noMoreSites } from '#schemas/calls/messages.ts'
import { Icon } from '#web/components/icon.tsx'
import { TextLink } from '#web/components/links.tsx'
import { useTeam } from '#web/lib/session.ts'
import { teamWord } from '#web/lib/settings.ts'

/** Says that the plan allows no more sites, and links to other plans. */
export const SiteLimitNote = () => {
  const team = useTeam()
  return (
    <Alert color="orange" variant="light" icon={<Icon name="alert" size={18} />} role="alert">
      <Text size="md" c="var(--mantine-color-text)">
        {noMoreSites}{' '}
        {team && (
          <TextLink
            to="/settings/$teams/$id"
            params={{ teams: teamWord(), id: team.id }}
            hash="/subscription"
            underline="always"
          >
            Go to the subscription of {team.name}
          </TextLink>
        )}
      </Text>
    </Alert>
  )
}
