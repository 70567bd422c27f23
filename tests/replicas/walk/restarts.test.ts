import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { listClients } from '#schemas/resources/clients.ts'
import { newTeam } from '#tests/support/teams.ts'
import { fleetOfTests } from '../fleet-of-tests.ts'

const fleet = fleetOfTests({ env: { DRAIN_SECONDS: '6' } })

/** Milliseconds between two writes through the balancer. */
const pause = 100

test('replicas that are started anew one after the other under load fail no request', async () => {
  const ann = await newTeam(fleet())
  const before = fleet().apis.map(({ pid }) => pid())
  const statuses: number[] = []
  const restarting = new AbortController()
  const writing = async () => {
    for (let number = 0; !restarting.signal.aborted; number += 1) {
      const reply = await ann.request('POST', '/api/client', { json: { name: `Client ${number}` } })
      statuses.push(reply.status)
      await wait(pause)
    }
  }
  const writers = writing()

  for (const api of fleet().apis) {
    await api.stop()
    await api.start()
  }
  restarting.abort()
  await writers

  expect(fleet().apis.map(({ pid }, index) => pid() !== before[index])).toEqual([true, true])
  expect([...new Set(statuses)]).toEqual([201])
  const last = { name: `Client ${statuses.length - 1}` }
  for (const api of fleet().apis)
    expect(await fleet().at(api, ann).ask(listClients)).toContainEqual(expect.objectContaining(last))
})
