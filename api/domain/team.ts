import type { TeamEvent } from '#schemas/events/team.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import { restorableUntil } from '#schemas/records/trash.ts'
import { plainMembership } from '#schemas/rights/membership.ts'
import type { RecordedReads } from '#schemas/rights/recorded-reads.ts'
import { type Decider, decideBy } from './decider.ts'
import { RuleBroken } from './rule.ts'
import { accept, cancel, type InvitationCommand, invite, reject, resend } from './team-invitations.ts'
import {
  changeMember,
  endLimitsOverride,
  endMembership,
  type LimitsCommand,
  type MemberCommand,
  overrideLimits,
  pruneSite,
  remindOfEnd,
  removeMember,
} from './team-members.ts'
import { type ActiveTeam, evolveTeam, requireManager, type Team } from './team-state.ts'

type CreateTeam = {
  type: 'CreateTeam'
  teamId: TeamId
  ownerId: UserId
  name: string
  slug: string
  trialEndsAt: string
}

export type TeamCommand =
  | CreateTeam
  | { type: 'RenameTeam'; name: string; by: UserId }
  /** By an operator, who need not be a member. */
  | { type: 'ChangeTrialEnd'; trialEndsAt: string }
  /** `hasFactor` says whether the one who demands it has one. */
  | { type: 'DemandSecondFactor'; required: boolean; by: UserId; hasFactor: boolean }
  | { type: 'AllowShareLinks'; allowed: boolean; by: UserId }
  | { type: 'RecordReadsOf'; recorded: RecordedReads; by: UserId }
  /** `alone` refuses if the team has other members; `asOperator`: by an operator, who need not be a member. */
  | { type: 'DeleteTeam'; by: UserId; alone?: true; asOperator?: true }
  /** By an operator, while the deleted team waits for its purge; `ownerIsGone` once its owner has no account. */
  | { type: 'RestoreTeam'; at: string; deletedAt: string; ownerIsGone: boolean }
  | { type: 'PurgeTeam' }
  | LimitsCommand
  | MemberCommand
  | InvitationCommand

const initialState: Team = { status: 'none' }

/** The owner is a new team's only member. */
const create = (team: Team, { teamId, ownerId, name, slug, trialEndsAt }: CreateTeam): TeamEvent[] => {
  if (team.status !== 'none') throw new RuleBroken('id-taken')
  return [
    { type: 'TeamCreated', data: { teamId, ownerId, name, slug, trialEndsAt } },
    { type: 'MemberJoined', data: { teamId, userId: ownerId, ...plainMembership('owner') } },
  ]
}

const rename = (team: ActiveTeam, name: string, by: UserId): TeamEvent[] => {
  requireManager(team, by)
  return team.name === name ? [] : [{ type: 'TeamRenamed', data: { teamId: team.teamId, name } }]
}

const changeTrialEnd = ({ teamId, trialEndsAt: known }: ActiveTeam, trialEndsAt: string): TeamEvent[] =>
  known === trialEndsAt ? [] : [{ type: 'TeamTrialChanged', data: { teamId, trialEndsAt } }]

type RestoreTeam = Extract<TeamCommand, { type: 'RestoreTeam' }>

/** A team that is not deleted stays as it is, so that restoring it twice is one. */
const restore = (team: Team, { at, deletedAt, ownerIsGone }: RestoreTeam): TeamEvent[] => {
  if (team.status === 'none') throw new RuleBroken('team-not-found')
  if (team.status === 'active') return []
  if (team.status === 'purged' || at >= restorableUntil(deletedAt)) throw new RuleBroken('team-restored-late')
  if (ownerIsGone) throw new RuleBroken('team-owner-gone')
  return [{ type: 'TeamRestored', data: { teamId: team.teamId } }]
}

/** Purges a deleted team. Refuses to purge an active one. */
const purge = (team: Team): TeamEvent[] => {
  if (team.status === 'none' || team.status === 'active') throw new RuleBroken('team-not-found')
  return team.status === 'purged' ? [] : [{ type: 'TeamPurged', data: { teamId: team.teamId } }]
}

const decideActive = decideBy<
  ActiveTeam,
  Exclude<TeamCommand, { type: 'CreateTeam' | 'RestoreTeam' | 'PurgeTeam' }>,
  TeamEvent
>({
  RenameTeam: (team, command) => rename(team, command.name, command.by),
  ChangeTrialEnd: (team, command) => changeTrialEnd(team, command.trialEndsAt),
  OverrideLimits: overrideLimits,
  EndLimitsOverride: (team, command) => endLimitsOverride(team, command.at),
  /** Nobody demands of others what would shut out themselves. */
  DemandSecondFactor: (team, { required, by, hasFactor }) => {
    requireManager(team, by)
    if (required && !hasFactor) throw new RuleBroken('own-factor-first')
    if (team.secondFactorRequired === required) return []
    return [{ type: 'SecondFactorDemanded', data: { teamId: team.teamId, required } }]
  },
  /** Only the owner decides for the whole team what leaves it without an account. */
  AllowShareLinks: (team, { allowed, by }) => {
    if (team.ownerId !== by) throw new RuleBroken('not-team-owner')
    if (team.shareLinksAllowed === allowed) return []
    return [{ type: 'ShareLinksAllowed', data: { teamId: team.teamId, allowed } }]
  },
  /** Only the owner decides what is recorded of everybody. */
  RecordReadsOf: (team, { recorded, by }) => {
    if (team.ownerId !== by) throw new RuleBroken('not-team-owner')
    if (team.readsRecorded === recorded) return []
    return [{ type: 'ReadsRecordedOf', data: { teamId: team.teamId, recorded } }]
  },
  /** Only the owner may delete a team, and an operator. */
  DeleteTeam: (team, { by, alone, asOperator }) => {
    if (team.ownerId !== by && !asOperator) throw new RuleBroken('not-team-owner')
    if (alone && team.members.size > 1) throw new RuleBroken('team-has-members')
    return [{ type: 'TeamDeleted', data: { teamId: team.teamId, deletedBy: by } }]
  },
  ChangeMember: changeMember,
  RemoveMember: removeMember,
  RemindOfEnd: remindOfEnd,
  EndMembership: endMembership,
  PruneSite: pruneSite,
  InviteMember: invite,
  ResendInvitation: resend,
  CancelInvitation: cancel,
  AcceptInvitation: accept,
  RejectInvitation: reject,
})

const decide = (team: Team, command: TeamCommand): TeamEvent[] => {
  if (command.type === 'CreateTeam') return create(team, command)
  if (command.type === 'RestoreTeam') return restore(team, command)
  if (command.type === 'PurgeTeam') return purge(team)
  if (team.status !== 'active') throw new RuleBroken('team-not-found')
  return decideActive(team, command)
}

/** A team with its members and invitations. Its limits are exact because one stream decides all of them. */
export const teamDecider: Decider<Team, TeamCommand, TeamEvent> = { initialState, evolve: evolveTeam, decide }
