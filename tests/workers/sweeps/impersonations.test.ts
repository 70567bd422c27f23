import { expect, test } from 'vitest'
import { userDecider } from '#api/domain/user.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { userStream } from '#api/event-store/streams.ts'
import { impersonationQueries, openImpersonations } from '#projections/sweeps/open-impersonations.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { openMemoryLedger } from '#tests/support/ledger.ts'
import { newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'
import { textTools } from '#tests/support/text-tools.ts'
import { compose } from '#workers/mail/registry.ts'
import { endImpersonations } from '#workers/sweeps/ended-grants.ts'

const at = '2026-03-01T10:00:00.000Z'

/** A user in whose name an operator began to work at ten. */
const world = async () => {
  const { ledger } = openMemoryLedger()
  const userId = newUserId()
  const operatorId = newUserId()
  const teamId = newTeamId()
  const stream = userStream(userId)
  const order = (command: Parameters<typeof userDecider.decide>[1]) =>
    handle(ledger, userDecider, stream, command, contextOf(null, operatorId, { at }))
  const name = 'Ann'
  const email = 'ann@example.com'
  await order({ type: 'RegisterUser', userId, name, email, passwordHash: 'hash', proof: 'provided' })
  await order({ type: 'StartImpersonation', operatorId, teamId, reason: 'Ann cannot upload' })
  const history = () => ledger.read(stream)
  /** Sweeps at a time of that day, by what the read model has `seen`: by default everything. */
  const sweepAt = async (time: string, seen?: Awaited<ReturnType<typeof history>>) => {
    const impersonations = impersonationQueries(projected(openImpersonations, seen ?? (await history())))
    await endImpersonations({ ledger, impersonations }, new Date(`2026-03-01T${time}Z`))
  }
  const ends = async () => (await history()).filter(({ type }) => type === 'ImpersonationStopped')
  const stop = () => order({ type: 'StopImpersonation', operatorId })
  return { ledger, userId, operatorId, teamId, history, sweepAt, ends, stop }
}

test('[D-64] the end of an impersonation is recorded after an hour, once', async () => {
  const { operatorId, userId, teamId, history, sweepAt, ends } = await world()
  const begun = await history()
  await sweepAt('10:59:59')
  expect(await ends()).toEqual([])

  await sweepAt('11:00:00')
  await sweepAt('11:01:00', begun)
  await sweepAt('11:02:00')
  expect(await ends()).toMatchObject([
    { data: { userId, operatorId, teamId }, metadata: { actor: null, via: { kind: 'worker', id: 'impersonations' } } },
  ])
})

test('an impersonation that the operator stopped has ended once', async () => {
  const { history, sweepAt, ends, stop } = await world()
  const begun = await history()
  await stop()
  await stop()
  await sweepAt('12:00:00')
  await sweepAt('12:00:00', begun)

  expect(await ends()).toHaveLength(1)
})

test('the user is told afterwards who worked in their name, and why', async () => {
  const { ledger, userId, operatorId, ends, stop } = await world()
  await stop()
  const [ended] = await ends()
  if (!ended) throw new Error('The end is recorded')

  const tools = { ...textTools, digest: () => '', ledger }
  expect(await compose('notification', ended, tools)).toMatchObject({
    userId,
    creatorId: operatorId,
    body: 'worked in your name as an operator, because: Ann cannot upload',
  })
})
