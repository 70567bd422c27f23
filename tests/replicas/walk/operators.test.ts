import { expect, test } from 'vitest'
import { replayMetrics, showMetricsReplay } from '#schemas/resources/metrics.ts'
import {
  listReadModels,
  rollBackRebuild,
  showRebuild,
  startRebuild,
  swapRebuild,
} from '#schemas/resources/read-models.ts'
import { listReplicas } from '#schemas/resources/replicas.ts'
import { showStorage } from '#schemas/resources/storage.ts'
import { today } from '#schemas/time/dates.ts'
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

test('a replay that was begun at a replica shows on the other, and goes on when that one is killed, which makes up for it', async () => {
  const [first, second] = fleet().apis
  if (!first || !second) throw new Error('The fleet has two APIs')
  const there = fleet().at(second, olga)
  const day = today(new Date(), 'UTC')
  const replay = { body: { from: day, to: day, dry_run: true, events: false } }
  expect((await fleet().at(first, olga).ask(replayMetrics, replay)).replicas).toHaveLength(2)

  expect((await there.ask(showMetricsReplay)).replicas.map(({ state }) => state)).not.toContain('none')
  await first.kill()
  // The one that was killed is asked until its announcement is over.
  await until(async () => {
    const { state, result, replicas } = await there.ask(showMetricsReplay)
    expect([state, result?.differing, replicas.length]).toEqual(['finished', 0, 1])
  })
  await first.start()

  await until(async () => {
    const { replicas } = await fleet().at(first, olga).ask(showMetricsReplay)
    expect(replicas.map(({ state, differing }) => [state, differing])).toContainEqual(['finished', 0])
    expect(replicas).toHaveLength(2)
  })
})

test('storage is told of each replica', async () => {
  const { replicas, ...shown } = await olga.ask(showStorage)

  expect(new Set(replicas.map(({ replica }) => replica)).size).toBe(2)
  expect(Math.min(...replicas.map(({ free }) => free))).toBe(shown.free)
})
