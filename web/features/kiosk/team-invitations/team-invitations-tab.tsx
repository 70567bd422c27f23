import { useSuspenseQuery } from '@tanstack/react-query'
import { EmptyHint } from '#web/components/empty-hint.tsx'
import { Row, Rows } from '#web/components/rows.tsx'
import { listTeamInvitations } from '#web/lib/calls/team-invitations.ts'
import { longDateTime } from '#web/lib/dates.ts'
import { oneQuery } from '#web/lib/queries.ts'

/** Open invitations to found a team, newest first. */
const TeamInvitationsTab = () => {
  const invitations = useSuspenseQuery({ ...oneQuery(listTeamInvitations), staleTime: 0 }).data
  if (invitations.length === 0) return <EmptyHint icon="plus">No invitation to found a team is open.</EmptyHint>
  return (
    <Rows label="Team invitations">
      {invitations.map(({ id, team_name, name, email, sent_at }) => (
        <Row key={id} name={team_name} detail={`${name}, ${email}, sent ${longDateTime(sent_at)}`} />
      ))}
    </Rows>
  )
}

export default TeamInvitationsTab
