import { Button, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy } from 'react'
import type { TeamId } from '#schemas/ids.ts'
import type { Invitation } from '#schemas/resources/invitations.ts'
import { cancelInvitation, listInvitations, resendInvitation } from '#schemas/resources/invitations.ts'
import { labelOfRole } from '#schemas/rights/abilities.ts'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { Failure } from '#web/components/failure.tsx'
import { Panel } from '#web/components/panel.tsx'
import { Row, Rows } from '#web/components/rows.tsx'
import { Waiting } from '#web/components/waiting.tsx'
import { announce } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-problem.ts'
import { longDate } from '#web/lib/dates.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'

const InvitationSentDialog = lazy(retryingImport(() => import('#web/features/teams/invitation-sent-dialog.tsx')))
const SorryDialog = lazy(retryingImport(() => import('#web/components/sorry-dialog.tsx')))

const statusText = ({ expires_at }: Invitation, now: number): string =>
  Date.parse(expires_at) > now ? `expires ${longDate(expires_at)}` : 'expired'

/** Pending invitations, which can be resent or cancelled. */
export const InvitationsPanel = ({ teamId }: { teamId: TeamId }) => {
  const queries = useQueryClient()
  const query = oneQuery(listInvitations, { id: teamId })
  const invitations = useQuery({ ...query, staleTime: 0 })
  const onSettled = () => queries.invalidateQueries({ queryKey: query.queryKey })
  const cancel = useMutation({
    mutationFn: (id: string) => callApi(cancelInvitation, { params: { id } }),
    onError: (error) => announce(messageOf(error), 'failure'),
    onSettled,
  })
  const resend = useMutation({ mutationFn: (id: string) => callApi(resendInvitation, { params: { id } }), onSettled })
  return (
    <Panel title="Pending invitations">
      {invitations.isPending && <Waiting label="Loading invitations" />}
      {invitations.isLoadingError && (
        <Failure message={messageOf(invitations.error)} onRetry={() => void invitations.refetch()} />
      )}
      {invitations.data?.length === 0 && <Text c="dimmed">No pending invitations</Text>}
      {invitations.data && invitations.data.length > 0 && (
        <Rows label="Pending invitations">
          {invitations.data.map((invitation) => (
            <Row
              key={invitation.id}
              name={invitation.email ?? 'Erased person'}
              detail={`${labelOfRole(invitation.role)}, ${statusText(invitation, Date.now())}`}
              actions={(about) => (
                <>
                  <Button
                    variant="default"
                    size="xs"
                    aria-describedby={about}
                    disabled={resend.isPending}
                    onClick={() => resend.mutate(invitation.id)}
                  >
                    Resend
                  </Button>
                  <Button
                    variant="default"
                    size="xs"
                    aria-describedby={about}
                    disabled={cancel.isPending}
                    onClick={() => cancel.mutate(invitation.id)}
                  >
                    Cancel
                  </Button>
                </>
              )}
            />
          ))}
        </Rows>
      )}
      <DialogOutlet>
        {resend.isSuccess && <InvitationSentDialog text="It stands for another 14 days." onClose={resend.reset} />}
        {resend.isError && <SorryDialog message={messageOf(resend.error)} onClose={resend.reset} />}
      </DialogOutlet>
    </Panel>
  )
}
