import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { showTeam, type Team } from '#schemas/resources/teams.ts'
import { HashTabs } from '#web/components/hash-tabs.tsx'
import { TextLink } from '#web/components/links.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { accountOfTeam } from '#web/features/billing/account.ts'
import { billingTabs } from '#web/features/billing/billing-tabs.tsx'
import { InvitationsPanel } from '#web/features/teams/invitations-panel.tsx'
import { MembersPanel } from '#web/features/teams/members-panel.tsx'
import { SamplePanel } from '#web/features/teams/sample-panel.tsx'
import { SendInvitationForm } from '#web/features/teams/send-invitation-form.tsx'
import {
  DeleteTeamPanel,
  TeamFactorForm,
  TeamNameForm,
  TeamPhotoForm,
  TeamSharingForm,
} from '#web/features/teams/team-forms.tsx'
import { oneQuery } from '#web/lib/queries.ts'
import { useUser } from '#web/lib/session.ts'

const Profile = ({ team, owns }: { team: Team; owns: boolean }) => {
  const navigate = useNavigate()
  return (
    <>
      <TeamNameForm team={team} />
      <TeamPhotoForm team={team} />
      <TeamFactorForm team={team} />
      {owns && <TeamSharingForm team={team} />}
      {owns && <DeleteTeamPanel team={team} onDeleted={() => navigate({ to: '/settings', hash: '/teams' })} />}
      <SamplePanel teamId={team.id} />
    </>
  )
}

const Members = ({ team, manages }: { team: Team; manages: boolean }) => (
  <>
    <MembersPanel team={team} manages={manages} />
    {manages && (
      <>
        <InvitationsPanel teamId={team.id} />
        <SendInvitationForm teamId={team.id} />
      </>
    )}
  </>
)

/** The settings of one team. */
const TeamSettingsPage = () => {
  const { id } = useParams({ from: '/signed-in/settings/$teams/$id' })
  const team = useSuspenseQuery(oneQuery(showTeam, { id })).data
  const { id: userId, impersonated } = useUser()
  const role = team.users.find((member) => member.id === userId)?.role_on_current_team
  const manages = role === 'owner' || role === 'admin'
  const members = { value: 'members', label: 'Members', panel: <Members team={team} manages={manages} /> }
  const profile = { value: 'profile', label: 'Profile', panel: <Profile team={team} owns={role === 'owner'} /> }
  const owns = role === 'owner'
  // Nobody else pays, and an operator who acts for the owner does not either (D-64, D-97).
  const billing = owns && !impersonated ? billingTabs(accountOfTeam(team)) : []
  return (
    <>
      <PageHeader
        title={team.name}
        detail="Team settings"
        trail={[
          <TextLink key="settings" to="/settings" hash="/teams">
            Settings
          </TextLink>,
        ]}
      />
      <HashTabs label={`Parts of ${team.name}`} tabs={manages ? [profile, members, ...billing] : [members]} />
    </>
  )
}

export default TeamSettingsPage
