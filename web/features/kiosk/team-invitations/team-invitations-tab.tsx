import { Text } from '@mantine/core'
import {
  listTeamInvitations,
  resendTeamInvitation,
  withdrawTeamInvitation,
} from '#schemas/resources/team-invitations.ts'
import { PendingInvitations } from '#web/components/pending-invitations.tsx'
import { SendTeamInvitation, sentWords } from '#web/features/kiosk/team-invitations/send-team-invitation.tsx'
import { callApi } from '#web/lib/api.ts'
import { longDateTime } from '#web/lib/dates.ts'
import { oneQuery } from '#web/lib/queries.ts'

/** Invitations to found a team. */
const TeamInvitationsTab = () => (
  <>
    <SendTeamInvitation />
    <PendingInvitations
      title="Open team invitations"
      label="Loading team invitations"
      empty={<Text c="dimmed">No invitation to found a team is open.</Text>}
      query={oneQuery(listTeamInvitations)}
      row={({ team_name, logo, name, email, sent_at }) => ({
        name: team_name,
        picture: logo,
        detail: `${name ?? 'Erased person'}, ${email ?? 'no address'}, sent ${longDateTime(sent_at)}`,
      })}
      resend={(id) => callApi(resendTeamInvitation, { params: { id } })}
      cancel={(id) => callApi(withdrawTeamInvitation, { params: { id } })}
      sent={{ ...sentWords, text: 'The mail is on its way again.' }}
    />
  </>
)

export default TeamInvitationsTab
