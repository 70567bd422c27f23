import { beforeAll, expect, test } from 'vitest'
import { SiteId } from '#schemas/ids.ts'
import { deleteClient } from '#schemas/resources/clients.ts'
import { type ExpiringClient, listExpiringClients } from '#schemas/resources/expiring.ts'
import { listFiles, uploadFile } from '#schemas/resources/files.ts'
import { plusDays, showDate, today } from '#schemas/time/dates.ts'
import { startApp } from '#tests/support/app.ts'
import { fileOf } from '#tests/support/files.ts'
import { prepared } from '#tests/support/prepared.ts'
import { teamWithRecords } from '#tests/support/team-with-records.ts'
import { type Member, newMember, newTeam } from '#tests/support/teams.ts'

const app = prepared(() => startApp())
const world = prepared(() => teamWithRecords(app))
const day = today(new Date(), 'Europe/London')

const rowsOf = (who: Member) => who.ask(listExpiringClients, { query: {} })
const numbersOf = (row: ExpiringClient) => [row.expired, row.within_7_days, row.within_30_days, row.within_60_days]

/** The totals of the lists that the numbers of a client lead to. */
const totalsOf = async (who: Member, client: ExpiringClient['client_id']) => {
  const totals: number[] = []
  for (const expires of ['expired', '7', '30', '60']) {
    const { headers } = await who.call(listFiles, { query: { client, expires } })
    totals.push(Number(headers.get('x-total-count')))
  }
  return totals
}

beforeAll(async () => {
  const { ann, north, south, east } = world
  const file = (site_id: string, days: number) => {
    const body = { name: `in ${days} days`, site_id, expires_at: showDate(plusDays(day, days)) }
    return ann.call(uploadFile, { body }, { file: fileOf('a.pdf', 'application/pdf') })
  }
  for (const days of [0, 7, 8, 61]) await file(north.id, days)
  await file(south.id, 60)
  for (const days of [-1, 31]) await file(east.id, days)
})

test('clients stand by their earliest date, with the numbers of their lists', async () => {
  const rows = await rowsOf(world.ann)

  expect(rows.map(({ client_name, first_expires_at }) => [client_name, first_expires_at])).toEqual([
    ['Zenith', showDate(plusDays(day, -1))],
    ['Acme', showDate(day)],
  ])
  expect(rows.map(numbersOf)).toEqual([
    [1, 0, 0, 1],
    [0, 2, 3, 4],
  ])
  for (const row of rows) expect(numbersOf(row)).toEqual(await totalsOf(world.ann, row.client_id))
})

test('page by page, without a repetition or a gap', async () => {
  const { body, headers } = await world.ann.request('GET', '/api/expiring?limit=1')
  const next = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? ''
  const second = await world.ann.request('GET', next)

  expect(headers.get('x-total-count')).toBe('2')
  expect([body, second.body].flatMap((rows) => (rows as ExpiringClient[]).map((row) => row.client_name))).toEqual([
    'Zenith',
    'Acme',
  ])
})

test('[D-57] what lies beyond somebody is not counted', async () => {
  const { ann, south } = world
  const limited = await newMember(app, ann, 'admin', { siteIds: [SiteId.parse(south.id)] })
  expect((await rowsOf(limited)).map(numbersOf)).toEqual([[0, 0, 0, 1]])
  expect(await rowsOf(await newTeam(app))).toEqual([])
  const nothing = { create: false, update: false, delete: false, view: false }
  const blind = await newMember(app, ann, 'member', { abilities: { files: nothing } })
  expect((await blind.refused(listExpiringClients, { query: {} })).status).toBe(403)
})

test('a client in the trash is not among them', async () => {
  const { ann, acme } = world
  await ann.call(deleteClient, { params: { id: acme.id } })

  expect((await rowsOf(ann)).map(({ client_name }) => client_name)).toEqual(['Zenith'])
})
