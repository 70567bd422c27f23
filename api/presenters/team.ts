import type { ReadModels } from '#api/services/read-models.ts'
import { isManager } from '#api/services/teams/team-access.ts'
import type { LimitsOverrideRow } from '#projections/directory/team-limits.ts'
import type { MemberRow, TeamRow } from '#projections/directory/teams.ts'
import type { UserId } from '#schemas/ids.ts'
import { roleHolds } from '#schemas/policy.ts'
import type { PaymentAction } from '#schemas/resources/billable.ts'
import type { LimitsOverride } from '#schemas/resources/limits-override.ts'
import type { TeamMember } from '#schemas/resources/members.ts'
import type { CurrentTeam, Team } from '#schemas/resources/teams.ts'
import { withChanges } from '#schemas/rights/abilities.ts'
import { showDate } from '#schemas/time/dates.ts'
import { type BillingViewer, hiddenBilling, presentBilling } from './billing.ts'

/** A member as `viewer` sees them. Only the owner, admins and the member see last sign-in, scope, abilities and end. */
export const presentMember = (
  { accounts, pictures }: ReadModels['directory'],
  member: MemberRow,
  viewer: Pick<MemberRow, 'userId' | 'role'>,
): TeamMember => {
  const { userId, role, clientId, siteIds, abilities, endsAt } = member
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
    ends_at: open && endsAt ? showDate(endsAt) : null,
  }
}

/** Sorts by last sign-in, latest first; members who never signed in come last (D-58). */
const byLastLogin = (left: TeamMember, right: TeamMember): number =>
  (right.last_logged_in_at ?? '').localeCompare(left.last_logged_in_at ?? '')

/** A caller who looks at a team. */
type TeamViewer = BillingViewer & { userId: UserId; twoFactor: boolean }

type Beside = {
  /** The members, when the read models do not hold them yet. */
  members?: readonly MemberRow[]
  /** The confirmation that the owner owes their bank. */
  action?: PaymentAction | null
}

/** The limits that an operator has given a team, as long as they count. */
const presentOverride = (row: LimitsOverrideRow | undefined): LimitsOverride | null => {
  if (!row || row.endsAt <= new Date().toISOString()) return null
  const { sites, teamMembers, teams, reason, endsAt } = row
  return { sites, team_members: teamMembers, teams, reason, ends_at: endsAt }
}

/**
 * A team as one of its members sees it. Who lacks the second factor that the team asks for sees themselves alone, and
 * nothing of who pays. A token sees its user, colleagues only with `history.view`, which names them anyway, and as a
 * plain member sees them; limits that an operator gave are part of the plan, so of `billing.view` (D-114).
 */
export const presentTeam = (
  directory: ReadModels['directory'],
  row: TeamRow,
  viewer: TeamViewer,
  { members: everybody = directory.teams.membersOf(row.id), action = null }: Beside = {},
): Team => {
  const { userId, twoFactor, token } = viewer
  const required = row.second_factor_required === 1
  const isOpen = twoFactor || !required
  const own = everybody.find((member) => member.userId === userId) ?? { userId, role: 'member' as const }
  const may = (right: 'history.view' | 'billing.view') => token === null || token.includes(right)
  const namesOthers = token === null || (may('history.view') && roleHolds(own.role, 'history.view'))
  const members = everybody.filter((member) => (isOpen && namesOthers) || member.userId === userId)
  const presentOne = (member: MemberRow): TeamMember =>
    token === null
      ? presentMember(directory, member, own)
      : { ...presentMember(directory, member, { userId, role: 'member' }), last_logged_in_at: null }
  return {
    ...row,
    second_factor_required: required,
    share_links_allowed: row.share_links_allowed === 1,
    ...presentBilling(directory, row, {
      viewer,
      isPayer: isOpen && own.role === 'owner',
      trialEndsAt: row.trial_ends_at,
      action,
    }),
    limits_override:
      isOpen && isManager(own) && may('billing.view') ? presentOverride(directory.teams.override(row.id)) : null,
    owner: { name: namesOthers ? (directory.accounts.user(row.owner_id)?.name ?? null) : null },
    ...directory.pictures.photoOf(row.id),
    users: members.map(presentOne).sort(byLastLogin),
  }
}

/** A team as a token without scopes sees it (D-114). */
const presentBareTeam = ({ id, name }: Pick<TeamRow, 'id' | 'name'>): CurrentTeam => ({
  id,
  name,
  slug: null,
  owner_id: null,
  owner: null,
  photo_url: null,
  photo_state: null,
  users: [],
  ...hiddenBilling,
  subscriptions: [],
  state: null,
  trial_ends_at: null,
  limits_override: null,
  second_factor_required: null,
  share_links_allowed: null,
  reads_recorded: null,
})

/** The team that a caller works in. */
export const presentCurrentTeam = (
  directory: ReadModels['directory'],
  row: TeamRow,
  viewer: TeamViewer,
  beside: Beside,
): CurrentTeam => (viewer.token?.length === 0 ? presentBareTeam(row) : presentTeam(directory, row, viewer, beside))
