import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import type { ClientId, UserId } from '#schemas/ids.ts'
import { listClients } from '#schemas/resources/clients.ts'
import { removeMember, type TeamMember } from '#schemas/resources/members.ts'
import type { Team } from '#schemas/resources/teams.ts'
import { labelOfRole } from '#schemas/rights/abilities.ts'
import { ConfirmButton } from '#web/components/confirm-button.tsx'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { Panel } from '#web/components/panel.tsx'
import { type PlainColumn, PlainTable } from '#web/components/plain-table.tsx'
import { callApi } from '#web/lib/api.ts'
import { longDateTime } from '#web/lib/dates.ts'
import { choicesQuery } from '#web/lib/queries.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useUser } from '#web/lib/session.ts'
import { useChanged } from '#web/lib/use-changed.ts'

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

const loadDialog = retryingImport(() => import('#web/features/teams/member-dialog.tsx'))
const MemberDialog = lazy(loadDialog)

/** Edit and Remove, except for the user's own row and the owner's (D-13). */
const MemberActions = ({ team, member, about }: { team: Team; member: TeamMember; about: string }) => {
  const changed = useChanged()
  const [opened, setOpened] = useState(false)
  const name = member.name ?? 'this member'
  const remove = async () => {
    await callApi(removeMember, { params: { teamId: team.id, userId: member.id } })
    await changed(`${name} has been removed.`)
  }
  return (
    <Group gap="xs" justify="flex-end">
      <Button
        variant="default"
        size="xs"
        aria-haspopup="dialog"
        aria-describedby={about}
        onClick={() => setOpened(true)}
        onPointerEnter={() => void loadDialog()}
      >
        Edit
      </Button>
      <ConfirmButton
        title="Remove member"
        question={`Are you sure you want to remove ${name} from ${team.name}?`}
        answers={['No, Go Back', 'Yes, Remove']}
        about={about}
        onYes={remove}
      >
        Remove
      </ConfirmButton>
      {opened && (
        <DialogOutlet>
          <MemberDialog teamId={team.id} member={member} opened onClose={() => setOpened(false)} />
        </DialogOutlet>
      )}
    </Group>
  )
}

type Props = {
  team: Team
  userId: UserId
  /** Names of clients, for users who may see other members' limits; null for all others. */
  clientNames: ReadonlyMap<ClientId, string> | null
}

/** 'No' for roles without limits, 'n/a' for a member without one. */
export const clientShown = ({ pivot }: TeamMember, names: ReadonlyMap<ClientId, string>): string => {
  if (pivot.role !== 'member') return 'No'
  return pivot.client_id === null ? 'n/a' : (names.get(pivot.client_id) ?? 'n/a')
}

/** Whether a member sees all sites or chosen ones. */
export const sitesShown = ({ pivot }: TeamMember): string => (pivot.all_sites ? 'All' : 'Selected')

const limitColumns = (clientNames: ReadonlyMap<ClientId, string>): readonly PlainColumn<TeamMember>[] => [
  { heading: 'Client', cell: (member) => clientShown(member, clientNames) },
  { heading: 'Sites', cell: sitesShown },
  { heading: 'Ends after', cell: ({ ends_at }) => ends_at ?? 'No end' },
  {
    heading: 'Last login',
    cell: ({ last_logged_in_at }) => (last_logged_in_at ? longDateTime(last_logged_in_at) : 'Never'),
  },
]

const idOf = ({ id }: TeamMember): string => `member-${id}`

/** The members, latest sign-in first; on a phone each row is a card. */
const MembersTable = ({ team, userId, clientNames }: Props) => (
  <PlainTable
    label="Team members"
    columns={[
      { heading: 'Name', cell: ({ name }) => name ?? 'Erased person' },
      { heading: 'Role', cell: ({ role_on_current_team }) => labelOfRole(role_on_current_team) },
      ...(clientNames ? limitColumns(clientNames) : []),
    ]}
    rows={team.users}
    keyOf={({ id }) => id}
    nameId={idOf}
    actions={
      clientNames
        ? (member) =>
            member.id !== userId &&
            member.id !== team.owner_id && <MemberActions team={team} member={member} about={idOf(member)} />
        : undefined
    }
  />
)
