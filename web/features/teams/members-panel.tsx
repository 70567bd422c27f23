import { useQuery } from '@tanstack/react-query'
import { listClients } from '#schemas/resources/clients.ts'
import type { Team } from '#schemas/resources/teams.ts'
import { Panel } from '#web/components/panel.tsx'
import { MembersTable } from '#web/features/teams/members-table.tsx'
import { choicesQuery } from '#web/lib/queries.ts'
import { useUser } from '#web/lib/session.ts'

/** All members of a team; owner and admins edit and remove them. */
export const MembersPanel = ({ team, manages }: { team: Team; manages: boolean }) => {
  const { id: userId } = useUser()
  const { data: clients = [] } = useQuery({ ...choicesQuery(listClients), enabled: manages })
  const clientNames = new Map(clients.map(({ id, name }) => [id, name]))
  return (
    <Panel title="Team members" wide>
      <MembersTable team={team} userId={userId} clientNames={manages ? clientNames : null} />
    </Panel>
  )
}
