import { OpenInvitations } from '#web/features/kiosk/team-invitations/open-invitations.tsx'
import { SendTeamInvitation } from '#web/features/kiosk/team-invitations/send-team-invitation.tsx'

/** Invitations to found a team. */
const TeamInvitationsTab = () => (
  <>
    <SendTeamInvitation />
    <OpenInvitations />
  </>
)

export default TeamInvitationsTab
