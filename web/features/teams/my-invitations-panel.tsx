import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { requestEmailProof } from '#schemas/resources/email-proofs.ts'
import type { PendingInvitation } from '#schemas/resources/invitations.ts'
import { acceptInvitation, listPendingInvitations, rejectInvitation } from '#schemas/resources/invitations.ts'
import { labelOfRole } from '#schemas/rights/abilities.ts'
import { Panel } from '#web/components/panel.tsx'
import { Row, Rows } from '#web/components/rows.tsx'
import { refreshTeams } from '#web/features/teams/refresh.ts'
import { announce, announceFailure } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import { useFresh } from '#web/lib/queries.ts'

/** Pending invitations of the signed-in user; renders nothing when there are none. */
export const MyInvitationsPanel = () => {
  const queries = useQueryClient()
  const { data: invitations = [] } = useFresh(listPendingInvitations)
  const onError = (error: Error) => announceFailure(error)
  const onSettled = () => refreshTeams(queries)
  const accept = useMutation({
    mutationFn: ({ id }: PendingInvitation) => callApi(acceptInvitation, { params: { id } }),
    onSuccess: (_, { team_name }) => announce(`You are now a member of ${team_name}.`),
    onError,
    onSettled,
  })
  const reject = useMutation({
    mutationFn: ({ id }: PendingInvitation) => callApi(rejectInvitation, { params: { id } }),
    onError,
    onSettled,
  })
  const prove = useMutation({
    mutationFn: () => callApi(requestEmailProof),
    onSuccess: () => announce('The link is on its way. Open it to see the invitation.'),
    onError,
  })
  const busy = accept.isPending || reject.isPending
  if (invitations.length === 0) return null
  return (
    <Panel title="Invitations for you">
      <Rows label="Invitations for you">
        {invitations.map((invitation) => (
          <Row
            key={invitation.id}
            name={invitation.team_name ?? 'Confirm your address first'}
            detail={
              invitation.team_name === null
                ? `Someone has invited ${invitation.email} to a team`
                : `You are invited as ${labelOfRole(invitation.role)}`
            }
            actions={(about) =>
              invitation.team_name === null ? (
                <Button size="xs" aria-describedby={about} loading={prove.isPending} onClick={() => prove.mutate()}>
                  Send me the link
                </Button>
              ) : (
                <>
                  <Button size="xs" aria-describedby={about} disabled={busy} onClick={() => accept.mutate(invitation)}>
                    Accept
                  </Button>
                  <Button
                    variant="default"
                    size="xs"
                    aria-describedby={about}
                    disabled={busy}
                    onClick={() => reject.mutate(invitation)}
                  >
                    Reject
                  </Button>
                </>
              )
            }
          />
        ))}
      </Rows>
    </Panel>
  )
}
