import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, TextInput } from '@mantine/core'
import type { Endpoint } from '#schemas/endpoint.ts'
import type { Team } from '#schemas/resources/teams.ts'
import { allowShareLinks, demandSecondFactor, renameTeam } from '#schemas/resources/teams.ts'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { Panel } from '#web/components/panel.tsx'
import type { BodyFor, InputOf } from '#web/lib/call.ts'
import { useChanged } from '#web/lib/use-changed.ts'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

type Props = { team: Team }

/** A form that changes what `initial` names of a team, and announces `said`. */
const useTeamForm = <E extends Endpoint, Values extends Record<string, unknown> & BodyFor<E>>(
  { id }: Team,
  endpoint: E,
  initial: Values,
  said: string,
) => {
  const changed = useChanged()
  return useEndpointForm({
    endpoint,
    params: { id } as InputOf<E>['params'],
    initial,
    body: (values) => values,
    onDone: async () => {
      await changed(said)
    },
  })
}

/** The name of a team. */
export const TeamNameForm = ({ team }: Props) => {
  const { form, ...state } = useTeamForm(team, renameTeam, { name: team.name }, 'The team’s name has been updated.')
  return (
    <Panel title="Team name">
      <EndpointForm {...state} action={['Update', 'Updating']}>
        <TextInput label="Team name" maxLength={255} autoComplete="off" {...form.getInputProps('name')} />
      </EndpointForm>
    </Panel>
  )
}

/** Asks all members for two-factor authentication, or no longer. */
export const TeamFactorForm = ({ team }: Props) => {
  const { second_factor_required } = team
  const { form, ...state } = useTeamForm(
    team,
    demandSecondFactor,
    { second_factor_required },
    'The setting has been updated.',
  )
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

/** Turns the share links of a team off, or on again. */
export const TeamSharingForm = ({ team }: Props) => {
  const { share_links_allowed } = team
  const { form, ...state } = useTeamForm(
    team,
    allowShareLinks,
    { share_links_allowed },
    'The setting has been updated.',
  )
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
