import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { addCategory } from '#schemas/resources/categories.ts'
import { uploadDocument } from '#schemas/resources/documents.ts'
import { uploadFile } from '#schemas/resources/files.ts'
import { plusDays, showDate, today } from '#schemas/time/dates.ts'
import { startApp } from '#tests/support/app.ts'
import { fileOf } from '#tests/support/files.ts'
import { teamWithRecords } from '#tests/support/team-with-records.ts'
import { newConfig, siteledger, withToken } from '#tests/support/terminal.ts'

const app = await startApp()
const { ann, north, east } = await teamWithRecords(app)
const viewed = ['files.view', 'documents.view', 'clients.view', 'sites.view', 'categories.view'] as const
const env = await withToken(app, ann, [...viewed, 'files.create'])
afterAll(() => app.close())

const add = (name: string, site_id: string, days: number) => {
  const expires_at = showDate(plusDays(today(new Date(), 'Europe/London'), days))
  return ann.call(uploadFile, { body: { name, site_id, expires_at } }, { file: fileOf('a.pdf', 'application/pdf') })
}

test('what expires is a table, JSON or CSV, and an exit code', async () => {
  const none = await siteledger(env, 'files', 'expiring', '--within', '30d')
  expect([none.code, none.stdout]).toEqual([0, ''])
  await add('=Gas', north.id, -40)
  await add('Lift', east.id, 20)
  await add('Roof', north.id, 50)

  const table = await siteledger(env, 'files', 'expiring')
  expect([table.code, table.stderr]).toEqual([3, ''])
  expect(table.stdout).toMatch(/^Expires\tName\t.*\n.*\t=Gas\t.*\tAcme\tNorth\t.*\n.*\tLift\t.*\tZenith\tEast\t/)
  const json = await siteledger(env, 'files', 'expiring', '--within', '8w', '--client', 'Acme', '--json')
  expect([json.code, json.json()]).toEqual([
    3,
    [expect.objectContaining({ name: '=Gas' }), expect.objectContaining({ name: 'Roof' })],
  ])
  const csv = await siteledger(env, 'files', 'expiring', '--site', 'North', '--format', 'csv')
  expect([csv.code, csv.stdout.split('\r\n').map((line) => line.split(',')[1])]).toEqual([
    3,
    ['name', "'=Gas", undefined],
  ])
})

test('documents expire, too', async () => {
  const none = await siteledger(env, 'documents', 'expiring')
  expect([none.code, none.stdout]).toEqual([0, ''])
  const document = (name: string, days: number) => {
    const expires_at = showDate(plusDays(today(new Date(), 'Europe/London'), days))
    return ann.call(uploadDocument, { body: { name, expires_at } }, { file: fileOf('a.pdf', 'application/pdf') })
  }
  await document('Insurance', 20)
  await document('Licence', -1)
  await document('Lease', 31)

  const soon = await siteledger(env, 'documents', 'expiring', '--json')
  expect([soon.code, soon.json()]).toEqual([
    3,
    [expect.objectContaining({ name: 'Licence' }), expect.objectContaining({ name: 'Insurance' })],
  ])
  const table = await siteledger(env, 'documents', 'expiring', '--within', '8w')
  expect([table.code, table.stdout]).toEqual([
    3,
    expect.stringMatching(/^Expires\t.*\n.*\tLicence\t.*\n.*\tInsurance\t.*\n.*\tLease\t/),
  ])
  const found = await siteledger(env, 'documents', 'list', '--search', 'lease', '--json')
  expect(found.json()).toEqual([expect.objectContaining({ name: 'Lease' })])
})

test.each(['soon', '0d', '30m', '2000w'])('%s is no time ahead', async (within) => {
  const { code, stderr } = await siteledger(env, 'files', 'expiring', '--within', within)

  expect([code, stderr]).toEqual([2, expect.stringContaining('such as 30d or 4w')])
})

test('a file that is uploaded follows the rule of its category, unless it is to have no expiry date', async () => {
  await ann.call(addCategory, { body: { name: 'Boilers', expires_after_months: 12 } })
  const pdf = join(newConfig(), 'service.pdf')
  writeFileSync(pdf, await fileOf('service.pdf', 'application/pdf').bytes())
  const upload = ['files', 'upload', pdf, '--site', 'North', '--category', 'Boilers', '--date', '31/03/2027', '--json']

  expect((await siteledger(env, ...upload)).json()).toMatchObject([{ expires_at: '31/03/2028' }])
  expect((await siteledger(env, ...upload, '--expires', '')).json()).toMatchObject([{ expires_at: null }])
})
