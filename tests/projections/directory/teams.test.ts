import { describe, expect, test } from 'vitest'
import { billingAccountQueries } from '#projections/directory/billing-account-queries.ts'
import { deletedTeamQueries } from '#projections/directory/deleted-teams.ts'
import { directory } from '#projections/directory/directory.ts'
import { invitationQueries } from '#projections/directory/invitations.ts'
import { teamQueries } from '#projections/directory/teams.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { deletedTeams, deletedTeamQueries as purgeQueries } from '#projections/sweeps/deleted-teams.ts'
import { accountOf } from '#schemas/billing/billable.ts'
import { plainMembership } from '#schemas/rights/membership.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { newClientId, newInvitationId, newSiteId, newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { contentsOf, projected } from '#tests/support/read-models.ts'
import { recorded } from '#tests/support/recorded.ts'

const trialEndsAt = '2026-03-11T10:00:00.000Z'
const now = '2026-03-02T10:00:00.000Z'

/** The queries on a day before all ends. */
const day = '2026-03-02' as CalendarDate
const teamsIn = (db: ReadDb) => teamQueries(db, () => day)
const invitationsIn = (db: ReadDb) => invitationQueries(db, () => day)

const world = (name = 'North West') => {
  const teamId = newTeamId()
  const ownerId = newUserId()
  const created = recorded('TeamCreated', { teamId, ownerId, name, slug: 'slug', trialEndsAt })
  const joined = (userId = newUserId(), limits: object = {}, at?: string) =>
    recorded('MemberJoined', { teamId, userId, ...plainMembership('member'), ...limits }, at ? { at } : {})
  const deleted = (at?: string) => recorded('TeamDeleted', { teamId, deletedBy: ownerId }, at ? { at } : {})
  const restored = recorded('TeamRestored', { teamId })
  const purged = recorded('TeamPurged', { teamId })
  return { teamId, ownerId, created, joined, deleted, restored, purged }
}

describe('the teams of a user', () => {
  test('are the present ones, sorted by name', () => {
    const userId = newUserId()
    const zoo = world('Zoo')
    const acme = world('Acme')
    const left = world('Left')
    const teamsOf = teamsIn(
      projected(directory, [
        ...[zoo, acme, left].flatMap(({ created, joined }) => [created, joined(userId)]),
        recorded('TeamRenamed', { teamId: acme.teamId, name: 'Bakers' }),
        recorded('MemberLeft', { teamId: left.teamId, userId }),
      ]),
    )

    expect(teamsOf.teamsOf(userId).map(({ name }) => name)).toEqual(['Bakers', 'Zoo'])
    expect(teamsOf.membership(userId, left.teamId)).toBeUndefined()
  })

  test('have the latest limits of the member', () => {
    const { teamId, created, joined } = world()
    const userId = newUserId()
    const clientId = newClientId()
    const siteId = newSiteId()
    const limits = { clientId, siteIds: [siteId], abilities: { files: { create: true } }, endsAt: null }
    const changed = recorded('MemberChanged', { teamId, userId, role: 'member', ...limits })
    const teamsOf = teamsIn(projected(directory, [created, joined(userId), changed]))

    expect(teamsOf.membership(userId, teamId)).toEqual({ teamId, userId, role: 'member', ...limits })
    expect(teamsOf.membersOf(teamId)).toHaveLength(1)
  })

  test('have a current one: the preferred, else the last selected, else the first', () => {
    const userId = newUserId()
    const first = world()
    const second = world()
    const third = world()
    const events = [
      first.joined(userId, {}, '2026-03-01T10:00:00.000Z'),
      second.joined(userId, {}, '2026-03-01T11:00:00.000Z'),
      third.joined(userId, {}, '2026-03-01T12:00:00.000Z'),
    ]
    const chosen = recorded('TeamChosen', { userId, teamId: second.teamId })
    const before = teamsIn(projected(directory, events))
    const after = teamsIn(projected(directory, [...events, chosen]))

    expect(before.current(userId, null)?.teamId).toBe(first.teamId)
    expect(after.current(userId, null)?.teamId).toBe(second.teamId)
    expect(after.current(userId, third.teamId)?.teamId).toBe(third.teamId)
    expect(after.current(userId, newTeamId())?.teamId).toBe(second.teamId)
    expect(after.current(newUserId(), null)).toBeUndefined()
  })

  test('lose a deleted team', () => {
    const { teamId, ownerId, created, joined, deleted } = world()
    const teamsOf = teamsIn(projected(directory, [created, joined(ownerId), deleted()]))

    expect(teamsOf.team(teamId)).toBeUndefined()
    expect(teamsOf.current(ownerId, teamId)).toBeUndefined()
  })
})

