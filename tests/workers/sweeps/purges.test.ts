import { describe, expect, test } from 'vitest'
import { reservationDecider } from '#api/domain/reservation.ts'
import { type TeamCommand, teamDecider } from '#api/domain/team.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import { slugReservation, teamStream } from '#api/event-store/streams.ts'
import { deletedTeamQueries, deletedTeams } from '#projections/sweeps/deleted-teams.ts'
import { plainMembership } from '#schemas/rights/membership.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { openMemoryLedger } from '#tests/support/ledger.ts'
import { newCommandId, newInvitationId, newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'
import { purgeTeams } from '#workers/sweeps/purges.ts'

const day = 24 * 60 * 60 * 1000

describe('a deleted team [D-96]', () => {
  const { ledger, keys } = openMemoryLedger()

  /** A team with a slug and an invitation, deleted now; `sweepAfter` sweeps so many days later. */
  const world = async () => {
    const teamId = newTeamId()
    const ownerId = newUserId()
    const invitationId = newInvitationId()
    const slug = `team-${teamId}`
    const stream = slugReservation(keys.digest, slug)
    const at = '2026-03-01T10:00:00.000Z'
    const slugOf = { kind: 'slug', holderId: teamId, claimId: newCommandId(), expiresAt: at } as const
    const claim = { type: 'ClaimReservation', ...slugOf } as const
    await handle(ledger, reservationDecider, stream, claim, contextOf(teamId, ownerId))
    const order = (command: TeamCommand) =>
      handle(ledger, teamDecider, teamStream(teamId), command, contextOf(teamId, ownerId))
    await order({ type: 'CreateTeam', teamId, ownerId, name: 'T', slug, trialEndsAt: at })
    await order({
      type: 'InviteMember',
      invitationId,
      by: ownerId,
      email: 'jo@example.com',
      inviteeId: null,
      code: 'c'.repeat(40),
      membership: plainMembership('member'),
      expiresAt: '2026-03-15T10:00:00.000Z',
      at,
      memberLimit: null,
    })
    await order({ type: 'DeleteTeam', by: ownerId })
    const history = () => ledger.read(teamStream(teamId))
    const deletion = (await history()).at(-1)
    const deletedAt = Date.parse(deletion?.metadata.at ?? '')
    const restore = () => {
      const at = new Date(deletedAt + 29 * day).toISOString()
      const command = { type: 'RestoreTeam', at, deletedAt: deletion?.metadata.at ?? '', ownerIsGone: false } as const
      return order(command)
    }
    const purged: string[] = []
    /** `seen` is what the read model has seen by then, by default everything. */
    const sweepAfter = async (days: number, seen?: Awaited<ReturnType<typeof history>>) => {
      const db = projected(deletedTeams, seen ?? (await history()))
      const content = { purge: async (holder: string) => void purged.push(holder) }
      const tools = { ledger, deletedTeams: deletedTeamQueries(db), digest: keys.digest, keys, content }
      await purgeTeams(tools, new Date(deletedAt + days * day))
    }
    const types = async () => (await history()).map(({ type }) => type)
    const slugStatus = async () => (await load(ledger, reservationDecider, stream)).status
    return { teamId, invitationId, purged, history, restore, sweepAfter, types, slugStatus }
  }

  test('keeps everything for 30 days', async () => {
    const { invitationId, purged, sweepAfter, types, slugStatus } = await world()

    await sweepAfter(29)

    expect(purged).toEqual([])
    expect(await slugStatus()).toBe('claimed')
    expect(keys.find(invitationId)).toBeInstanceOf(Uint8Array)
    expect(await types()).not.toContain('TeamPurged')
  })

  test('is purged after that, once: its content, its keys and the reservation of its slug', async () => {
    const { teamId, invitationId, purged, sweepAfter, types, slugStatus } = await world()

    await sweepAfter(31)
    await sweepAfter(32)

    expect(purged).toEqual([teamId])
    expect(await slugStatus()).toBe('free')
    expect(keys.find(invitationId)).toBe('destroyed')
    expect((await types()).filter((type) => type === 'TeamPurged')).toHaveLength(1)
  })

  test('is not purged once it is restored, even while the read model does not know', async () => {
    const { purged, history, restore, sweepAfter, types, slugStatus } = await world()
    const before = await history()
    await restore()

    await sweepAfter(31)
    await sweepAfter(31, before)

    expect(purged).toEqual([])
    expect(await slugStatus()).toBe('claimed')
    expect((await types()).at(-1)).toBe('TeamRestored')
  })
})
