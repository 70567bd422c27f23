import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Team } from '#schemas/resources/teams.ts'
import { deleteTeam } from '#schemas/resources/teams.ts'
import { ConfirmButton } from '#web/components/confirm-button.tsx'
import { Panel } from '#web/components/panel.tsx'
import { refreshTeams } from '#web/features/teams/refresh.ts'
import { callApi } from '#web/lib/api.ts'

/** Deletes a team; for its owner. */
export const DeleteTeamPanel = ({ team, onDeleted }: { team: Team; onDeleted: () => Promise<unknown> }) => {
  const queries = useQueryClient()
  const remove = async () => {
    await callApi(deleteTeam, { params: { id: team.id } })
    await onDeleted()
    await refreshTeams(queries)
  }
  return (
    <Panel title="Delete team">
      <Text size="md">
        No one can open the team or its clients, sites, visits and files any more. After 30 days all of it is gone for
        good.
      </Text>
      <ConfirmButton
        title="Delete team"
        question={`Are you sure you want to delete ${team.name}?`}
        answers={['No, Go Back', 'Yes, Delete']}
        onYes={remove}
        color="red"
        variant="light"
        size="sm"
        style={{ justifySelf: 'start' }}
      >
        Delete Team
      </ConfirmButton>
    </Panel>
  )
}
