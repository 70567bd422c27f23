import { afterAll, expect, test } from 'vitest'
import { addClient, listClients } from '#schemas/resources/clients.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { searchEverything } from '#schemas/resources/search.ts'
import { startAppOver } from '#tests/support/app.ts'
import { memoryPorts } from '#tests/support/in-memory/ports.ts'
import { newTeam } from '#tests/support/teams.ts'

/** An API whose search is still being built after a start. */
const app = await startAppOver(async (...args) => {
  const ports = await memoryPorts(...args)
  const caughtUp: typeof ports.projector.caughtUp = (milliseconds, names) =>
    names.includes('search') ? Promise.resolve(false) : ports.projector.caughtUp(milliseconds, names)
  return { ...ports, projector: { ...ports.projector, caughtUp } }
})
afterAll(() => app.close())

test('a read model that is still built makes the calls that read it wait, and no others', async () => {
  const ann = await newTeam(app)
  await ann.call(addClient, { body: { name: 'Acme' } })

  expect(await ann.ask(listClients)).toHaveLength(1)
  expect((await ann.call(listHistory)).status).toBe(200)
  const { status, headers } = await ann.refused(searchEverything, { query: { q: 'acme' } })

  expect([status, headers.get('retry-after')]).toEqual([503, '5'])
})
