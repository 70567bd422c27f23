import type { ClientId, UserId } from '#schemas/ids.ts'
import type { TeamMember } from '#schemas/resources/members.ts'
import type { Team } from '#schemas/resources/teams.ts'
import { labelOfRole } from '#schemas/rights/abilities.ts'
import { type PlainColumn, PlainTable } from '#web/components/plain-table.tsx'
import { MemberActions } from '#web/features/teams/member-actions.tsx'
import { longDateTime } from '#web/lib/dates.ts'

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
  {
    heading: 'Last login',
    cell: ({ last_logged_in_at }) => (last_logged_in_at ? longDateTime(last_logged_in_at) : 'Never'),
  },
]

const idOf = ({ id }: TeamMember): string => `member-${id}`

/** The members, latest sign-in first; on a phone each row is a card. */
export const MembersTable = ({ team, userId, clientNames }: Props) => (
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
