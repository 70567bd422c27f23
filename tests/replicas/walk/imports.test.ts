import { expect, test } from 'vitest'
import { listClients } from '#schemas/resources/clients.ts'
import { listImports } from '#schemas/resources/imports.ts'
import type { Caller } from '#tests/support/caller.ts'
import { importFile } from '#tests/support/imports.ts'
import { newTeam } from '#tests/support/teams.ts'
import { until } from '#tests/support/until.ts'
import { fleetOfTests } from '../fleet-of-tests.ts'

const fleet = fleetOfTests()

/** More than are imported while another import waits for the first one, which is given up after five seconds. */
const rows = 12_000

const totalOf = async (caller: Caller): Promise<number> =>
  Number((await caller.call(listClients, { query: { limit: 1 } })).headers.get('x-total-count'))

test('an import of one replica is seen at the other, which refuses another one meanwhile', async () => {
  const [here, there] = fleet().atBoth(await newTeam(fleet()))
  const lines = Array.from({ length: rows }, (_, row) => `${row},Client ${row}`)

  const importing = importFile(here, 'clients', ['external_id,name', ...lines].join('\n'))
  const done = await until(async () => {
    const [run] = await there.ask(listImports)
    expect(run?.progress?.done).toBeGreaterThan(0)
    return run?.progress?.done ?? 0
  })
  const refused = await importFile(there, 'clients', 'name\nAnother')

  expect(refused.status).toBe(409)
  const [later] = await there.ask(listImports)
  expect(later?.progress?.done).toBeGreaterThan(done)
  const { summary } = await importing
  expect(summary).toMatchObject({ rows, created: rows, refused: 0 })
  expect([await totalOf(here), await totalOf(there)]).toEqual([rows, rows])
})
