import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app.ts'
import { teamWithRecords } from '#tests/support/team-with-records.ts'
import { siteledger, withToken } from '#tests/support/terminal.ts'

const app = await startApp()
const { ann, north } = await teamWithRecords(app)
const env = await withToken(app, ann, ['clients.view', 'sites.view', 'history.view'])
afterAll(() => app.close())

test('what differs is said, as lines, JSON and CSV, with an exit code that says so', async () => {
  const from = (await ann.request('GET', '/api/sites')).headers.get('x-position') ?? ''
  const same = await siteledger(env, 'diff', '--from', from)
  expect([same.code, same.stdout, same.stderr]).toEqual([0, '', 'Nothing differs.\n'])
  await ann.request('PUT', `/api/site/${north.id}`, {
    json: { name: 'North', postcode: 'N1 1AA', client_id: north.client_id },
  })
  await ann.request('POST', '/api/client', { json: { name: 'Later' } })

  const all = await siteledger(env, 'diff', '--from', from)
  expect([all.code, all.stdout.split('\n')]).toEqual([
    3,
    [
      expect.stringMatching(/^added client Later, by Ann/),
      '    Name: Later',
      expect.stringMatching(/^changed site North, by Ann/),
      '    Postcode: N1 1AA',
      '',
    ],
  ])
  const ofSite = await siteledger(env, 'diff', '--from', from, '--site', 'North', '--actor', ann.userId, '--json')
  expect([ofSite.code, JSON.parse(ofSite.stdout)]).toMatchObject([3, [{ id: north.id, change: 'changed', entries: 1 }]])
  const csv = await siteledger(env, 'diff', '--from', from, '--client', 'Acme', '--csv')
  expect(csv.stdout.trim().split(/\r?\n/)).toEqual([
    'resource,id,name,change,field,from,to',
    `sites,${north.id},North,changed,postcode,,N1 1AA`,
  ])
  const wrong = await siteledger(env, 'diff', '--from', 'yesterday')
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('The from is not a valid date.')])
  expect((await siteledger(env, 'diff')).code).toBe(2)
})
