import type { ReadModels } from '#api/services/read-models.ts'
import { isManager } from '#api/services/team-access.ts'
import type { MemberRow, TeamRow } from '#projections/directory/teams.ts'
import { withChanges } from '#schemas/abilities.ts'
import type { UserId } from '#schemas/ids.ts'
import type { PaymentAction } from '#schemas/resources/billable.ts'
import type { TeamMember } from '#schemas/resources/members.ts'
import type { Team } from '#schemas/resources/teams.ts'
import { type BillingView, presentBilling } from './billing.ts'
import { presentOverride } from './limits-override.ts'

export type TeamModels = Pick<ReadModels, 'accounts' | 'billingAccounts' | 'pictures' | 'teams'>

/** A member as `viewer` sees them. Only the owner, admins and the member see last sign-in, scope and abilities. */
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

/** Sorts by last sign-in, latest first; members who never signed in come last (D-58). */
const byLastLogin = (left: TeamMember, right: TeamMember): number =>
  (right.last_logged_in_at ?? '').localeCompare(left.last_logged_in_at ?? '')

const viewOf = (viewer: Pick<MemberRow, 'role'>): BillingView =>
  viewer.role === 'owner' ? 'payer' : isManager(viewer) ? 'manager' : 'member'

type Beside = {
  /** The members, when the read models do not hold them yet. */
  members?: readonly MemberRow[]
  /** What the owner must confirm with their bank. */
  action?: PaymentAction | null
}

/**
 * A team as one of its members sees it. Who lacks the second factor that the team asks for sees themselves alone, and
 * nothing of who pays.
 */
export const presentTeam = (
  models: TeamModels,
  row: TeamRow,
  { userId, twoFactor }: { userId: UserId; twoFactor: boolean },
  { members: everybody = models.teams.membersOf(row.id), action = null }: Beside = {},
): Team => {
  const required = row.second_factor_required === 1
  const isOpen = twoFactor || !required
  const members = isOpen ? everybody : everybody.filter((member) => member.userId === userId)
  const viewer = members.find((member) => member.userId === userId) ?? { userId, role: 'member' }
  return {
    ...row,
    second_factor_required: required,
    share_links_allowed: row.share_links_allowed === 1,
    ...presentBilling(models, row, {
      ...{ as: isOpen ? viewOf(viewer) : 'member', trialEndsAt: row.trial_ends_at, action },
    }),
    limits_override: isOpen && isManager(viewer) ? presentOverride(models.teams.override(row.id)) : null,
    owner: { name: models.accounts.user(row.owner_id)?.name ?? null },
    ...models.pictures.photoOf(row.id),
    users: members.map((member) => presentMember(models, member, viewer)).sort(byLastLogin),
  }
}
