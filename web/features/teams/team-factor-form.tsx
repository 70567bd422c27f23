import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Team } from '#schemas/resources/teams.ts'
import { demandSecondFactor } from '#schemas/resources/teams.ts'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { Panel } from '#web/components/panel.tsx'
import { refreshTeams } from '#web/features/teams/refresh.ts'
import { announce } from '#web/lib/announce.ts'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

/** Asks all members for two-factor authentication, or no longer. */
export const TeamFactorForm = ({ team }: { team: Team }) => {
  const queries = useQueryClient()
  const { form, ...state } = useEndpointForm({
    endpoint: demandSecondFactor,
    params: { id: team.id },
    initial: { second_factor_required: team.second_factor_required },
    body: (values) => values,
    onDone: async () => {
      await refreshTeams(queries)
      void announce('The setting has been updated.')
    },
  })
  return (
    <Panel title="Two-factor authentication">
      <EndpointForm {...state} action={['Update', 'Updating']} narrow>
        <Checkbox
          label="Ask all members for two-factor authentication"
          description="Members who have not turned it on cannot use this team until they do"
          {...form.getInputProps('second_factor_required', { type: 'checkbox' })}
        />
      </EndpointForm>
    </Panel>
  )
}
