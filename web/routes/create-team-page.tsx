import { useNavigate } from '@tanstack/react-router'
import { PageHeader } from '#web/components/page-header.tsx'
import { CreateTeamForm } from '#web/features/teams/create-team-form.tsx'
import { MyInvitationsPanel } from '#web/features/teams/my-invitations-panel.tsx'
import { useTeam } from '#web/lib/session.ts'

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
