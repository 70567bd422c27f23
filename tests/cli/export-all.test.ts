import { hash } from 'node:crypto'
import { appendFile, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readTable } from '#cli/read-table.ts'
import { addCategory } from '#schemas/resources/categories.ts'
import { requireCategory } from '#schemas/resources/compliance.ts'
import { uploadDocument } from '#schemas/resources/documents.ts'
import { addField } from '#schemas/resources/fields.ts'
import { addFileVersion } from '#schemas/resources/file-versions.ts'
import { updateSite } from '#schemas/resources/sites.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { offeredAbilities } from '#schemas/rights/token-abilities.ts'
import { startApp } from '#tests/support/app.ts'
import { fileOf } from '#tests/support/files.ts'
import { sharedFolder } from '#tests/support/folders.ts'
import { listeningForTest } from '#tests/support/sockets.ts'
import { teamWithRecords } from '#tests/support/team-with-records.ts'
import { newMember } from '#tests/support/teams.ts'
import { siteledger, withToken } from '#tests/support/terminal.ts'

const app = await startApp()
const { ann, create, ...records } = await teamWithRecords(app)
const env = await withToken(
  app,
  ann,
  offeredAbilities(false).map(({ value }) => value),
)
const folder = sharedFolder()
const out = join(folder, 'out')
afterAll(() => app.close())

const { body: fire } = await ann.call(addCategory, { body: { name: 'Fire; gas' } })
const { body: alarms } = await ann.call(addCategory, {
  body: { name: 'Alarms / bells', parent_id: fire.id, expires_after_months: '12' },
})
await ann.call(requireCategory, { params: { id: alarms.id }, body: { of: 'sites', site_ids: [records.north.id] } })
const { body: heating } = await ann.call(addField, { body: { of: 'sites', name: 'Heating', kind: 'text' } })
const { id, name, client_id } = records.south
await ann.call(updateSite, {
  params: { id },
  body: { name, client_id, postcode: 'SE1 2AA', fields: { [heating.id]: 'Gas' } },
})
const twin = await create.site(records.acme.id, 'south')
const bell = await create.file(records.north.id, '=Bell ../../x', { categories: [alarms.id, fire.id] })
const same = await create.file(records.north.id, 'Beside')
const ofTwin = await create.file(twin.id, 'CON', {})
const manual = fileOf('manual.pdf', 'application/pdf')
await ann.call(uploadDocument, { body: { name: 'Manual' } }, { file: manual })

const exported = (...args: string[]) => siteledger(env, 'export', 'all', out, ...args)
const table = async (path: string) => {
  const rows: Record<string, string>[] = []
  for await (const { cells } of readTable(join(out, path))) rows.push(cells)
  return rows
}
const manifest = async () => new Map((await table('manifest.csv')).map((row) => [row.name, row]))
const sha256At = async (path: string) => hash('sha256', await readFile(join(out, path)))

test('everything of a team lies in a folder: contents that are what they were, and tables that say what they are', async () => {
  const first = await exported()
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.stdout).toMatch(
    /^Wrote 6 files to .*, \d of them fetched now\. 1 file of the same bytes as another one of the site: an import brings those back once\.\n$/,
  )
  expect((await readdir(out)).toSorted()).toEqual(
    [
      'Acme',
      'categories.csv',
      'clients.csv',
      'documents',
      'history.jsonl',
      'manifest.csv',
      'sites.csv',
      'visits.csv',
    ].toSorted(),
  )

  const rows = await table('manifest.csv')
  for (const { path = '', sha256 } of rows) expect(await sha256At(path), path).toBe(sha256)
  const of = await manifest()
  const today = of.get('Of spring')?.completed_at
  expect(of.get('Of spring')).toMatchObject({
    path: `Acme/North/Spring/${today} Of spring.pdf`,
    client: 'Acme',
    site: 'North',
    visit: 'Spring',
    category: '',
    expires_at: 'none',
  })
  expect(of.get(bell.name)).toMatchObject({
    path: `Acme/North/Fire; gas/Alarms - bells/${today} =Bell ..-..-x.pdf`,
    category: 'Fire\\; gas / Alarms \\/ bells; Fire\\; gas',
  })
  expect(of.get(bell.name)?.expires_at).toMatch(/^\d{4}-\d\d-\d\d$/)
  // The two sites of one name are told apart by what an import takes for their ids.
  expect(of.get(ofTwin.name)).toMatchObject({ path: `Acme/south/${today} CON.pdf`, site: twin.id })
  expect(rows.filter(({ sha256 }) => sha256 === of.get(same.name)?.sha256).map(({ path }) => path)).toEqual([
    `Acme/North/${today} Beside.pdf`,
    `Acme/North/${today} Beside (2).pdf`,
  ])

  expect(await table('sites.csv')).toContainEqual(
    expect.objectContaining({ name: 'South', postcode: 'SE1 2AA', Heating: 'Gas' }),
  )
  expect(await table('visits.csv')).toMatchObject([{ name: 'Spring', site_name: 'North' }])
  expect(await table('categories.csv')).toMatchObject([
    { path: 'Fire\\; gas', required_of: '' },
    {
      path: 'Fire\\; gas / Alarms \\/ bells',
      expires_after_months: '12',
      required_of: 'sites',
      required: 'Acme / North',
    },
  ])
  const [document] = await table('documents/manifest.csv')
  expect(document).toMatchObject({ path: 'Manual.pdf', name: 'Manual', sha256: await sha256At('documents/Manual.pdf') })
  const history = (await readFile(join(out, 'history.jsonl'), 'utf8')).trim().split('\n')
  expect(JSON.parse(history.at(-1) ?? '')).toHaveProperty('summary')
})

