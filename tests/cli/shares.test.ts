import { expect, test } from 'vitest'
import { listShares } from '#schemas/resources/shares.ts'
import { startApp } from '#tests/support/app.ts'
import { prepared } from '#tests/support/prepared.ts'
import { teamWithRecords } from '#tests/support/team-with-records.ts'
import { siteledger, withToken } from '#tests/support/terminal.ts'

const app = prepared(() => startApp())
const team = prepared(() => teamWithRecords(app))
const env = prepared(() =>
  withToken(app, team.ann, ['share', 'files.view', 'clients.view', 'sites.view', 'visits.view', 'history.view']),
)

test('the history of one record is narrowed by words, and by the way in which it was done', async () => {
  const beside = ['history', 'file', team.beside.id]

  expect((await siteledger(env, ...beside, '--text', 'beside uploaded')).stdout).toContain('Uploaded the file Beside')
  expect(await siteledger(env, ...beside, '--via', 'import')).toMatchObject({ code: 0, stdout: '' })
})

test('share links are made with a password and a limit, listed, told and revoked', async () => {
  const locked = { ...env, SITELEDGER_SHARE_PASSWORD: 'lock 7 and key' }
  const made = await siteledger(
    locked,
    'shares',
    'create',
    '--site',
    'North',
    '--ends',
    '7d',
    '--limit',
    '3',
    '--password',
  )
  expect(made).toMatchObject({ code: 0, stderr: '' })
  expect(made.stdout).toMatch(/^http:\/\/localhost\/share\/slk_[\w-]{43}\n$/)
  const file = await siteledger(env, 'shares', 'create', '--file', team.beside.id, '--json')
  const { url, id } = file.json() as { url: string; id: string }
  await app.guest().request('GET', new URL(url).pathname, { headers: { accept: 'text/html' } })

  expect((await siteledger(env, 'shares', 'list', '--site', 'North', '--json')).json()).toMatchObject([
    { kind: 'site', name: 'North', locked: true, max_openings: 3, openings: 0 },
  ])
  const listed = await siteledger(env, 'shares', 'list')
  expect(listed.stdout).toMatch(/file Beside\t+North\t+1\t+0\t+no\t+open/)
  expect(listed.stdout).toMatch(/site North\t+North\t+0 of 3\t+0\t+yes\t+open/)
  expect((await siteledger(env, 'history', '--via', 'share')).stdout).toMatch(
    /^\S+ \S+ {2}Someone, via a share link: Opened the share link of the file Beside\n$/,
  )

  const shared = await siteledger(env, 'history', '--resource', 'shares', '--limit', '1', '--json')
  const { resource, position } = shared.json() as { resource: string; position: string }
  expect(resource).toBe('shares')

  expect((await siteledger(env, 'shares', 'revoke', id)).stderr).toContain('pass --yes')
  expect(await siteledger(env, 'shares', 'revoke', id, '--yes')).toMatchObject({
    code: 0,
    stdout: 'Revoked the share link.\n',
  })
  expect((await team.ann.call(listShares)).body.map(({ kind }) => kind)).toEqual(['site'])
  expect((await siteledger(env, 'shares', 'list', '--as-of', position)).stdout.split('\n')).toEqual(
    listed.stdout.split('\n'),
  )
})

test('the history of one record cannot be narrowed to other records', async () => {
  const refused = await siteledger(env, 'history', 'file', team.beside.id, '--resource', 'reads')

  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('resource')
})

test('the compliance of a client and of a site is shared, and listed apart from files', async () => {
  const of = async (...place: string[]) =>
    (await siteledger(env, 'shares', 'create', ...place, '--compliance', '--json')).json()
  expect(await of('--client', 'Acme')).toMatchObject({ kind: 'compliance', name: 'Acme', site: null })
  expect(await of('--site', 'South')).toMatchObject({ kind: 'compliance', name: 'South', site: { name: 'South' } })
  const listed = await siteledger(env, 'shares', 'list', '--site', 'South', '--compliance', '--template', '{{name}}')
  expect(listed.stdout).toBe('South\n')
  expect((await siteledger(env, 'shares', 'list', '--site', 'South')).stdout).toBe('')
})

test.each([
  [['shares', 'create'], 2, 'Pass --file, --visit, --site or --client.'],
  [
    ['shares', 'create', '--site', 'North', '--visit', 'Spring'],
    2,
    'Pass only one of --file, --visit, --site and --client.',
  ],
  [['shares', 'create', '--client', 'Acme'], 2, '--compliance goes with --client or --site'],
  [['shares', 'create', '--file', 'x', '--compliance'], 2, '--compliance goes with --client or --site'],
  [['shares', 'create', '--site', 'North', '--password'], 2, 'Set SITELEDGER_SHARE_PASSWORD to the password.'],
  [['shares', 'create', '--site', 'North', '--ends', '400d'], 2, 'at most 365d'],
  [['shares', 'create', '--file', 'nonsense'], 2, 'is no id of a file'],
  [['shares', 'revoke', 'nonsense', '--yes'], 2, 'is no id of a share link'],
])('%j is refused', async (args, code, words) => {
  const refused = await siteledger(env, ...args)

  expect([refused.code, refused.stdout]).toEqual([code, ''])
  expect(refused.stderr).toContain(words)
})

test('who may see a file is listed with the reasons, at a moment and of one person', async () => {
  const file = ['access', 'file', team.beside.id]
  const listed = await siteledger(env, ...file)
  expect(listed).toMatchObject({ code: 0, stderr: '' })
  expect(listed.stdout).toMatch(/\nmember\tAnn .*\towner\tview, update, delete\tMember with the role Owner since \d/)
  const at = (await team.ann.call(listShares)).headers.get('x-position') ?? ''
  const { json } = await siteledger(env, ...file, '--as-of', at, '--member', team.ann.userId, '--json')
  expect(json()).toMatchObject([{ id: team.ann.userId, may: ['view', 'update', 'delete'] }])
  expect((await siteledger(env, 'access', 'category', team.beside.id)).code).toBe(2)
})
