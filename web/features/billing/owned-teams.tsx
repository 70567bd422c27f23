import { Badge } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ButtonLink } from '#web/components/links.tsx'
import { Panel } from '#web/components/panel.tsx'
import { Row, Rows } from '#web/components/rows.tsx'
import { badgeOf } from '#web/features/billing/plan-words.ts'
import { teamsQuery, useUser } from '#web/lib/session.ts'
import { teamWord } from '#web/lib/settings.ts'

/** The way to the subscriptions of the user's teams, which a team that needs one sends them here for. */
export const OwnedTeams = () => {
  const { id } = useUser()
  const teams = useSuspenseQuery(teamsQuery).data.filter(({ owner_id }) => owner_id === id)
  if (teams.length === 0) return null
  return (
    <Panel title="Your teams" wide>
      <Rows label="Your teams">
        {teams.map((team) => {
          const { text, color } = badgeOf(team.state)
          return (
            <Row
              key={team.id}
              name={team.name}
              picture={team.photo_url}
              badge={
                <Badge variant="dot" size="md" color={color} tt="none">
                  {text}
                </Badge>
              }
              actions={(about) => (
                <ButtonLink
                  to="/settings/$teams/$id"
                  params={{ teams: teamWord(), id: team.id }}
                  hash="/subscription"
                  variant="default"
                  size="xs"
                  aria-describedby={about}
                >
                  Subscription of the team
                </ButtonLink>
              )}
            />
          )
        })}
      </Rows>
    </Panel>
  )
}
