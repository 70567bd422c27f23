import { describe, expect, test } from 'vitest'
import { addClient } from '#schemas/resources/clients.ts'
import { addSite, updateSite } from '#schemas/resources/sites.ts'
import { updateVisit } from '#schemas/resources/visits.ts'
import { startAppOver } from '#tests/support/app.ts'
import { memoryPorts } from '#tests/support/in-memory/ports.ts'
import { prepared } from '#tests/support/prepared.ts'
import { recordCreator } from '#tests/support/team-with-records.ts'
import { newTeam } from '#tests/support/teams.ts'

/** An API that tells which streams it has read. */
const countingReads = () => {
  const reads: string[] = []
  const app = prepared(() =>
    startAppOver(async (env) => {
      const ports = await memoryPorts(env)
      const read: typeof ports.ledger.read = (stream, after) => {
        reads.push(stream)
        return ports.ledger.read(stream, after)
      }
      return { ...ports, ledger: { ...ports.ledger, read } }
    }),
  )
  const readsOf = async (act: () => Promise<unknown>) => {
    reads.length = 0
    await act()
    return reads.toSorted()
  }
  return { app, readsOf }
}

describe('a request reads each aggregate once', () => {
  const { app, readsOf } = countingReads()

  test('where a visit is updated', async () => {
    const ann = await newTeam(app)
    const create = recordCreator(ann)
    const client = await create.client('Acme')
    const site = await create.site(client.id, 'North')
    const { id, ...visit } = await create.visit(site.id, 'Spring')

    const reads = await readsOf(() => ann.call(updateVisit, { params: { id }, body: { ...visit, name: 'Autumn' } }))

    expect(reads).toEqual([`client-${client.id}`, `site-${site.id}`, `visit-${id}`])
  })

  test('where a site is updated', async () => {
    const ann = await newTeam(app)
    const create = recordCreator(ann)
    const client = await create.client('Acme')
    const { id } = await create.site(client.id, 'North')

    const reads = await readsOf(() =>
      ann.call(updateSite, { params: { id }, body: { name: 'South', postcode: null, client_id: client.id } }),
    )

    expect(reads).toEqual([`client-${client.id}`, `site-${id}`])
  })

  test('and none that cannot be there yet', async () => {
    const ann = await newTeam(app)
    const client = await recordCreator(ann).client('Acme')

    const fields = `fields-${ann.teamId}`
    expect(await readsOf(() => ann.call(addClient, { body: { name: 'Zenith' } }))).toEqual([fields])
    const body = { name: 'North', client_id: client.id }
    expect(await readsOf(() => ann.call(addSite, { body }))).toEqual([`client-${client.id}`, fields])
  })
})
