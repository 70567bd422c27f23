import { teamStream } from '#api/event-store/streams.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import { register } from '#schemas/resources/registration.ts'
import { currentTeam, switchTeam } from '#schemas/resources/teams.ts'
import { currentUser } from '#schemas/resources/users.ts'
import type { Role } from '#schemas/rights/abilities.ts'
import { type Membership, plainMembership } from '#schemas/rights/membership.ts'
import type { TestApp } from './app.ts'
import type { Caller } from './caller.ts'
import { contextOf } from './contexts.ts'
import { newCommandId, newTeamId } from './new-ids.ts'

export type Member = Caller & { userId: UserId; teamId: TeamId; email: string }

let registered = 0

export const password = 'correct horse 7 battery'

/** A registration form, with a unique name, address and slug; `changes` are applied to it. */
export const registration = (changes: object = {}) => {
  registered += 1
  const own = `${process.pid}-${registered}`
  const person = { name: `Ann ${own}`, email: `ann-${own}@example.com`, password, password_confirmation: password }
  return { ...person, team: `Team ${own}`, team_slug: `team-${own}`, terms: true as const, ...changes }
}

let machines = 0

/** An address that nobody else has, as a proxy in front names it. */
export const newAddress = (): string => {
  machines += 1
  return `198.51.${machines >> 8}.${machines & 255}`
}

const known = async (caller: Caller, email: string): Promise<Member> => {
  const { body: user } = await caller.call(currentUser)
  const { body: team } = await caller.call(currentTeam)
  return { ...caller, userId: user.id, teamId: team.id, email }
}

/** The owner of a new team, signed in; registered from an address of their own, where a proxy is trusted (D-102). */
export const newTeam = async (app: Pick<TestApp, 'guest'>, changes: object = {}): Promise<Member> => {
  const owner = app.guest()
  const form = registration(changes)
  await owner.call(register, { body: form }, { headers: { 'x-forwarded-for': newAddress() } })
  return known(owner, form.email)
}

/**
 * A signed-in user with this role in the owner's team, which is their current one. `limits` are the scope and the flags
 * of the member.
 */
export const newMember = async (
  app: TestApp,
  owner: Member,
  role: Role,
  limits: Partial<Membership> = {},
): Promise<Member> => {
  const person = await newTeam(app)
  const stream = teamStream(owner.teamId)
  const history = await app.ledger.read(stream)
  const context = contextOf(owner.teamId, owner.userId)
  const data = { teamId: owner.teamId, userId: person.userId, ...plainMembership(role), ...limits }
  const joined = { type: 'MemberJoined', data, id: newCommandId(), metadata: context } as const
  const position = await app.ledger.append(stream, history.at(-1)?.revision ?? 'no-stream', [joined])
  await person.call(currentUser, {}, { headers: { 'x-min-position': position } })
  await person.call(switchTeam, { params: { id: owner.teamId } })
  return known(person, person.email)
}

/** The owner of a team whose trial is over, at work in it. */
export const teamAfterTrial = async (app: TestApp): Promise<Member> => {
  const owner = await newTeam(app)
  const teamId = newTeamId()
  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString()
  const name = 'South'
  const slug = registration().team_slug
  const told = () => ({ id: newCommandId(), metadata: contextOf(teamId, owner.userId) })
  const position = await app.ledger.append(teamStream(teamId), 'no-stream', [
    { type: 'TeamCreated', data: { teamId, ownerId: owner.userId, name, slug, trialEndsAt: yesterday }, ...told() },
    { type: 'MemberJoined', data: { teamId, userId: owner.userId, ...plainMembership('owner') }, ...told() },
  ])
  await owner.call(currentUser, {}, { headers: { 'x-min-position': position } })
  await owner.call(switchTeam, { params: { id: teamId } })
  return { ...owner, teamId }
}
