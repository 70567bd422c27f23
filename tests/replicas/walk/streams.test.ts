import { expect, test } from 'vitest'
import { addClient } from '#schemas/resources/clients.ts'
import type { Caller } from '#tests/support/caller.ts'
import { inTurn } from '#tests/support/in-turn.ts'
import { listen } from '#tests/support/live-stream.ts'
import { newTeam } from '#tests/support/teams.ts'
import { fleetOfTests } from '../fleet-of-tests.ts'

const fleet = fleetOfTests()

const addClients = (caller: Caller, many: number): Promise<string[]> =>
  inTurn(many, async (at) => (await caller.ask(addClient, { body: { name: `Client ${at}` } })).id)

/** The records of the next changes of a stream. */
const nextOf = (stream: Awaited<ReturnType<typeof listen>>, many: number) =>
  inTurn(many, async () => (await stream.next()).data?.id)

test('a stream tells each change of the other replica once, also where it is resumed at another one', async () => {
  const [first, second] = fleet().apis
  const [here, there] = fleet().atBoth(await newTeam(fleet()))
  const before = await here.call(addClient, { body: { name: 'Before' } })
  const stream = await listen(second, here, undefined, { query: `?after=${before.headers.get('x-position')}` })

  const added = await addClients(here, 20)
  expect(await nextOf(stream, 20)).toEqual(added)
  stream.leave()

  const missed = await addClients(there, 10)
  const resumed = await listen(first, here, stream.lastId())
  const later = await addClients(there, 10)
  expect(await nextOf(resumed, 20)).toEqual([...missed, ...later])
})
