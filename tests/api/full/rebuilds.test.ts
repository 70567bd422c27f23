import { afterAll, expect, it, vi } from 'vitest'
import { readEnv } from '#api/env/env.ts'
import { addClient, listClients } from '#schemas/resources/clients.ts'
import { listOperations } from '#schemas/resources/operations.ts'
import {
  discardRebuild,
  listReadModels,
  type Rebuild,
  rollBackRebuild,
  showRebuild,
  startRebuild,
  swapRebuild,
} from '#schemas/resources/read-models.ts'
import { startFullApp } from '#tests/support/full-app.ts'
import { newTeam } from '#tests/support/teams.ts'

const POLL = { timeout: 120_000, interval: 20 }
const operatorEmail = 'olga@example.com'

const app = await startFullApp({ env: { operatorEmails: readEnv({ OPERATOR_EMAILS: operatorEmail }).operatorEmails } })
const operator = await newTeam(app, { email: operatorEmail })
const owner = await newTeam(app)
afterAll(() => app.close())

const facilities = { params: { name: 'facilities' } }

const isReady = async (): Promise<Rebuild> => {
  const { body } = await operator.call(showRebuild, facilities)
  expect(body.state).toBe('ready')
  return body
}

it('swaps a read model while eight people write, with no request refused and no write lost', async () => {
  let writing = true
  const names: string[] = []
  const write = async (writer: number) => {
    for (let count = 0; writing; count += 1) {
      const name = `Client ${writer}-${count}`
      // Throws where it is refused.
      await owner.call(addClient, { body: { name } })
      names.push(name)
      // Each reads his own writes, before, during and after the swap.
      const { headers } = await owner.call(listClients, { query: { limit: 1 } })
      expect(Number(headers.get('x-total-count'))).toBeGreaterThanOrEqual(count + 1)
    }
  }
  const writers = Array.from({ length: 8 }, (_, writer) => write(writer))
  expect((await operator.call(startRebuild, facilities)).body.state).toBe('building')
  // Asked for twice it is one rebuild, and one deed of the operator.
  expect((await operator.call(startRebuild, facilities)).body.name).toBe('facilities')
  const deeds = (await operator.call(listOperations, { query: { kind: 'platform' } })).body
  expect(deeds.map(({ summary }) => summary)).toEqual(['Started to rebuild the read model facilities'])
  const ready = await vi.waitFor(isReady, POLL)
  expect(
    ready.difference?.map(({ table, only_live, only_rebuilt }) => [table, only_live, only_rebuilt]),
  ).not.toHaveLength(0)
  for (const { only_live, only_rebuilt } of ready.difference ?? [])
    expect([only_live, only_rebuilt]).toStrictEqual([0, 0])

  const before = names.length
  expect((await operator.call(swapRebuild, facilities)).body.state).toBe('swapped')
  await vi.waitFor(() => expect(names.length).toBeGreaterThan(before + 16), POLL)
  writing = false
  await Promise.all(writers)

  const listed = (await owner.call(listClients)).body.map(({ name }) => name)
  expect(listed.toSorted()).toStrictEqual(names.toSorted())
  // And nobody was told of a change twice or of none: the live model is the log's, event by event.
  await operator.call(startRebuild, facilities)
  const again = await vi.waitFor(isReady, POLL)
  for (const { only_live, only_rebuilt } of again.difference ?? [])
    expect([only_live, only_rebuilt]).toStrictEqual([0, 0])
  await operator.call(discardRebuild, facilities)
  expect((await operator.refused(showRebuild, facilities)).status).toBe(404)
})

it('rolls back to the former file, which then catches up', async () => {
  await operator.call(startRebuild, facilities)
  await vi.waitFor(isReady, POLL)
  await operator.call(swapRebuild, facilities)
  await owner.call(addClient, { body: { name: 'Written after the swap' } })
  expect((await operator.call(rollBackRebuild, facilities)).body.state).toBe('rolled-back')
  const { headers } = await owner.call(addClient, { body: { name: 'Written after the roll-back' } })
  const beside = { headers: { 'x-min-position': headers.get('x-position') ?? '' } }
  const listed = (await owner.call(listClients, {}, beside)).body.map(({ name }) => name)
  expect(listed).toEqual(expect.arrayContaining(['Written after the swap', 'Written after the roll-back']))
})

it('is refused with a message when there is nothing to swap or to roll back', async () => {
  expect((await operator.refused(startRebuild, { params: { name: 'nonsense' } })).status).toBe(404)
  const again = await operator.refused(rollBackRebuild, facilities)
  expect([again.status, again.body.message]).toStrictEqual([409, 'There is no former read model to go back to.'])
  const swap = await operator.refused(swapRebuild, facilities)
  expect([swap.status, swap.body.message]).toStrictEqual([409, 'The rebuild is not ready.'])
})

it('reports position, size and failure of each read model', async () => {
  const { body } = await operator.call(listReadModels)
  const model = body.find(({ name }) => name === 'facilities')
  expect(model).toMatchObject({ caught_up: true, error: null })
  expect(model?.rows).toBeGreaterThan(16)
  expect(model?.size).toBeGreaterThan(0)
  expect(model?.position).toBe(model?.log_position)
})