describe('deleted teams', () => {
  const page = { limit: 10, cursor: undefined }
  const at = ['2026-03-01T10:00:00.000Z', '2026-03-02T10:00:00.000Z', '2026-03-03T10:00:00.000Z'] as const

  test('are listed, most recently deleted first, until they are purged', () => {
    const first = world('First')
    const second = world('Second')
    const purged = world('Purged')
    const early = world('Early')
    const db = projected(directory, [
      ...[first, second, purged, early].map(({ created }) => created),
      early.deleted(at[0]),
      first.deleted(at[1]),
      second.deleted(at[2]),
      purged.deleted(at[2]),
      purged.purged,
    ])

    const { rows, total } = deletedTeamQueries(db).since(at[0], page)
    expect(rows.map(({ name, deleted_at }) => [name, deleted_at])).toEqual([
      ['Second', at[2]],
      ['First', at[1]],
    ])
    expect(total).toBe(2)
    expect(JSON.stringify(contentsOf(db))).not.toContain('Purged')
  })

  test('[D-96] come back with members, in the order in which they joined, and without who was erased meanwhile', () => {
    const { teamId, ownerId, created, joined, deleted, restored } = world()
    const late = newUserId()
    const gone = newUserId()
    const members = [joined(late, {}, at[2]), joined(gone, {}, at[1]), joined(ownerId, { role: 'owner' }, at[0])]
    const erased = recorded('PersonErased', { userId: gone, addressedIds: [] })
    const db = projected(directory, [created, ...members, deleted(), erased, restored])

    expect(teamsIn(db).team(teamId)).toMatchObject({ name: 'North West', slug: 'slug', trial_ends_at: trialEndsAt })
    expect(teamsIn(db).membersOf(teamId)).toMatchObject([
      { userId: ownerId, role: 'owner' },
      { userId: late, role: 'member' },
    ])
    expect(deletedTeamQueries(db).since('', page).rows).toEqual([])
    const again = projected(directory, [created, ...members, deleted(), restored, deleted(at[2])])
    expect(teamsIn(again).membersOf(teamId)).toEqual([])
    expect(deletedTeamQueries(again).since('', page).rows).toMatchObject([{ id: teamId, deleted_at: at[2] }])
  })
})

test('the limits that an operator has given a team are the latest, until they are ended or the team is gone', () => {
  const { teamId, ownerId, created, deleted, restored, purged } = world()
  const limits = { sites: 40, teamMembers: null, teams: 3, reason: 'They move', endsAt: now }
  const first = recorded('TeamLimitsOverridden', { teamId, ...limits, sites: 5 })
  const second = recorded('TeamLimitsOverridden', { teamId, ...limits })
  const of = (...events: ReturnType<typeof recorded>[]) =>
    teamsIn(projected(directory, [created, first, second, ...events]))

  expect(of().override(teamId)).toEqual(limits)
  expect(of().overridesOfOwner(ownerId)).toEqual([limits])
  expect(of(deleted()).overridesOfOwner(ownerId)).toEqual([])
  expect(of(deleted(), restored).override(teamId)).toEqual(limits)
  expect(of(recorded('TeamLimitsOverrideEnded', { teamId })).override(teamId)).toBeUndefined()
  expect(of(deleted(), purged).override(teamId)).toBeUndefined()
})

describe('the billing address of a team', () => {
  const { teamId, ownerId: userId, created, deleted, restored, purged } = world()
  const given = (address: string | null) =>
    recorded('BillingAddressGiven', {
      account: accountOf({ id: teamId }),
      billable: { kind: 'team', id: teamId },
      userId,
      address,
      addressLine2: 'Floor 2',
      city: 'Leeds',
      state: 'LDS',
      zip: 'LS1 1AA',
      country: 'GB',
      vatId: 'GB123456789',
    })
  const erased = recorded('PersonErased', { userId, addressedIds: [] })

  test('[ENT2-03] is the latest one', () => {
    const of = billingAccountQueries(projected(directory, [created, given('1 High Street'), given('2 High Street')]))

    expect(of.addressOf({ id: teamId })).toEqual({
      billing_address: '2 High Street',
      billing_address_line_2: 'Floor 2',
      billing_city: 'Leeds',
      billing_state: 'LDS',
      billing_zip: 'LS1 1AA',
      billing_country: 'GB',
      vat_id: 'GB123456789',
    })
  })

  test('[D-96] is that of a restored team', () => {
    const db = projected(directory, [created, given('1 High Street'), deleted(), restored])

    expect(billingAccountQueries(db).addressOf({ id: teamId })).toMatchObject({ billing_address: '1 High Street' })
  })

  test('is removed with the person who gave it, with the team, and with the owner of a deleted team', () => {
    const byAnother = { ...given('1 High Street'), data: { ...given('1 High Street').data, userId: newUserId() } }
    for (const events of [
      [given('1 High Street'), erased],
      [given('1 High Street'), deleted(), purged],
      [byAnother as ReturnType<typeof given>, deleted(), erased],
    ]) {
      const db = projected(directory, [created, ...events])

      expect(billingAccountQueries(db).addressOf({ id: teamId })).toBeUndefined()
      expect(JSON.stringify(contentsOf(db))).not.toContain('High Street')
    }
  })
})

