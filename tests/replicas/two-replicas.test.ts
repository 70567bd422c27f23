import { expect, test } from 'vitest'
import { addClient, showClient } from '#schemas/resources/clients.ts'
import { addSite, showSite } from '#schemas/resources/sites.ts'
import { listen } from '#tests/support/live-stream.ts'
import { newTeam } from '#tests/support/teams.ts'
import { until } from '#tests/support/until.ts'
import { fleetOfTests } from './fleet-of-tests.ts'

const fleet = fleetOfTests()

test('what is written through the balancer is read by its author on either replica', async () => {
  const ann = await newTeam(fleet())
  for (const name of ['North', 'South', 'East', 'West']) {
    const { body: client, headers } = await ann.call(addClient, { body: { name } })
    const after = { headers: { 'x-min-position': headers.get('x-position') ?? '' } }

    const read = fleet().apis.map((api) =>
      fleet()
        .at(api, ann)
        .ask(showClient, { params: { id: client.id } }, after),
    )

    expect((await Promise.all(read)).map((each) => each.name)).toEqual([name, name])
  }
})

test('a live stream at one replica tells what is written at the other', async () => {
  const [first, second] = fleet().apis
  const ann = await newTeam(fleet())
  const position = (await ann.call(addClient, { body: { name: 'Before' } })).headers.get('x-position')
  const stream = await listen(second, ann, undefined, { query: `?after=${position}` })

  await fleet()
    .at(first, ann)
    .call(addClient, { body: { name: 'Told' } })

  expect(await stream.next()).toMatchObject({ data: { type: 'ClientAdded' } })
})

test('a killed replica is missed by nobody for long, and knows after its return what was written meanwhile', async () => {
  const [first] = fleet().apis
  const ann = await newTeam(fleet())
  const client = await ann.ask(addClient, { body: { name: 'Harbour' } })
  await first.kill()

  const site = await until(() => ann.ask(addSite, { body: { name: 'Quay', client_id: client.id } }))
  await first.start()

  const again = fleet().at(first, ann)
  expect(await until(() => again.ask(showSite, { params: { id: site.id } }))).toMatchObject({ name: 'Quay' })
})