test('again it brings what is new or damaged alone, follows no link, and copies what is there by another name', async () => {
  const path = `Acme/North/${(await manifest()).get('Beside')?.completed_at} Beside.pdf`
  const outside = join(folder, 'outside.pdf')
  await writeFile(outside, 'mine')
  await rm(join(out, path))
  await symlink(outside, join(out, path))
  await writeFile(join(out, 'documents/Manual.pdf'), Buffer.alloc(manual.size, 'x'))
  // A table of the folder cannot lead out of it, either.
  const { sha256 } = await create.file(records.east.id, 'New')
  await appendFile(join(out, 'manifest.csv'), `../made/x.pdf${','.repeat(11)}${sha256}\r\n`)

  expect((await exported()).stdout).toMatch(/^Wrote 7 files to .*, 2 of them fetched now\./)
  expect(await readFile(outside, 'utf8')).toBe('mine')
  expect(await readdir(folder)).not.toContain('made')
  for (const { path = '', sha256 } of await table('manifest.csv')) expect(await sha256At(path), path).toBe(sha256)
  expect(await sha256At('documents/Manual.pdf')).toBe((await table('documents/manifest.csv'))[0]?.sha256)

  const moved = await exported('--layout', 'all/{site}[ - {visit}]/{name}')
  expect(moved.stdout).toMatch(/^Wrote 7 files to .*, 0 of them fetched now\./)
  expect((await manifest()).get('Of spring')?.path).toBe('all/North - Spring/Of spring.pdf')

  await rm(join(out, 'all'), { recursive: true })
  await symlink(folder, join(out, 'all'))
  const linked = await exported('--layout', 'all/{name}')
  expect(linked).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^siteledger: .*all.* has a folder that is none there\. Move it away/),
  })
  await rm(join(out, 'all'))
})

test('earlier contents and what came since a day are brought where they are asked for', async () => {
  await ann.call(addFileVersion, { params: { id: bell.id }, body: {} }, { file: fileOf('second.png', 'image/png') })
  expect((await exported('--versions')).code).toBe(0)
  const [version] = await table('versions/manifest.csv')
  expect(version).toMatchObject({ version: '1', of: (await manifest()).get(bell.name)?.path })
  expect(await sha256At(version?.path ?? '')).toBe(version?.sha256)

  expect((await exported('--since', '01/01/2100')).stdout).toMatch(/^Wrote 0 files/)
  const ends = [await exported('--since', 'soon'), await exported('--layout', '{client}/{town}')]
  expect(ends.map(({ code }) => code)).toEqual([2, 2])
  expect(ends[1]?.stderr).toContain('At its character 10: There is no placeholder {town}.')
  const member = await newMember(app, ann, 'member')
  const theirs = await withToken(app, member, ['files.view', 'clients.view', 'sites.view', 'visits.view'])
  expect(await siteledger(theirs, 'export', 'all', join(folder, 'theirs'))).toMatchObject({ code: 77 })
  const all = offeredAbilities(false).map(({ value }) => value)
  const narrow = await withToken(
    app,
    ann,
    all.filter((value) => value !== 'export' && value !== 'documents.view'),
  )
  const refused = await siteledger(narrow, 'export', 'all', join(folder, 'theirs'))
  expect(refused).toMatchObject({ code: 77, stderr: expect.stringContaining('Missing: export, documents.view.') })
  expect(await readdir(folder)).not.toContain('theirs')
})

test('an older server, which does not say what one may, is refused in a line', async () => {
  const { body: user } = await ann.call(currentUser)
  const older = createServer((_, response) => response.end(JSON.stringify({ ...user, rights: undefined })))
  const url = `http://127.0.0.1:${await listeningForTest(older)}`
  const { code, stderr } = await siteledger({ ...env, SITELEDGER_URL: url }, 'export', 'all', join(folder, 'older'))

  expect(code).toBe(1)
  expect(stderr).toBe(
    "siteledger: The server answers GET /user/current otherwise than this version reads it (rights). Use the command line of the server's version.\n",
  )
})
