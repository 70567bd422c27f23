import type { ClientId, UserId } from '#schemas/ids.ts'
import type { TeamMember } from '#schemas/resources/members.ts'
import type { Team } from '#schemas/resources/teams.ts'
import { labelOfRole } from '#schemas/rights/abilities.ts'
import tableStyles from '#web/components/table.module.css'
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

/** The members, latest sign-in first; on a phone each row is a card. */
export const MembersTable = ({ team, userId, clientNames }: Props) => (
  <div className={tableStyles.frame}>
    <table className={tableStyles.table} aria-label="Team members">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Role</th>
          {clientNames && (
            <>
              <th scope="col">Client</th>
              <th scope="col">Sites</th>
              <th scope="col">Last login</th>
              <th scope="col">
                <span className={tableStyles.unseen}>Actions</span>
              </th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {team.users.map((member) => (
          <tr key={member.id}>
            <th scope="row" id={`member-${member.id}`}>
              {member.name ?? 'Erased person'}
            </th>
            <td data-label="Role">{labelOfRole(member.role_on_current_team)}</td>
            {clientNames && (
              <>
                <td data-label="Client">{clientShown(member, clientNames)}</td>
                <td data-label="Sites">{sitesShown(member)}</td>
                <td data-label="Last login">
                  {member.last_logged_in_at ? longDateTime(member.last_logged_in_at) : 'Never'}
                </td>
                <td className={tableStyles.actions}>
                  {member.id !== userId && member.id !== team.owner_id && (
                    <MemberActions team={team} member={member} about={`member-${member.id}`} />
                  )}
                </td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
