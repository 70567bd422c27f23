import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { reservationDecider } from '#api/domain/reservation.ts'
import { teamDecider } from '#api/domain/team.ts'
import { userDecider } from '#api/domain/user.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import { emailReservation, slugReservation, teamStream, userStream } from '#api/event-store/streams.ts'
import type { OpenReservation } from '#projections/sweeps/open-reservations.ts'
import { CommandId, TeamId, UserId } from '#schemas/ids.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { openMemoryLedger } from '#tests/support/ledger.ts'
import { settleReservations } from '#workers/sweeps/reservations.ts'

const at = '2026-03-01T09:00:00.000Z'
const muchLater = new Date('2026-03-01T10:00:00.000Z')

describe('reservations that a crash left open [D-89]', () => {
  const { ledger, keys } = openMemoryLedger()
  const context = () => contextOf(null, null, { at, via: { kind: 'registration', id: null } })

  const claim = async (kind: OpenReservation['kind'], stream: string, holderId: string): Promise<OpenReservation> => {
    const claimId = CommandId.parse(randomUUID())
    const command = { type: 'ClaimReservation', kind, holderId, claimId, expiresAt: at } as const
    await handle(ledger, reservationDecider, stream, command, context())
    return { stream, claimId, kind, holderId }
  }
  const registerUser = async (userId: UserId, email: string) => {
    const user = { type: 'RegisterUser', userId, name: 'Ann', email, passwordHash: 'hash' } as const
    await handle(ledger, userDecider, userStream(userId), user, context())
  }
  const createTeam = async (teamId: TeamId, ownerId: UserId, slug: string) => {
    const team = { type: 'CreateTeam', teamId, ownerId, name: 'Acme', slug, trialEndsAt: at } as const
    await handle(ledger, teamDecider, teamStream(teamId), team, context())
  }
  const settle = (...open: OpenReservation[]) =>
    settleReservations({ ledger, claims: { expiredBefore: () => open }, digest: keys.digest }, muchLater)
  const statusOf = async (stream: string) => (await load(ledger, reservationDecider, stream)).status

  test('an address is confirmed when its user exists', async () => {
    const userId = UserId.parse(randomUUID())
    const open = await claim('email', emailReservation(keys.digest, 'ann@example.com'), userId)
    await registerUser(userId, 'Ann@Example.com')
    await settle(open)
    expect(await statusOf(open.stream)).toBe('confirmed')
  })

  test('an address is released when its user does not exist', async () => {
    const open = await claim('email', emailReservation(keys.digest, 'ben@example.com'), randomUUID())
    await settle(open)
    expect(await statusOf(open.stream)).toBe('free')
  })

  test('an address is released when its claimant has another one', async () => {
    const userId = UserId.parse(randomUUID())
    await registerUser(userId, 'cleo@example.com')
    const open = await claim('email', emailReservation(keys.digest, 'other@example.com'), userId)
    await settle(open)
    expect(await statusOf(open.stream)).toBe('free')
  })

  test('a slug is confirmed if its team has an owner, and released otherwise', async () => {
    const kept = TeamId.parse(randomUUID())
    const left = TeamId.parse(randomUUID())
    const owner = UserId.parse(randomUUID())
    const nobody = UserId.parse(randomUUID())
    const keptClaim = await claim('slug', slugReservation(keys.digest, 'kept'), kept)
    const leftClaim = await claim('slug', slugReservation(keys.digest, 'left'), left)
    await registerUser(owner, 'dora@example.com')
    await createTeam(kept, owner, 'kept')
    await createTeam(left, nobody, 'left')
    await settle(keptClaim, leftClaim)
    expect(await statusOf(keptClaim.stream)).toBe('confirmed')
    expect(await statusOf(leftClaim.stream)).toBe('free')
  })

  test('a lagging read model releases no newer claim', async () => {
    const stream = emailReservation(keys.digest, 'eve@example.com')
    const open = await claim('email', stream, randomUUID())
    await settle(open)
    await claim('email', stream, randomUUID())
    await settle(open)
    expect(await statusOf(stream)).toBe('claimed')
  })
})