describe('the invitations of a team', () => {
  const code = 'c'.repeat(40)
  const invited = (teamId: ReturnType<typeof newTeamId>, changes: object = {}) => {
    const invitationId = newInvitationId()
    return recorded('InvitationSent', {
      teamId,
      invitationId,
      personId: invitationId,
      inviteeId: null,
      email: 'Jo@Example.com',
      code,
      role: 'member',
      clientId: null,
      siteIds: null,
      endsAt: null,
      expiresAt: trialEndsAt,
      ...changes,
    })
  }
  const idOf = (event: ReturnType<typeof invited>) =>
    event.type === 'InvitationSent' ? event.data.invitationId : newInvitationId()

  test('are found by team, address and code until they expire', () => {
    const { teamId, created } = world()
    const sent = invited(teamId)
    const of = invitationsIn(projected(directory, [created, sent]))
    const row = { id: idOf(sent), team_id: teamId, team_name: 'North West', email: 'Jo@Example.com' }

    expect(of.ofTeam(teamId)).toMatchObject([row])
    expect(of.waitingFor('jo@example.com', now)).toMatchObject([row])
    expect(of.withCode(code, now)).toMatchObject(row)
    expect(of.waitingFor('jo@example.com', trialEndsAt)).toEqual([])
    expect(of.withCode(code, trialEndsAt)).toBeUndefined()
    expect(of.ofTeam(teamId)).toHaveLength(1)
  })

  test('expire later once they are resent, and disappear once they are answered', () => {
    const { teamId, created } = world()
    const resent = invited(teamId)
    const cancelled = invited(teamId)
    const rejected = invited(teamId)
    const accepted = invited(teamId)
    const userId = newUserId()
    const of = invitationsIn(
      projected(directory, [
        created,
        resent,
        cancelled,
        rejected,
        accepted,
        recorded('InvitationResent', { teamId, invitationId: idOf(resent), expiresAt: '2026-04-11T10:00:00.000Z' }),
        recorded('InvitationCancelled', { teamId, invitationId: idOf(cancelled) }),
        recorded('InvitationRejected', { teamId, invitationId: idOf(rejected), userId }),
        recorded('InvitationAccepted', { teamId, invitationId: idOf(accepted), userId }),
      ]),
    )

    expect(of.ofTeam(teamId).map(({ id }) => id)).toEqual([idOf(resent)])
    expect(of.waitingFor('jo@example.com', trialEndsAt)).toHaveLength(1)
    expect(of.one(idOf(accepted))).toMatchObject({ email: null })
    expect(of.one(idOf(cancelled))).toBeUndefined()
  })

  test('disappear with their team, and come back with it', () => {
    const { teamId, created, deleted, restored, purged } = world()
    const sent = [created, invited(teamId), deleted()]
    const of = invitationsIn(projected(directory, sent))

    expect(of.ofTeam(teamId)).toEqual([])
    expect(of.withCode(code, now)).toBeUndefined()
    expect(of.waitingFor('jo@example.com', now)).toEqual([])
    expect(invitationsIn(projected(directory, [...sent, restored])).withCode(code, now)).toBeDefined()
    const left = contentsOf(projected(directory, [...sent, purged]))
    expect(JSON.stringify(left).toLowerCase()).not.toContain('jo@example.com')
  })
})

test('teams are due in the order of their deletion, until they are purged or restored', () => {
  const early = world()
  const late = world()
  const purged = world()
  const restored = world()
  const waiting = purgeQueries(
    projected(deletedTeams, [
      late.deleted('2026-03-03T10:00:00.000Z'),
      early.deleted('2026-03-01T10:00:00.000Z'),
      purged.deleted('2026-03-01T09:00:00.000Z'),
      purged.purged,
      restored.deleted('2026-03-01T09:00:00.000Z'),
      restored.restored,
    ]),
  )

  expect(waiting.before(now).map(({ teamId }) => teamId)).toEqual([early.teamId])
  expect(waiting.before('2026-03-04T10:00:00.000Z').map(({ teamId }) => teamId)).toEqual([early.teamId, late.teamId])
})
