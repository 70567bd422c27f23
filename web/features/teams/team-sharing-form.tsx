import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Team } from '#schemas/resources/teams.ts'
import { allowShareLinks } from '#schemas/resources/teams.ts'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { Panel } from '#web/components/panel.tsx'
import { refreshTeams } from '#web/features/teams/refresh.ts'
import { announce } from '#web/lib/announce.ts'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

/** Turns the share links of a team off, or on again. */
export const TeamSharingForm = ({ team }: { team: Team }) => {
  const queries = useQueryClient()
  const { form, ...state } = useEndpointForm({
    endpoint: allowShareLinks,
    params: { id: team.id },
    initial: { share_links_allowed: team.share_links_allowed },
    body: (values) => values,
    onDone: async () => {
      await refreshTeams(queries)
      void announce('The setting has been updated.')
    },
  })
  return (
    <Panel title="Share links">
      <EndpointForm {...state} action={['Update', 'Updating']} narrow>
        <Checkbox
          label="Allow share links"
          description="While they are off, no link works and none can be created. Turned on again, links work as before"
          {...form.getInputProps('share_links_allowed', { type: 'checkbox' })}
        />
      </EndpointForm>
    </Panel>
  )
}
