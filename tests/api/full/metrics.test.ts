import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { CallOf } from '#schemas/endpoint.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { uploadFile } from '#schemas/resources/files.ts'
import {
  countClients,
  countFiles,
  countSites,
  countTeams,
  countUsers,
  listMetrics,
  replayMetrics,
  showMetricsReplay,
  sumFileSizes,
} from '#schemas/resources/metrics.ts'
import { addSite } from '#schemas/resources/sites.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { plusDays } from '#schemas/time/dates.ts'
import { fileOf } from '#tests/support/files.ts'
import { type FullApp, startFullApp } from '#tests/support/full-app.ts'
import { recordSixtyDays } from '#tests/support/sixty-days/events.ts'
import { numbersOfSixtyDays } from '#tests/support/sixty-days/numbers.ts'
import { type Member, newTeam } from '#tests/support/teams.ts'

const operatorEmail = 'operator@example.com'

let app: FullApp
let operator: Member
let size: number
const today = CalendarDate.parse(new Date().toISOString().slice(0, 10))
// A test run may reach midnight.
const days = { from: today, to: plusDays(today, 1) }

beforeAll(async () => {
  app = await startFullApp({ env: { operatorEmails: [operatorEmail] } })
  operator = await newTeam(app, { email: operatorEmail })
  const other = await newTeam(app)
  const { body: client } = await other.call(addClient, { body: { name: 'Acme' } })
  const { body: site } = await other.call(addSite, { body: { name: 'North', client_id: client.id } })
  await other.call(addSite, { body: { name: 'South', client_id: client.id } })
  const beside = { file: fileOf('plan.pdf', 'application/pdf') }
  size = (await other.call(uploadFile, { body: { site_id: site.id } }, beside)).body.size
})
afterAll(() => app.close())

const spoil = (change: string) => {
  const live = new DatabaseSync(join(app.dataDir, 'read-models', 'metrics.sqlite'), { timeout: 5000 })
  live.exec(change)
  live.close()
}

describe('the counters of the kiosk', () => {
  test.each([
    ['[API2G-14] teams', countTeams, 2],
    ['[API2G-15] users', countUsers, 2],
    ['[API2G-16] clients', countClients, 1],
    ['[API2G-17] sites', countSites, 2],
    ['[API2G-18] files', countFiles, 1],
  ])('count %s of all teams together, as a bare integer', async (_, counter, count) => {
    expect((await operator.call(counter)).body).toBe(count)
  })

  test('[API2G-19] are answered under their own addresses, bytes of files too', async () => {
    expect((await operator.call(sumFileSizes)).body).toBe(size)
    expect((await operator.request('GET', '/api/kiosk/performance-indicators/teams')).body).toBe(2)
  })

  test('are listed day by day', async () => {
    const { body } = await operator.call(listMetrics)

    expect(body[0]).toEqual({
      day: expect.any(String),
      teams: 2,
      users: 2,
      clients: 1,
      sites: 2,
      files: 1,
      files_size: size,
      new_users: expect.any(Number),
      recurring: 0,
      volume: 0,
    })
    expect(body.reduce((sum, { new_users }) => sum + new_users, 0)).toBe(2)
  })
})

/** The last replay, once it has ended. A busy machine may answer in between that it has no time (503). */
const ended = () =>
  vi.waitFor(
    async () => {
      const { body } = await operator.call(showMetricsReplay)
      if (body.state === 'running') throw new Error('The replay goes on')
      return body
    },
    { timeout: 60_000 },
  )

const replayed = async (body: NonNullable<CallOf<typeof replayMetrics>['body']>) => {
  await operator.call(replayMetrics, { body })
  const { result, reason } = await ended()
  if (!result) throw new Error(String(reason))
  return result
}

