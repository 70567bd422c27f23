import { expect, test } from 'vitest'
import {
  listReadModels,
  rollBackRebuild,
  showRebuild,
  startRebuild,
  swapRebuild,
} from '#schemas/resources/read-models.ts'
import { listReplicas } from '#schemas/resources/replicas.ts'
import { prepared } from '#tests/support/prepared.ts'
import { newTeam } from '#tests/support/teams.ts'
import { until } from '#tests/support/until.ts'
import { fleetOfTests } from '../fleet-of-tests.ts'

const operator = 'olga@example.com'

const fleet = fleetOfTests({ env: { OPERATOR_EMAILS: operator } })
const olga = prepared(() => newTeam(fleet(), { email: operator }))

test('a rebuild is ordered, looked at, swapped and rolled back through a balancer that asks in turn', async () => {
  const search = { params: { name: 'search' } }
  await until(async () => {
    const roles = (await olga.ask(listReplicas)).map(({ role }) => role)
    expect(roles.toSorted()).toEqual(['api', 'api', 'workers'])
  })

  await olga.call(startRebuild, search)
  const states = async () => (await olga.ask(showRebuild, search)).replicas.map(({ state }) => state)
  await until(async () => expect(await states()).toEqual(['ready', 'ready']))
  const looks = await Promise.all(
    Array.from({ length: 20 }, () => olga.request('GET', '/api/kiosk/projections/search/rebuild')),
  )
  expect(looks.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(new Set(looks.map(({ headers }) => headers.get('x-replica'))).size).toBe(2)

  const swapped = await olga.ask(swapRebuild, search)
  expect(swapped.replicas.map(({ state, differs }) => [state, differs])).toEqual([
    ['swapped', false],
    ['swapped', false],
  ])
  const back = await olga.ask(rollBackRebuild, search)
  expect(back.replicas.map(({ state }) => state)).toEqual(['rolled-back', 'rolled-back'])
  const models = (await olga.ask(listReadModels)).filter(({ name }) => name === 'search')
  expect(new Set(models.map(({ replica }) => replica)).size).toBe(2)
  for (const model of models) expect(model).toMatchObject({ caught_up: true, error: null })
})

test('a rebuild goes on where the replica that was asked is killed, which makes up for it at its return', async () => {
  const [first, second] = fleet().apis
  const there = fleet().at(second, olga)
  const history = { params: { name: 'history' } }
  await fleet().at(first, olga).call(startRebuild, history)

  await first.kill()
  // Until the announcement of the one that was killed is over, a swap waits for it.
  const swapped = until(() => there.ask(swapRebuild, history))
  expect((await swapped).replicas.map(({ state }) => state)).toEqual(['swapped'])
  await first.start()

  await until(async () => {
    const { replicas } = await there.ask(showRebuild, history)
    expect(replicas.map(({ state }) => state)).toEqual(['swapped', 'swapped'])
  })
})
