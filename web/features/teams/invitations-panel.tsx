import { Text } from '@mantine/core'
import type { TeamId } from '#schemas/ids.ts'
import { cancelInvitation, listInvitations, resendInvitation } from '#schemas/resources/invitations.ts'
import { labelOfRole } from '#schemas/rights/abilities.ts'
import { PendingInvitations } from '#web/components/pending-invitations.tsx'
import { sentWords } from '#web/features/teams/send-invitation-form.tsx'
import { callApi } from '#web/lib/api.ts'
import { longDate } from '#web/lib/dates.ts'
import { oneQuery } from '#web/lib/queries.ts'

const statusText = (expiresAt: string, now: number): string =>
  Date.parse(expiresAt) > now ? `expires ${longDate(expiresAt)}` : 'expired'

/** Pending invitations to a team. */
export const InvitationsPanel = ({ teamId }: { teamId: TeamId }) => (
  <PendingInvitations
    title="Pending invitations"
    label="Loading invitations"
    empty={<Text c="dimmed">No pending invitations</Text>}
    query={oneQuery(listInvitations, { id: teamId })}
    row={({ email, role, expires_at }) => ({
      name: email ?? 'Erased person',
      detail: `${labelOfRole(role)}, ${statusText(expires_at, Date.now())}`,
    })}
    resend={(id) => callApi(resendInvitation, { params: { id } })}
    cancel={(id) => callApi(cancelInvitation, { params: { id } })}
    sent={{ ...sentWords, text: 'It stands for another 14 days.' }}
  />
)
