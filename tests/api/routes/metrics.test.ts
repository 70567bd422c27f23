import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CalendarDate, plusDays } from '#schemas/calendar-date.ts'
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
  sumFileSizes,
} from '#schemas/resources/metrics.ts'
import { addSite } from '#schemas/resources/sites.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { fileOf } from '#tests/support/files.ts'
import { type Member, newTeam } from '#tests/support/teams.ts'

const operatorEmail = 'operator@example.com'

let app: TestApp
let operator: Member
let size: number
const today = CalendarDate.parse(new Date().toISOString().slice(0, 10))
// A test run may reach midnight.
const days = { from: today, to: plusDays(today, 1) }

beforeAll(async () => {
  app = await startApp({ env: { operatorEmails: [operatorEmail] } })
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
  test('[API2G-14] [API2G-15] [API2G-16] [API2G-17] [API2G-18] [API2G-19] are bare integers for all teams together', async () => {
    const counters = [countTeams, countUsers, countClients, countSites, countFiles, sumFileSizes]

    const answers = await Promise.all(counters.map(async (each) => (await operator.call(each)).body))

    expect(answers).toEqual([2, 2, 1, 2, 1, size])
    expect((await operator.request('GET', '/api/kiosk/performance-indicators/teams')).body).toBe(2)
  })

  test('are told day by day', async () => {
    const { body } = await operator.call(listMetrics)

    expect(body[0]).toEqual({
      ...{ day: expect.any(String), teams: 2, users: 2, clients: 1, sites: 2, files: 1, files_size: size },
      new_users: expect.any(Number),
    })
    expect(body.reduce((sum, { new_users }) => sum + new_users, 0)).toBe(2)
  })
})

describe('a replay of the numbers', () => {
  test('gives the same at every run, and names the events of each', async () => {
    const [first, second] = [
      await operator.call(replayMetrics, { body: { ...days, events: true } }),
      await operator.call(replayMetrics, { body: { ...days, events: true } }),
    ]

    expect(first.body).toMatchObject({ dry_run: true, differing: 0, replaced: false })
    expect(second.body).toEqual(first.body)
    const sites = first.body.days.flatMap(({ events = [] }) => events).filter(({ metric }) => metric === 'sites')
    expect(sites).toMatchObject([
      { type: 'SiteAdded', change: 1 },
      { type: 'SiteAdded', change: 1 },
    ])
  })

  test('shows old beside new, and puts the new ones in place unless it is a dry run', async () => {
    spoil('UPDATE days SET clients = clients + 5')
    const dry = await operator.call(replayMetrics, { body: days })
    const still = await operator.call(countClients)
    const real = await operator.call(replayMetrics, { body: { ...days, dry_run: false } })
    const after = await operator.call(countClients)
    const again = await operator.call(replayMetrics, { body: { ...days, dry_run: false } })

    expect(dry.body.differing).toBeGreaterThan(0)
    expect(dry.body.days.at(-1)).toMatchObject({ old: { clients: expect.any(Number) }, new: { clients: 1 } })
    expect(dry.body.days.at(-1)?.old?.clients).toBeGreaterThan(1)
    expect(still.body).toBeGreaterThan(1)
    expect(real.body).toMatchObject({ dry_run: false, replaced: true })
    expect(after.body).toBe(1)
    expect(again.body).toMatchObject({ differing: 0, replaced: false })
  })

  test('says that other days differ too, for they are put right together', async () => {
    spoil(`INSERT INTO days (day, sites) VALUES ('${plusDays(today, -3)}', 7)`)
    const [before, yesterday] = [plusDays(today, -3), plusDays(today, -2)]
    const dry = await operator.call(replayMetrics, { body: { from: before, to: yesterday } })
    const real = await operator.call(replayMetrics, { body: { from: before, to: before, dry_run: false } })
    const after = await operator.call(replayMetrics, { body: { from: before, to: plusDays(today, 1) } })

    expect(dry.body.days.map(({ day, old, new: now }) => [day, old?.sites, now.sites])).toEqual([
      [before, 7, 0],
      [yesterday, 7, 0],
    ])
    // At the least the day between and today.
    expect(dry.body).toMatchObject({ differing: 2, elsewhere: expect.toSatisfy((many: number) => many >= 2) })
    expect(real.body).toMatchObject({ differing: 1, replaced: true })
    expect(real.body.elsewhere).toBe(dry.body.elsewhere + 1)
    expect(after.body).toMatchObject({ differing: 0, elsewhere: 0 })
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
})
