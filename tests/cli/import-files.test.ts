import { randomUUID } from 'node:crypto'
import { mkdir, symlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openEntries } from '#cli/commands/import-files/entries.ts'
import { entryReader } from '#cli/commands/import-files/manifest.ts'
import { sendFiles } from '#cli/commands/import-files/send.ts'
import { walkFolder } from '#cli/commands/import-files/walk.ts'
import { comingFiles } from '#cli/commands/import-files/watch.ts'
import type { Server } from '#cli/connection/server.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import { layoutIn } from '#cli/path-layout.ts'
import { readTable } from '#cli/read-table.ts'
import { ImportId } from '#schemas/ids.ts'
import { addCategory, listCategories } from '#schemas/resources/categories.ts'
import { requireCategory } from '#schemas/resources/compliance.ts'
import { addField } from '#schemas/resources/fields.ts'
import { listFiles, updateFile } from '#schemas/resources/files.ts'
import { listSites } from '#schemas/resources/sites.ts'
import { addVisit } from '#schemas/resources/visits.ts'
import { offeredAbilities } from '#schemas/rights/token-abilities.ts'
import { startApp } from '#tests/support/app.ts'
import { sharedFolder } from '#tests/support/folders.ts'
import { runProgram } from '#tests/support/run-program.ts'
import { recordCreator, teamWithRecords } from '#tests/support/team-with-records.ts'
import { newTeam } from '#tests/support/teams.ts'
import { program, siteledger, withToken } from '#tests/support/terminal.ts'

const app = await startApp()
const everything = offeredAbilities(false).map(({ value }) => value)
const folder = sharedFolder()
afterAll(() => app.close())

/** A new team, and the command line in it. */
const teamInTerminal = async () => {
  const owner = await newTeam(app)
  const env = await withToken(app, owner, everything)
  return { owner, env, typed: (...args: string[]) => siteledger(env, ...args) }
}

const changed = new Date('2024-05-06T12:00:00Z')

/** Writes files, each with other bytes, changed on a day in 2024. */
const share = async (name: string, paths: readonly string[]): Promise<string> => {
  const root = join(folder, name)
  for (const path of paths) {
    const place = join(root, path)
    await mkdir(dirname(place), { recursive: true })
    await writeFile(place, `%PDF-1.7\n${name}/${path}`)
    await utimes(place, changed, changed)
  }
  return root
}

const table = async (path: string) => {
  const rows: Record<string, string>[] = []
  for await (const { cells } of readTable(path)) rows.push(cells)
  return rows
}

describe('what goes out', () => {
  it('comes in again, in another team: names, days, categories with their rules, own fields and bytes', async () => {
    const { ann, create, north, east, acme } = await teamWithRecords(app)
    const env = await withToken(app, ann, everything)
    const { body: fire } = await ann.call(addCategory, { body: { name: 'Fire; gas' } })
    const { body: alarms } = await ann.call(addCategory, {
      body: { name: 'Alarms / bells', parent_id: fire.id, expires_after_months: '12' },
    })
    await ann.call(addCategory, { body: { name: 'Fire; gas' } })
    await ann.call(requireCategory, { params: { id: alarms.id }, body: { of: 'sites', site_ids: [north.id] } })
    await ann.call(requireCategory, { params: { id: fire.id }, body: { of: 'clients', client_ids: [acme.id] } })
    const field = { of: 'visits', name: 'Engineer', kind: 'text' } as const
    const { body: engineer } = await ann.call(addField, { body: field })
    // Two visits, and two sites of a client, of one name.
    const day = '02/05/2026'
    const yearly = {
      site_id: north.id,
      name: 'Spring',
      started_at: day,
      ended_at: day,
      fields: { [engineer.id]: 'Ada' },
    }
    const { body: later } = await ann.call(addVisit, { body: yearly })
    const twin = await create.site(acme.id, 'North')
    await create.file(north.id, '=1+1', { categories: [alarms.id, fire.id] })
    await create.file(twin.id, '..')
    await create.file(east.id, 'Büro "x", y;z')
    const dated = await create.file(north.id, 'Of the later one', { visit_id: later.id, categories: [alarms.id] })
    const { name } = dated
    await ann.call(updateFile, { params: { id: dated.id }, body: { name, completed_at: '01/02/2020', expires_at: '' } })

    const out = join(folder, 'out')
    expect((await siteledger(env, 'export', 'all', out)).code).toBe(0)
    const { owner, env: theirs, typed } = await teamInTerminal()
    await owner.call(addField, { body: field })
    for (const noun of ['clients', 'sites'])
      expect((await typed('import', noun, join(out, `${noun}.csv`))).code).toBe(0)
    const first = await typed('import', 'files', join(out, 'manifest.csv'))
    expect(first).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^files: 6 brought, 0 unchanged, 0 refused\./),
    })
    expect(first.stderr).toContain('Made first: 2 visits, 3 categories.\n')

    const back = join(folder, 'back')
    expect((await siteledger(theirs, 'export', 'all', back)).code).toBe(0)
    const said = async (root: string, name: string, left: readonly string[]) =>
      (await table(join(root, name)))
        .map((row) => JSON.stringify(Object.entries(row).filter(([column]) => !left.includes(column))))
        .map((row) => row.replace(/[\da-f]{8}-[\da-f-]{27}/g, 'an id'))
        .toSorted()
    const ids = ['id', 'revision', 'client_id', 'site_id', 'external_id', 'parent_id']
    // In the other team the two sites of one name have external ids.
    const places = [...ids, 'site', 'visit', 'required']
    for (const [name, left] of [
      ['manifest.csv', places],
      ['visits.csv', ids],
      ['sites.csv', ids],
      ['categories.csv', places],
    ] as const) {
      expect(await said(back, name, left), name).toEqual(await said(out, name, left))
    }
    const { body: tree } = await owner.call(listCategories)
    const { body: sites } = await owner.call(listSites)
    const required = tree[0]?.children[0]?.requirement
    expect(sites.filter(({ id }) => required?.site_ids?.includes(id)).map(({ name }) => name)).toEqual(['North'])

    const again = await typed('import', 'files', join(out, 'manifest.csv'))
    expect(again.stdout).toMatch(/^files: 0 brought, 6 unchanged, 0 refused\./)
    await writeFile(join(out, (await table(join(out, 'manifest.csv')))[0]?.path ?? ''), 'damaged')
    const damaged = await typed('import', 'files', join(out, 'manifest.csv'))
    expect(damaged).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('These are other bytes than the manifest names.'),
    })
  })
})

