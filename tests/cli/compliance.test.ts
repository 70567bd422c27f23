import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { addCategory } from '#schemas/resources/categories.ts'
import { uploadFile } from '#schemas/resources/files.ts'
import { textOf } from '#tests/api/renderer/documents.ts'
import { startApp } from '#tests/support/app.ts'
import { fileOf } from '#tests/support/files.ts'
import { teamWithRecords } from '#tests/support/team-with-records.ts'
import { siteledger, withToken } from '#tests/support/terminal.ts'

const app = await startApp()
const { ann, north } = await teamWithRecords(app)
const fire = await ann.ask(addCategory, { body: { name: 'Fire' } })
await ann.ask(addCategory, { body: { name: 'Alarms', parent_id: fire.id } })
const viewed = ['files.view', 'clients.view', 'sites.view', 'categories.view', 'history.view'] as const
const env = await withToken(app, ann, [...viewed, 'categories.update', 'sites.update'])
afterAll(() => app.close())

const lines = ({ stdout }: { stdout: string }) => stdout.trim().split('\n')

test('what is required is said, listed, answered and taken back', async () => {
  expect((await siteledger(env, 'compliance')).code).toBe(0)
  const wrong = await siteledger(env, 'categories', 'require', 'Alarms', '--all', '--client', 'Acme')
  expect([wrong.code, wrong.stderr]).toEqual([2, 'siteledger: Pass one of --all, --client and --site.\n'])
  const some = await siteledger(env, 'categories', 'require', 'Fire / Alarms', '--site', 'North', 'South')
  expect(some.stdout).toBe('Required the category Alarms of 2 sites.\n')
  const all = await siteledger(env, 'categories', 'require', 'Fire', '--all')
  expect(all.stdout).toBe('Required the category Fire of all sites.\n')
  const body = { name: 'Test', site_id: north.id, categories: [fire.id], expires_at: '31/12/2999' }
  const { headers } = await ann.call(uploadFile, { body }, { file: fileOf('a.pdf', 'application/pdf') })
  const exempt = await siteledger(
    env,
    'sites',
    'exempt',
    'North',
    'Alarms',
    '--reason',
    'No power',
    '--until',
    '31/12/2999',
  )
  expect(exempt.stdout).toBe('The site does not need it until 31/12/2999: No power\n')

  const table = await siteledger(env, 'compliance')
  expect(table.code).toBe(3)
  expect(lines(table).map((line) => line.split('\t').slice(0, 4))).toEqual([
    ['Site', 'Client', 'Fire', 'Fire / Alarms'],
    ['South', 'Acme', 'missing', 'missing'],
    ['East', 'Zenith', 'missing', ''],
    ['North', 'Acme', 'valid 31/12/2999', 'exempt: No power'],
  ])
  const green = await siteledger(
    env,
    'compliance',
    '--site',
    'North',
    '--template',
    '{{site.name}} {{valid}} {{exempt}}',
  )
  expect([green.code, green.stdout]).toEqual([0, 'North 1 1\n'])
  const csv = await siteledger(env, 'compliance', '--client', 'Zenith', '--csv')
  expect([csv.code, lines(csv)[1]?.split(',').slice(0, 2)]).toEqual([3, ['Zenith', 'East']])
  const output = join(await mkdtemp(join(tmpdir(), 'report-')), 'acme.pdf')
  const saved = await siteledger(env, 'compliance', 'report', '--client', 'Acme', '--output', output)
  expect([saved.code, saved.stdout]).toEqual([0, `Saved ${output}.\n`])
  const paper = await textOf(await readFile(output))
  expect([/South/.test(paper), /East/.test(paper)]).toEqual([true, false])

  await siteledger(env, 'sites', 'unexempt', 'North', 'Alarms')
  const none = await siteledger(env, 'categories', 'unrequire', 'Fire')
  expect(none.stdout).toBe('The category Fire is no longer required.\n')
  const left = await siteledger(env, 'compliance', '--category', 'Alarms', '--state', 'missing')
  expect([left.code, lines(left).length]).toEqual([3, 3])
  const then = await siteledger(env, 'compliance', '--as-of', headers.get('x-position') ?? '', '--json')
  expect([then.code, JSON.parse(then.stdout).map(({ missing }: { missing: number }) => missing)]).toEqual([
    3,
    [2, 1, 1],
  ])
})
