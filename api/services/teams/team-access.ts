import type { SignedIn } from '#api/http/actor.ts'
import { factorFirst, forbidden } from '#api/http/problem.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import type { MemberRow, TeamQueries } from '#projections/directory/teams.ts'
import type { TeamId } from '#schemas/ids.ts'

type Memberships = Pick<TeamQueries, 'membership'>
type Teams = Pick<TeamQueries, 'membership' | 'asksFactor'>

/** The caller's membership of a team. Throws 404 if they are not a member. */
export const memberOf = (teams: Memberships, { userId }: SignedIn, teamId: TeamId): MemberRow =>
  orNotFound(teams.membership(userId, teamId))

/** Whether a member may change members and invitations (D-11). */
export const isManager = ({ role }: Pick<MemberRow, 'role'>): boolean => role === 'owner' || role === 'admin'

/** The membership of an owner or admin; 403 for other members, 404 for everybody else. */
export const managerOf = (teams: Teams, actor: SignedIn, teamId: TeamId): MemberRow => {
  const member = memberOf(teams, actor, teamId)
  if (!isManager(member)) throw forbidden()
  if (!actor.twoFactor && teams.asksFactor(teamId)) throw factorFirst('Your team asks for')
  return member
}

/** The owner's membership, who alone pays for the team (D-97, P-1); 403 for other members, 404 for everybody else. */
export const ownerOf = (teams: Teams, actor: SignedIn, teamId: TeamId): MemberRow => {
  const member = managerOf(teams, actor, teamId)
  if (member.role !== 'owner') throw forbidden()
  return member
}
