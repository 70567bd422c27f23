import { Alert, Text } from '@mantine/core'
import { noMoreSites } from '#schemas/resources/sites.ts'
import { Icon } from '#web/components/icon.tsx'
import { TextLink } from '#web/components/links.tsx'
import { useTeam } from '#web/lib/session.ts'
import { teamWord } from '#web/lib/settings.ts'

/** The plan allows no more sites; the way to another plan (SITE-25, SITE-26). */
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
