import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listHistory } from '#schemas/resources/history.ts'
import { replayMetrics } from '#schemas/resources/metrics.ts'
import { retryJobs } from '#schemas/resources/queues.ts'
import type { Rebuild } from '#schemas/resources/read-models.ts'
import { discardRebuild, rollBackRebuild, startRebuild, swapRebuild } from '#schemas/resources/read-models.ts'
import { startAppOver } from '#tests/support/app.ts'
import { memoryPorts } from '#tests/support/in-memory/ports.ts'
import { type Member, newTeam } from '#tests/support/teams.ts'

const operatorEmail = 'operator@example.com'

const rebuild: Rebuild = {
  ...{ name: 'search', state: 'ready', events: 1, events_per_second: 1, share: 1 },
  ...{ seconds_left: 0, difference: [], reason: null },
}

/** Ports whose rebuilds and queues do whatever they are told. */
const obedientPorts = async (...args: Parameters<typeof memoryPorts>) => {
  const ports = await memoryPorts(...args)
  const obey = async () => rebuild
  return {
    ...ports,
    rebuilds: { ...ports.rebuilds, start: () => rebuild, find: () => rebuild, swap: obey, rollBack: obey },
    stores: { ...ports.stores, queues: { ...ports.stores.queues, retry: async () => 2 } },
  }
}

describe('[D-106] what an operator does', () => {
  let app: Awaited<ReturnType<typeof startAppOver>>
  let ann: Member
  beforeAll(async () => {
    app = await startAppOver(obedientPorts, { env: { operatorEmails: [operatorEmail] } })
    ann = await newTeam(app, { email: operatorEmail })
  })
  afterAll(() => app.close())

  const params = { name: 'search' }
  test.each([
    ['Started to rebuild the read model search', () => ann.call(startRebuild, { params })],
    ['Put the rebuilt read model search in place', () => ann.call(swapRebuild, { params })],
    ['Put the former read model search back', () => ann.call(rollBackRebuild, { params })],
    ['Gave up the rebuild of the read model search', () => ann.call(discardRebuild, { params })],
    [
      'Put failed jobs of the queue crop-picture back in line',
      () => ann.call(retryJobs, { params: { queue: 'crop-picture' }, body: {} }),
    ],
    [
      'Started to compute the metrics from the log again',
      () => ann.call(replayMetrics, { body: { from: '2026-01-01', to: '2026-01-02' } }),
    ],
  ])('stands in the history with who did it: %s', async (summary, act) => {
    await act()

    const [entry] = (await ann.call(listHistory)).body
    expect(entry).toMatchObject({ summary, resource: 'platform', team: null, actor: { id: ann.userId } })
  })
})
