import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Team } from '#schemas/resources/teams.ts'
import { renameTeam } from '#schemas/resources/teams.ts'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { Panel } from '#web/components/panel.tsx'
import { refreshTeams } from '#web/features/teams/refresh.ts'
import { announce } from '#web/lib/announce.ts'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

/** The name of a team. */
export const TeamNameForm = ({ team }: { team: Team }) => {
  const queries = useQueryClient()
  const { form, ...state } = useEndpointForm({
    endpoint: renameTeam,
    params: { id: team.id },
    initial: { name: team.name },
    body: (values) => values,
    onDone: async () => {
      await refreshTeams(queries)
      void announce('The team’s name has been updated.')
    },
  })
  return (
    <Panel title="Team name">
      <EndpointForm {...state} action={['Update', 'Updating']}>
        <TextInput label="Team name" maxLength={255} autoComplete="off" {...form.getInputProps('name')} />
      </EndpointForm>
    </Panel>
  )
}
