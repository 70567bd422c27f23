import { Badge, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { removeMember } from '#schemas/resources/members.ts'
import type { Team } from '#schemas/resources/teams.ts'
import { labelOfRole } from '#schemas/rights/abilities.ts'
import { ConfirmButton } from '#web/components/confirm-button.tsx'
import { ButtonLink } from '#web/components/links.tsx'
import { LoadedRows } from '#web/components/loaded.tsx'
import { Panel } from '#web/components/panel.tsx'
import { Row, Rows } from '#web/components/rows.tsx'
import { goToTeam } from '#web/features/teams/switch-team.ts'
import { callApi } from '#web/lib/api.ts'
import { teamsQuery, useTeam, useUser } from '#web/lib/session.ts'
import { teamWord } from '#web/lib/settings.ts'
import { useChanged } from '#web/lib/use-changed.ts'

const TeamRow = ({ team, current }: { team: Team; current: boolean }) => {
  const changed = useChanged()
  const { id: userId } = useUser()
  const own = team.users.find(({ id }) => id === userId)
  const leave = async () => {
    await callApi(removeMember, { params: { teamId: team.id, userId } })
    await changed(`You have left ${team.name}.`)
  }
  return (
    <Row
      name={team.name}
      picture={team.photo_url}
      badge={
        current && (
          <Badge variant="light" size="sm" tt="none">
            Current team
          </Badge>
        )
      }
      detail={own && labelOfRole(own.role_on_current_team)}
      actions={(about) => (
        <>
          {!current && (
            <Button variant="default" size="xs" aria-describedby={about} onClick={() => goToTeam(team.id)}>
              Switch
            </Button>
          )}
          <ButtonLink
            to="/settings/$teams/$id"
            params={{ teams: teamWord(), id: team.id }}
            variant="default"
            size="xs"
            aria-describedby={about}
          >
            Settings
          </ButtonLink>
          {team.owner_id !== userId && (
            <ConfirmButton
              title="Leave team"
              question={`Are you sure you want to leave ${team.name}?`}
              answers={['No, Go Back', 'Yes, Leave']}
              about={about}
              onYes={leave}
            >
              Leave
            </ConfirmButton>
          )}
        </>
      )}
    />
  )
}

/** The teams of the signed-in user, each with buttons to open and to leave it. */
export const TeamsPanel = () => {
  const teams = useQuery({ ...teamsQuery, staleTime: 0 })
  const current = useTeam()
  return (
    <Panel title="Current teams">
      <LoadedRows query={teams} label="Loading teams" empty={<Text c="dimmed">You belong to no team yet.</Text>}>
        {(rows) => (
          <Rows label="Teams">
            {rows.map((each) => (
              <TeamRow key={each.id} team={each} current={each.id === current?.id} />
            ))}
          </Rows>
        )}
      </LoadedRows>
      <ButtonLink to="/settings/create-team" variant="default" style={{ justifySelf: 'start' }}>
        Create a team
      </ButtonLink>
    </Panel>
  )
}
