import { useNavigate } from '@tanstack/react-router'
import { createTeam, type Team } from '#schemas/resources/teams.ts'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { Panel } from '#web/components/panel.tsx'
import { TeamFields } from '#web/components/team-fields.tsx'
import { MyInvitationsPanel } from '#web/features/teams/my-invitations-panel.tsx'
import { useTeam } from '#web/lib/session.ts'
import { useChanged } from '#web/lib/use-changed.ts'

/** Creates a team. */
const CreateTeamForm = ({ onCreated }: { onCreated: (team: Team) => unknown }) => {
  const changed = useChanged()
  const { form, ...state } = useEndpointForm({
    endpoint: createTeam,
    initial: { name: '', slug: '' },
    body: (values) => values,
    onDone: async (team) => {
      await changed(`${team.name} has been created.`)
      onCreated(team)
    },
  })
  return (
    <Panel title="Team details">
      <EndpointForm {...state} action={['Create Team', 'Creating Team']}>
        <TeamFields
          label="Team name"
          name={form.getInputProps('name')}
          slug={form.getInputProps('slug')}
          onName={(name) => form.setFieldValue('name', name)}
          onSlug={(slug) => form.setFieldValue('slug', slug)}
        />
      </EndpointForm>
    </Panel>
  )
}

/** Creates a team; users without a team start here (D-81). */
const CreateTeamPage = () => {
  const navigate = useNavigate()
  const team = useTeam()
  return (
    <>
      <PageHeader
        title="Create a team"
        detail={team ? undefined : 'You belong to no team yet. Create one, or accept an invitation.'}
      />
      <MyInvitationsPanel />
      <CreateTeamForm onCreated={() => navigate({ to: '/dashboard' })} />
    </>
  )
}

export default CreateTeamPage
