import { Text, TextInput } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import type { TeamId } from '#schemas/ids.ts'
import { cancelInvitation, listInvitations, resendInvitation, sendInvitation } from '#schemas/resources/invitations.ts'
import { showTeam, type Team } from '#schemas/resources/teams.ts'
import { labelOfRole } from '#schemas/rights/abilities.ts'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { HashTabs, type TabOfPage } from '#web/components/hash-tabs.tsx'
import { TextLink } from '#web/components/links.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { Panel } from '#web/components/panel.tsx'
import { PendingInvitations, SentNote } from '#web/components/pending-invitations.tsx'
import { accountOfTeam } from '#web/features/billing/account.ts'
import { billingTabs } from '#web/features/billing/billing-tabs.tsx'
import { type LimitValues, limitsToSend, noLimits } from '#web/features/teams/limit-values.ts'
import { LimitsFields } from '#web/features/teams/limits-fields.tsx'
import { MembersPanel } from '#web/features/teams/members-panel.tsx'
import { SamplePanel } from '#web/features/teams/sample-panel.tsx'
import {
  DeleteTeamPanel,
  TeamFactorForm,
  TeamNameForm,
  TeamPhotoForm,
  TeamReadsForm,
  TeamSharingForm,
} from '#web/features/teams/team-forms.tsx'
import { callApi } from '#web/lib/api.ts'
import { longDate } from '#web/lib/dates.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useHolds, useTeam, useUser } from '#web/lib/session.ts'
import { useChosenTab } from '#web/lib/use-chosen-tab.ts'

/** How a dialog says that an invitation was sent. */
const sentWords = { title: 'Invitation', heading: 'Invitation Sent' }

/** Invites a person to a team; sending clears the address and keeps the rest for the next one. */
const SendInvitationForm = ({ teamId }: { teamId: TeamId }) => {
  const queries = useQueryClient()
  const [sent, setSent] = useState<string>()
  const { form, ...state } = useEndpointForm({
    endpoint: sendInvitation,
    params: { id: teamId },
    initial: { email: '', ...noLimits },
    body: ({ email, ...limits }) => ({ email, ...limitsToSend(limits) }),
    onDone: async (_, { email }) => {
      form.setFieldValue('email', '')
      setSent(email)
      await queries.invalidateQueries({ queryKey: oneQuery(listInvitations, { id: teamId }).queryKey })
    },
  })
  const set = (changes: Partial<LimitValues>) => form.setValues(changes)
  return (
    <Panel title="Send invitation">
      <EndpointForm {...state} action={['Send Invitation', 'Sending Invitation']} narrow>
        <TextInput label="Email" type="email" autoComplete="off" {...form.getInputProps('email')} />
        <LimitsFields values={form.values} field={(name) => form.getInputProps(name)} set={set} />
      </EndpointForm>
      <SentNote {...sentWords} text={sent && `${sent} has been invited.`} onClose={() => setSent(undefined)} />
    </Panel>
  )
}

const statusText = (expiresAt: string, now: number): string =>
  Date.parse(expiresAt) > now ? `expires ${longDate(expiresAt)}` : 'expired'

/** Pending invitations to a team. */
const InvitationsPanel = ({ teamId }: { teamId: TeamId }) => (
  <PendingInvitations
    title="Pending invitations"
    label="Loading invitations"
    empty={<Text c="dimmed">No pending invitations</Text>}
    query={oneQuery(listInvitations, { id: teamId })}
    row={({ email, role, ends_at, expires_at }) => ({
      name: email ?? 'Erased person',
      detail: `${labelOfRole(role)}${ends_at ? ` until ${ends_at}` : ''}, ${statusText(expires_at, Date.now())}`,
    })}
    resend={(id) => callApi(resendInvitation, { params: { id } })}
    cancel={(id) => callApi(cancelInvitation, { params: { id } })}
    sent={{ ...sentWords, text: 'It stands for another 14 days.' }}
  />
)

const EverythingPanel = lazy(retryingImport(() => import('#web/features/files/everything-panel.tsx')))

const Profile = ({ team, owns }: { team: Team; owns: boolean }) => {
  const navigate = useNavigate()
  // Files are asked for in the team that their reader works in.
  const isCurrent = useTeam()?.id === team.id
  return (
    <>
      <TeamNameForm team={team} />
      <TeamPhotoForm team={team} />
      <TeamFactorForm team={team} />
      {owns && <TeamSharingForm team={team} />}
      {owns && <TeamReadsForm team={team} />}
      {owns && isCurrent && <EverythingPanel />}
      {owns && <DeleteTeamPanel team={team} onDeleted={() => navigate({ to: '/settings', hash: '/teams' })} />}
      <SamplePanel teamId={team.id} />
    </>
  )
}

const Members = ({ team, manages }: { team: Team; manages: boolean }) => (
  <>
    <MembersPanel team={team} manages={manages} />
    {team.reads_recorded !== 'nobody' && (
      <Text c="dimmed" mt="xs" mb="md">
        It is recorded which files {team.reads_recorded === 'auditors' ? 'auditors open' : 'everyone opens'} in this
        team.
      </Text>
    )}
    {manages && (
      <>
        <InvitationsPanel teamId={team.id} />
        <SendInvitationForm teamId={team.id} />
      </>
    )}
  </>
)

const FieldsPanel = lazy(retryingImport(() => import('#web/features/fields/fields-panel.tsx')))

/** The settings of one team. */
const TeamSettingsPage = () => {
  const { id } = useParams({ from: '/signed-in/settings/$teams/$id' })
  const team = useSuspenseQuery(oneQuery(showTeam, { id })).data
  const { id: userId, impersonated } = useUser()
  const role = team.users.find((member) => member.id === userId)?.role_on_current_team
  const manages = role === 'owner' || role === 'admin'
  const members = { value: 'members', label: 'Members', panel: <Members team={team} manages={manages} /> }
  const profile = { value: 'profile', label: 'Profile', panel: <Profile team={team} owns={role === 'owner'} /> }
  // Fields are asked for in the team that their reader works in.
  const current = useTeam()
  const defines = useHolds('fields')
  const fields =
    defines && current?.id === team.id ? [{ value: 'fields', label: 'Fields', panel: <FieldsPanel /> }] : []
  const owns = role === 'owner'
  // Nobody else pays, and an operator who acts for the owner does not either (D-64, D-97).
  const billing = owns && !impersonated ? billingTabs(accountOfTeam(team)) : []
  const tabs = manages ? [profile, members, ...fields, ...billing] : [members]
  return (
    <>
      <PageHeader
        title={team.name}
        tab={useChosenTab<TabOfPage>(tabs)?.label}
        detail="Team settings"
        trail={[
          <TextLink key="settings" to="/settings" hash="/teams">
            Settings
          </TextLink>,
        ]}
      />
      <HashTabs label={`Parts of ${team.name}`} tabs={tabs} />
    </>
  )
}

export default TeamSettingsPage