describe('a folder of files', () => {
  const paths = ['Acme/North/Fire/2025-03-11 Bells.pdf', 'Acme/North/Plan.pdf', 'Acme/South/2025 Roof.pdf', 'loose.pdf']
  const layout = ['--layout', '{client}/{site}/[{categories}/][{date} ]{name}']

  it('is tried, mended as a manifest, and brought in, with what it names; the same again changes nothing', async () => {
    const { owner, typed } = await teamInTerminal()
    const root = await share('share', paths)
    const create = recordCreator(owner)
    await create.site((await create.client('ACME')).id, 'north')

    const asked = await typed('import', 'files', root)
    expect(asked).toMatchObject({ code: 2, stdout: '' })
    expect(asked.stderr).toContain(
      '{client}/{site}/[{categories}/][{date} ]{name} (3 of 4 fit, 2 name a site of the team)\n',
    )
    expect(asked.stderr.match(/ of 4 fit/g)).toHaveLength(3)

    expect(await typed('import', 'files', root, ...layout, '--dry-run', '--watch')).toMatchObject({
      code: 2,
      stdout: '',
    })
    const dry = await typed('import', 'files', root, ...layout, '--dry-run')
    expect(dry.code).toBe(3)
    expect(dry.stdout).toContain('loose.pdf refused: This path does not fit the layout.\n')
    expect(dry.stdout).toContain('Nobody has yet: site ACME / South (1 file)\n')
    expect(dry.stdout).toMatch(/\nDry run: 1 file to bring \(.*\), 0 unchanged, 3 refused\. Nothing was written\.\n$/)

    const manifest = join(root, '.manifest.csv')
    expect((await typed('import', 'files', root, ...layout, '--manifest', manifest)).code).toBe(3)
    const rows = await table(manifest)
    expect(rows.map(({ verdict }) => verdict)).toEqual(['refused', 'wanted', 'refused', 'refused'])
    expect(rows[0]).toMatchObject({
      client: 'Acme',
      site: 'North',
      category: 'Fire',
      completed_at: '2025-03-11',
      name: 'Bells',
    })
    expect(rows[1]).toMatchObject({ path: 'Acme/North/Plan.pdf', completed_at: '2024-05-06', message: '' })
    expect((await owner.call(listFiles)).body).toEqual([])

    const report = join(folder, 'refused.csv')
    const done = await typed('import', 'files', root, ...layout, '--create', 'sites,categories', '--report', report)
    expect(done.stdout).toMatch(
      /\nfiles: 3 brought, 0 unchanged, 1 refused\. Made for them: 1 site, 1 category\. To undo it: siteledger import undo \S+\n$/,
    )
    expect(done).toMatchObject({ code: 3, stderr: expect.stringContaining('1 file was refused.') })
    expect(await table(report)).toMatchObject([{ path: 'loose.pdf', row: '4' }])
    const { body: files } = await owner.call(listFiles)
    expect(files.map(({ name, completed_at }) => [name, completed_at]).toSorted()).toEqual([
      ['Bells', '11/03/2025'],
      ['Plan', '06/05/2024'],
      ['Roof', '31/12/2025'],
    ])

    const again = await typed('import', 'files', root, ...layout, '--exclude', '*.pdf', '--json')
    expect(again.code).toBe(0)
    const lines = again.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.at(-1)).toMatchObject({ summary: { files: 3, brought: 0, unchanged: 3, refused: 0 } })

    const by = ['--map', 'site=Ort', '--map', 'path=Datei', '--date', 'today']
    await writeFile(
      join(root, 'mine.csv'),
      'Datei;Ort\r\nloose.pdf;north\r\n../refused.csv;north\r\ngone.pdf;north\r\n',
    )
    const mapped = await typed('import', 'files', join(root, 'mine.csv'), ...by)
    expect(mapped.stdout).toContain('../refused.csv refused: This path leads out of the folder of the manifest.\n')
    expect(mapped.stdout).toContain(
      'gone.pdf refused: There is no such file.\nfiles: 1 brought, 0 unchanged, 2 refused.',
    )
  })

  it('that was killed, or stopped by Ctrl-C, is gone on with by the same command', async () => {
    const { owner, env, typed } = await teamInTerminal()
    const many = Array.from({ length: 40 }, (_, index) => `Acme/North/File ${index}.pdf`)
    const root = await share('many', many)
    const args = ['import', 'files', root, ...layout, '--create', 'clients,sites']
    const here = async () => (await owner.call(listFiles, { query: { limit: 100 } })).body
    for (const signal of ['SIGKILL', 'SIGINT'] as const) {
      const { length: before } = await here()
      const running = runProgram(process.execPath, [program, ...args, '--jobs', '1'], {
        PATH: process.env.PATH,
        ...env,
      })
      while ((await here()).length < before + 3);
      running.child.kill(signal)
      const ended = await running.finished
      if (signal === 'SIGINT') {
        expect(ended).toMatchObject({
          code: 1,
          stderr: expect.stringMatching(/Stopped\. Run the same command again to go on\.\n$/),
        })
      }
    }
    const last = await typed(...args)
    expect(last).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Going on with the import where it was left off.\n'),
    })
    const names = (await here()).map(({ name }) => name)
    expect([names.length, new Set(names).size]).toEqual([40, 40])
  })

  it('that changes while it is sent is told, and the others are sent', async () => {
    const root = await share('changing', ['a.pdf', 'b.pdf'])
    const entries = openEntries()
    const read = entryReader(layoutIn('{name}'), 'today')
    await walkFolder(root, [], (file) => {
      const entry = read(file, file.path === 'a.pdf' ? 1 : 2)
      entries.keep({ ...entry, verdict: 'wanted', inRun: entry.row })
    })
    const open = async (_: unknown, { params: { row } }: { params: { row: number } }, { body }: { body: Blob }) => {
      if (row === 1) await writeFile(join(root, 'a.pdf'), 'other')
      await body.arrayBuffer().catch(() => {
        throw new Failure('The server cannot be reached.', exitCodes.serverUnreachable)
      })
      return new Response()
    }
    const { signal } = new AbortController()
    await sendFiles({ open } as unknown as Server, ImportId.parse(randomUUID()), entries, {
      atOnce: 1,
      signal,
      done: () => {},
    })
    const became = [...entries.of()].map(({ verdict, errors }) => [verdict, errors])
    entries.close()

    expect(became).toEqual([
      ['refused', { file: ['The file has changed while it was imported.'] }],
      ['sent', {}],
    ])
  })

  it('leaves out what no one means, and follows no link that leads out of it', async () => {
    const root = await share('dirt', ['a/x.pdf', 'a/Thumbs.db', 'a/~$x.pdf', '.git/x.pdf', 'b/old/x.pdf', 'b/x.tmp'])
    await writeFile(join(root, 'a/empty.pdf'), '')
    await symlink(folder, join(root, 'out'))
    await symlink(root, join(root, 'a/circle'))
    await symlink(join(root, 'a'), join(root, 'c'))
    await symlink(join(root, 'nowhere'), join(root, 'd'))
    const found: string[] = []
    const leftOut = await walkFolder(root, ['b/old', '**/*.tmp'], ({ path }) => found.push(path))
    expect(found).toEqual(['a/x.pdf', 'c/x.pdf'])
    expect(leftOut).toEqual({ hidden: 5, empty: 2, excluded: 2, links: 4 })
  })

  it('is watched: what comes and rests is taken once, until it changes', async () => {
    const root = await share('scans', ['one.pdf'])
    const stop = new AbortController()
    const seen: string[][] = []
    for await (const files of comingFiles(root, [], stop.signal, { lookEvery: 5, restsFor: 20 })) {
      seen.push(files.map(({ path }) => path))
      if (seen.length === 1) await share('scans', ['two.pdf'])
      else if (seen.length === 2) await writeFile(join(root, 'one.pdf'), 'other bytes')
      else stop.abort()
    }
    expect(seen).toEqual([['one.pdf'], ['two.pdf'], ['one.pdf']])
  })
})
