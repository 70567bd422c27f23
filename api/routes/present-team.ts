import type { MemberRow, TeamRow } from '#projections/teams.ts'
import { withChanges } from '#schemas/abilities.ts'
import type { UserId } from '#schemas/ids.ts'
import type { TeamMember } from '#schemas/resources/members.ts'
import type { Team } from '#schemas/resources/teams.ts'
import type { ReadModels } from './reading.ts'
import { isManager } from './team-access.ts'

export type TeamModels = Pick<ReadModels, 'accounts' | 'pictures' | 'teams'>

/** A member as `viewer` sees them; what others are limited to is for owner and admins. */
export const presentMember = (
  { accounts, pictures }: TeamModels,
  member: MemberRow,
  viewer: Pick<MemberRow, 'userId' | 'role'>,
): TeamMember => {
  const { userId, role, clientId, siteIds, abilities } = member
  const open = isManager(viewer) || viewer.userId === userId
  const person = accounts.user(userId)
  return {
    id: userId,
    name: person?.name ?? null,
    photo_url: pictures.urlOf(userId),
    last_logged_in_at: open ? (person?.last_logged_in_at ?? null) : null,
    role_on_current_team: role,
    pivot: {
      role,
      client_id: open ? clientId : null,
      all_sites: !open || siteIds === null,
      site_ids: open && siteIds !== null ? siteIds : [],
    },
    abilities: open ? withChanges(role, abilities) : null,
  }
}

/** Who signed in last comes first, who never did comes last (ROLE-11, D-58). */
const byLastLogin = (left: TeamMember, right: TeamMember): number =>
  (right.last_logged_in_at ?? '').localeCompare(left.last_logged_in_at ?? '')

const noAddress = {
  billing_address: null,
  billing_address_line_2: null,
  billing_city: null,
  billing_state: null,
  billing_zip: null,
  billing_country: null,
  vat_id: null,
}

/** A team as one of its members sees it; `changes` are those that the read models do not hold yet. */
export const presentTeam = (
  models: TeamModels,
  row: TeamRow,
  viewerId: UserId,
  changes: { members?: readonly MemberRow[]; photo_state?: Team['photo_state'] } = {},
): Team => {
  const members = changes.members ?? models.teams.membersOf(row.id)
  const viewer = members.find(({ userId }) => userId === viewerId) ?? { userId: viewerId, role: 'member' }
  return {
    ...row,
    ...((isManager(viewer) && models.teams.addressOf(row.id)) || noAddress),
    subscriptions: [],
    owner: { name: models.accounts.user(row.owner_id)?.name ?? null },
    photo_url: models.pictures.urlOf(row.id),
    photo_state: changes.photo_state ?? models.pictures.stateOf(row.id),
    users: members.map((member) => presentMember(models, member, viewer)).sort(byLastLogin),
  }
}
