import { Button, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy } from 'react'
import type { TeamInvitation } from '#schemas/resources/team-invitations.ts'
import {
  listTeamInvitations,
  resendTeamInvitation,
  withdrawTeamInvitation,
} from '#schemas/resources/team-invitations.ts'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { Failure } from '#web/components/failure.tsx'
import { Panel } from '#web/components/panel.tsx'
import { Row, Rows } from '#web/components/rows.tsx'
import { Waiting } from '#web/components/waiting.tsx'
import { announce } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-problem.ts'
import { longDateTime } from '#web/lib/dates.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'

const SentDialog = lazy(retryingImport(() => import('#web/features/kiosk/team-invitations/sent-dialog.tsx')))
const SorryDialog = lazy(retryingImport(() => import('#web/components/sorry-dialog.tsx')))

const query = oneQuery(listTeamInvitations)

const detailOf = ({ name, email, sent_at }: TeamInvitation): string =>
  `${name ?? 'Erased person'}, ${email ?? 'no address'}, sent ${longDateTime(sent_at)}`

/** Open invitations to found a team, which can be resent or cancelled. */
export const OpenInvitations = () => {
  const queries = useQueryClient()
  const invitations = useQuery({ ...query, staleTime: 0 })
  const onSettled = () => queries.invalidateQueries({ queryKey: query.queryKey })
  const cancel = useMutation({
    mutationFn: (id: string) => callApi(withdrawTeamInvitation, { params: { id } }),
    onError: (error) => announce(messageOf(error), 'failure'),
    onSettled,
  })
  const resend = useMutation({
    mutationFn: (id: string) => callApi(resendTeamInvitation, { params: { id } }),
    onSettled,
  })
  const button = { variant: 'default', size: 'xs' } as const
  return (
    <Panel title="Open team invitations">
      {invitations.isPending && <Waiting label="Loading team invitations" />}
      {invitations.isLoadingError && (
        <Failure message={messageOf(invitations.error)} onRetry={() => void invitations.refetch()} />
      )}
      {invitations.data?.length === 0 && <Text c="dimmed">No invitation to found a team is open.</Text>}
      {invitations.data && invitations.data.length > 0 && (
        <Rows label="Open team invitations">
          {invitations.data.map((invitation) => (
            <Row
              key={invitation.id}
              name={invitation.team_name}
              picture={invitation.logo}
              detail={detailOf(invitation)}
              actions={(about) => (
                <>
                  <Button
                    {...button}
                    aria-describedby={about}
                    disabled={resend.isPending}
                    onClick={() => resend.mutate(invitation.id)}
                  >
                    Resend
                  </Button>
                  <Button
                    {...button}
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
        {resend.isSuccess && <SentDialog text="The mail is on its way again." onClose={resend.reset} />}
        {resend.isError && <SorryDialog message={messageOf(resend.error)} onClose={resend.reset} />}
      </DialogOutlet>
    </Panel>
  )
}
