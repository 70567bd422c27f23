import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  acceptInvitation,
  type Invitation,
  listPendingInvitations,
  rejectInvitation,
} from '#schemas/resources/invitations.ts'
import { labelOfRole } from '#schemas/resources/members.ts'
import { Panel } from '#web/components/panel.tsx'
import { Row, Rows } from '#web/components/rows.tsx'
import { refreshTeams } from '#web/features/teams/refresh.ts'
import { announce } from '#web/lib/announce.ts'
import { ask } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-problem.ts'
import { oneQuery } from '#web/lib/queries.ts'

/** Invitations that wait for the signed-in user; nothing where there are none (SET-48). */
export const MyInvitationsPanel = () => {
  const queries = useQueryClient()
  const { data: invitations = [] } = useQuery({ ...oneQuery(listPendingInvitations), staleTime: 0 })
  const onError = (error: Error) => announce(messageOf(error), 'failure')
  const onSettled = () => refreshTeams(queries)
  const accept = useMutation({
    mutationFn: ({ id }: Invitation) => ask(acceptInvitation, { params: { id } }),
    onSuccess: (_, { team_name }) => announce(`You are now a member of ${team_name}.`),
    onError,
    onSettled,
  })
  const reject = useMutation({
    mutationFn: ({ id }: Invitation) => ask(rejectInvitation, { params: { id } }),
    onError,
    onSettled,
  })
  const busy = accept.isPending || reject.isPending
  if (invitations.length === 0) return null
  return (
    <Panel title="Invitations for you">
      <Rows label="Invitations for you">
        {invitations.map((invitation) => (
          <Row
            key={invitation.id}
            name={invitation.team_name}
            detail={`You are invited as ${labelOfRole(invitation.role)}`}
            actions={(about) => (
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
            )}
          />
        ))}
      </Rows>
    </Panel>
  )
}
