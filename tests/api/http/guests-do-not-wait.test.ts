import { afterAll, expect, test } from 'vitest'
import { listClients } from '#schemas/resources/clients.ts'
import { listPlans } from '#schemas/resources/plans.ts'
import { startAppOver } from '#tests/support/app.ts'
import { memoryPorts } from '#tests/support/in-memory/ports.ts'

const farAhead = '99999999999999999999'

/** An API that would wait for ever for a position that the log does not have yet. */
const app = await startAppOver(async (...args) => {
  const ports = await memoryPorts(...args)
  const reached: typeof ports.projector.reached = (position, ...more) =>
    position === farAhead ? new Promise(() => {}) : ports.projector.reached(position, ...more)
  return { ...ports, projector: { ...ports.projector, reached } }
})
afterAll(() => app.close())

test('nobody is waited for before it is known who calls: a guest is answered at once', async () => {
  const beside = { headers: { 'x-min-position': farAhead } }

  expect((await app.guest().refused(listClients, {}, beside)).status).toBe(401)
  expect((await app.guest().call(listPlans, {}, beside)).status).toBe(200)
})
