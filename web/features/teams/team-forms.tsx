import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, NativeSelect, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#schemas/endpoint.ts'
import {
  allowShareLinks,
  deleteTeam,
  demandSecondFactor,
  recordReads,
  renameTeam,
  showTeam,
  type Team,
  uploadTeamPhoto,
} from '#schemas/resources/teams.ts'
import { ConfirmButton } from '#web/components/confirm-button.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { Panel } from '#web/components/panel.tsx'
import { PictureForm } from '#web/components/picture-form.tsx'
import { refreshTeams } from '#web/features/teams/refresh.ts'
import { type BodyFor, callApi, type InputOf } from '#web/lib/api.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { useChanged } from '#web/lib/use-changed.ts'

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

/** Milliseconds between two checks whether the new photo is ready. */
const pollInterval = 1000

/** The photo of a team, with a preview. */
export const TeamPhotoForm = ({ team: { id, name, photo_url, photo_state } }: { team: Team }) => {
  const changed = useChanged()
  useQuery({ ...oneQuery(showTeam, { id }), refetchInterval: photo_state === 'pending' ? pollInterval : false })
  return (
    <Panel title="Team photo">
      <PictureForm
        endpoint={uploadTeamPhoto}
        params={{ id }}
        name={name}
        current={photo_url}
        state={photo_state}
        onDone={async () => {
          await changed('The photo is being prepared.')
        }}
      />
    </Panel>
  )
}

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

/** Chooses of whom it is recorded which files they open. */
export const TeamReadsForm = ({ team }: Props) => {
  const initial = { recorded: team.reads_recorded }
  const { form, ...state } = useTeamForm(team, recordReads, initial, 'The setting has been updated.')
  return (
    <Panel title="Opened files">
      <EndpointForm {...state} action={['Update', 'Updating']} narrow>
        <NativeSelect
          label="Record who opens files"
          description="Previews, downloads and zip files, in the history under “Opened files”. Members read of it below their list"
          data={[
            { value: 'nobody', label: 'Nobody' },
            { value: 'auditors', label: 'Auditors' },
            { value: 'everyone', label: 'Everyone' },
          ]}
          {...form.getInputProps('recorded')}
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
