import { describe, expect, test } from 'vitest'
import { RuleBroken } from '#api/domain/rule.ts'
import { type TeamCommand, teamDecider } from '#api/domain/team.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { teamStream } from '#api/event-store/streams.ts'
import { directory } from '#projections/directory/directory.ts'
import { teamQueries } from '#projections/directory/teams.ts'
import { applyEvent } from '#projections/engine/projection.ts'
import { expiryReminderQueries, expiryReminders } from '#projections/sweeps/expiry-reminders.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { UserId } from '#schemas/ids.ts'
import { plainMembership } from '#schemas/rights/membership.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { plusDays, startOfDay, today } from '#schemas/time/dates.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { openMemoryLedger } from '#tests/support/ledger.ts'
import { newInvitationId, newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { randomFrom } from '#tests/support/random.ts'
import { projected } from '#tests/support/read-models.ts'
import { endMemberships } from '#workers/sweeps/ending-members.ts'

const hour = 60 * 60 * 1000

/** A team in a log, with read models that follow it, and a clock that the test moves. */
const teamAt = async (timeZone: string, start: string) => {
  const { ledger, keys } = openMemoryLedger()
  const teamId = newTeamId()
  const ownerId = newUserId()
  const stream = teamStream(teamId)
  const rights = projected(directory, [])
  const endings = projected(expiryReminders, [])
  let now = Date.parse(start)
  let applied = 0
  const follow = async () => {
    const history = await ledger.read(stream)
    for (const event of history.slice(applied)) {
      applyEvent(directory, rights, event)
      applyEvent(expiryReminders, endings, event)
    }
    applied = history.length
  }
  const order = async (command: TeamCommand, actor = ownerId) => {
    const context = { ...contextOf(teamId, actor), at: new Date(now).toISOString() }
    await handle(ledger, teamDecider, stream, command, context)
    await follow()
  }
  const join = async (userId: UserId, endsAt: CalendarDate | null, by = ownerId) => {
    const at = new Date(now).toISOString()
    const expiresAt = new Date(now + 336 * hour).toISOString()
    await keys.forSealing(userId, true)
    const invitationId = newInvitationId()
    const email = `${userId}@example.com`
    const membership = { ...plainMembership('editor'), endsAt }
    const invited = { invitationId, by, email, inviteeId: userId, code: 'c', membership, expiresAt }
    await order({ type: 'InviteMember', ...invited, at, memberLimit: null }, by)
    await order({ type: 'AcceptInvitation', invitationId, userId, email, at, memberLimit: null }, userId)
  }
  await order({ type: 'CreateTeam', teamId, ownerId, name: 'North', slug: 'north', trialEndsAt: start })
  return {
    teamId,
    ownerId,
    order,
    join,
    teams: teamQueries(rights, () => today(new Date(now), timeZone)),
    moveTo: (instant: number) => {
      now = instant
    },
    now: () => now,
    day: () => today(new Date(now), timeZone),
    sweep: async () => {
      await endMemberships({ ledger, reminders: expiryReminderQueries(endings), timeZone }, new Date(now))
      await follow()
    },
    named: async <Type extends 'MemberRemoved' | 'MembershipEndsSoon'>(type: Type) =>
      (await ledger.read(stream)).filter((event): event is Recorded<EventNamed<Type>> => event.type === type),
  }
}

describe('a membership that ends', () => {
  test('is told of a week before, to the member and to who invited them, once, and is removed when it is over', async () => {
    const team = await teamAt('Europe/London', '2026-03-01T10:00:00.000Z')
    const admin = newUserId()
    const guest = newUserId()
    const endsAt = '2026-03-29' as CalendarDate
    await team.join(admin, null)
    await team.order({ type: 'ChangeMember', userId: admin, membership: { role: 'admin' }, by: team.ownerId })
    await team.join(guest, endsAt, admin)
    const told = async () => (await team.named('MembershipEndsSoon')).map(({ data }) => data.told)

    team.moveTo(Date.parse('2026-03-21T23:59:59.999Z'))
    await team.sweep()
    expect(await told()).toEqual([])
    team.moveTo(Date.parse('2026-03-22T00:00:00.000Z'))
    await team.sweep()
    await team.sweep()
    await team.order({ type: 'ChangeMember', userId: guest, membership: { role: 'auditor' }, by: team.ownerId })
    await team.sweep()
    expect(await told()).toEqual([guest, admin])

    // The clocks go forward on its last day, which has 23 hours.
    team.moveTo(Date.parse('2026-03-29T22:59:59.999Z'))
    await team.sweep()
    expect(await team.named('MemberRemoved')).toEqual([])
    team.moveTo(Date.parse('2026-03-29T23:00:00.000Z'))
    await team.sweep()
    await team.sweep()
    expect(await team.named('MemberRemoved')).toMatchObject([
      {
        data: { userId: guest, removedBy: null, reason: 'ended' },
        metadata: { actor: null, via: { kind: 'worker', id: 'ending-members' } },
      },
    ])
  })

  test('is told of again with another last day, and not to who has left', async () => {
    const team = await teamAt('UTC', '2026-03-01T10:00:00.000Z')
    const admin = newUserId()
    const guest = newUserId()
    await team.join(admin, null)
    await team.order({ type: 'ChangeMember', userId: admin, membership: { role: 'admin' }, by: team.ownerId })
    await team.join(guest, '2026-03-04' as CalendarDate, admin)
    await team.sweep()
    await team.order({ type: 'RemoveMember', userId: admin, by: admin }, admin)
    await team.order({
      type: 'ChangeMember',
      userId: guest,
      membership: { endsAt: '2026-03-05' as CalendarDate },
      by: team.ownerId,
    })
    await team.sweep()

    const told = (await team.named('MembershipEndsSoon')).map(({ data }) => [data.told, data.endsAt])
    expect(told).toEqual([
      [guest, '2026-03-04'],
      [admin, '2026-03-04'],
      [guest, '2026-03-05'],
    ])
  })

  test('of a deleted team waits until the team is restored', async () => {
    const team = await teamAt('UTC', '2026-03-01T10:00:00.000Z')
    await team.join(newUserId(), '2026-03-02' as CalendarDate)
    await team.order({ type: 'DeleteTeam', by: team.ownerId })
    team.moveTo(Date.parse('2026-03-03T00:00:00.000Z'))
    await team.sweep()
    expect(await team.named('MemberRemoved')).toEqual([])
    const at = new Date(team.now()).toISOString()
    await team.order({ type: 'RestoreTeam', at, deletedAt: at, ownerIsGone: false })
    expect(team.teams.membersOf(team.teamId)).toHaveLength(1)
    await team.sweep()
    expect(await team.named('MemberRemoved')).toHaveLength(1)
  })
})

/**
 * Random joins, ends, changes and departures at random instants around days when the clocks change, with a worker that
 * runs now and then: at each step members are those whose next day has not begun.
 */
describe.each([
  ['Europe/London', '2026-03-26T12:00:00.000Z', 1],
  ['Pacific/Auckland', '2026-04-02T12:00:00.000Z', 3],
])('members on a random walk in %s', (timeZone, start, seed) => {
  test('are those whose last day is not over, whether or not a worker has run', async () => {
    const random = randomFrom(seed)
    const team = await teamAt(timeZone, start)
    const people = Array.from({ length: 6 }, () => newUserId())
    /** The instant at which each member is none any more. */
    const model = new Map<UserId, number>()
    const somebody = () => people[Math.floor(random() * people.length)] as UserId
    const someDay = () => (random() < 0.2 ? null : plusDays(team.day(), 1 + Math.floor(random() * 3)))
    const overAt = (endsAt: CalendarDate | null) =>
      endsAt === null ? Number.POSITIVE_INFINITY : Date.parse(startOfDay(plusDays(endsAt, 1), timeZone))
    const isMember = (userId: UserId) => (model.get(userId) ?? 0) > team.now()
    const late = () => people.filter((each) => model.has(each) && !isMember(each)).length
    let wereLate = 0
    for (let step = 0; step < 80; step += 1) {
      const userId = somebody()
      const endsAt = someDay()
      const kind = random()
      if (kind < 0.3) {
        const nextDay = Date.parse(startOfDay(plusDays(team.day(), 1), timeZone))
        team.moveTo(random() < 0.5 ? nextDay - Math.round(random()) : team.now() + Math.floor(random() * 8 * hour))
      } else if (kind < 0.4) {
        await team.sweep()
        for (const each of people) if (!isMember(each)) model.delete(each)
      } else if (!model.has(userId)) {
        await team.join(userId, endsAt)
        model.set(userId, overAt(endsAt))
      } else if (kind < 0.8 && isMember(userId)) {
        await team.order({ type: 'ChangeMember', userId, membership: { endsAt }, by: team.ownerId })
        model.set(userId, overAt(endsAt))
      } else if (kind < 0.85) {
        await team.order({ type: 'RemoveMember', userId, by: userId }, userId)
        model.delete(userId)
      }
      wereLate += late()
      const members = people.filter(isMember)
      const shown = team.teams.membersOf(team.teamId).map((member) => member.userId)
      expect(new Set(shown), `step ${step}`).toEqual(new Set([team.ownerId, ...members]))
      for (const each of people) {
        const known = [
          team.teams.membership(each, team.teamId),
          team.teams.current(each, team.teamId),
          team.teams.teamsOf(each)[0],
        ].map((found) => found !== undefined)
        expect(known, `step ${step}`).toEqual(Array(3).fill(isMember(each)))
      }
    }
    expect(wereLate).toBeGreaterThan(10)
    const removed = await team.named('MemberRemoved')
    expect(removed.length).toBeGreaterThan(1)
    expect(removed.every(({ data }) => data.reason === 'ended')).toBe(true)
  })
})

test('the end of a membership needs no manager, and comes no earlier than its last day is over', async () => {
  const team = await teamAt('UTC', '2026-03-01T10:00:00.000Z')
  const guest = newUserId()
  await team.join(guest, '2026-03-04' as CalendarDate)

  await team.order({ type: 'EndMembership', userId: guest, today: '2026-03-04' as CalendarDate })
  await team.order({ type: 'EndMembership', userId: team.ownerId, today: '2030-01-01' as CalendarDate })

  expect(await team.named('MemberRemoved')).toEqual([])
  const owner = { type: 'ChangeMember', userId: team.ownerId, membership: { endsAt: null }, by: guest } as const
  await expect(team.order(owner)).rejects.toThrow(RuleBroken)
})