describe('a replay of the numbers', () => {
  test('answers at once, and a second one is refused meanwhile', async () => {
    expect((await operator.refused(showMetricsReplay)).status).toBe(404)
    const begun = await operator.call(replayMetrics, { body: days })

    const own = { replica: expect.any(String), state: 'running', share: 0, differing: null }
    expect(begun.body).toEqual({ state: 'running', share: 0, reason: null, result: null, replicas: [own] })
    expect((await operator.refused(replayMetrics, { body: days })).status).toBe(409)
    expect(await ended()).toMatchObject({ state: 'finished', share: 1 })
  })

  test('gives the same at every run, and names the events of each', async () => {
    const first = await replayed({ ...days, events: true })
    const second = await replayed({ ...days, events: true })

    expect(first).toMatchObject({ dry_run: true, differing: 0, replaced: false })
    // The first replay is an event itself (D-106).
    expect({ ...second, position: first.position }).toEqual(first)
    const sites = first.days.flatMap(({ events = [] }) => events).filter(({ metric }) => metric === 'sites')
    expect(sites).toMatchObject([
      { type: 'SiteAdded', change: 1 },
      { type: 'SiteAdded', change: 1 },
    ])
  })

  test('shows old and new numbers, and replaces them unless it is a dry run', async () => {
    spoil('UPDATE days SET clients = clients + 5')
    const dry = await replayed(days)
    const still = await operator.call(countClients)
    const real = await replayed({ ...days, dry_run: false })
    const after = await operator.call(countClients)
    const again = await replayed({ ...days, dry_run: false })

    expect(dry.differing).toBeGreaterThan(0)
    expect(dry.days.at(-1)).toMatchObject({ old: { clients: expect.any(Number) }, new: { clients: 1 } })
    expect(dry.days.at(-1)?.old?.clients).toBeGreaterThan(1)
    expect(still.body).toBeGreaterThan(1)
    expect(real).toMatchObject({ dry_run: false, replaced: true })
    expect(after.body).toBe(1)
    expect(again).toMatchObject({ differing: 0, replaced: false })
  })

  test('says that other days differ too, for they are put right together', async () => {
    spoil(`INSERT INTO days (day, sites) VALUES ('${plusDays(today, -3)}', 7)`)
    const before = plusDays(today, -3)
    const yesterday = plusDays(today, -2)
    const dry = await replayed({ from: before, to: yesterday })
    const real = await replayed({ from: before, to: before, dry_run: false })
    const after = await replayed({ from: before, to: plusDays(today, 1) })

    expect(dry.days.map(({ day, old, new: now }) => [day, old?.sites, now.sites])).toEqual([
      [before, 7, 0],
      [yesterday, 7, 0],
    ])
    // At the least the day between and today.
    expect(dry).toMatchObject({ differing: 2, elsewhere: expect.toSatisfy((many: number) => many >= 2) })
    expect(real).toMatchObject({ differing: 1, replaced: true })
    expect(real.elsewhere).toBe(dry.elsewhere + 1)
    expect(after).toMatchObject({ differing: 0, elsewhere: 0 })
  })

  test('is refused for days in the wrong order, and for too many with their events', async () => {
    const backwards = await operator.refused(replayMetrics, { body: { from: '2026-03-02', to: '2026-03-01' } })
    const nothing = await operator.refused(replayMetrics, { body: {} })

    expect([backwards.status, backwards.body.errors]).toEqual([
      422,
      { to: ['The to must be a date after or equal to from.'] },
    ])
    expect(nothing.body.errors).toMatchObject({
      from: ['The from field is required.'],
      to: ['The to field is required.'],
    })
  })

  test('[D-61] of sixty days of orders, swaps, trials, payments and refunds differs nowhere', async () => {
    const position = await recordSixtyDays(app.ledger)
    await operator.call(listMetrics, {}, { headers: { 'x-min-position': position } })

    const result = await replayed({ from: '2026-05-01', to: '2026-06-29' })

    expect(result).toMatchObject({ differing: 0, elsewhere: 0 })
    expect(result.days.map(({ day, new: now }) => [day, now.recurring, now.volume, now.new_users])).toEqual(
      numbersOfSixtyDays.map(([day, yearly, , paid, users]) => [day, yearly, paid, users]),
    )
  })
})
