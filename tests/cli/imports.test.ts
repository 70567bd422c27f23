import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { addClient, deleteClient, listClients, updateClient } from '#schemas/resources/clients.ts'
import { addField } from '#schemas/resources/fields.ts'
import { addSite, listSites } from '#schemas/resources/sites.ts'
import { offeredAbilities } from '#schemas/rights/token-abilities.ts'
import { startApp } from '#tests/support/app.ts'
import { sharedFolder } from '#tests/support/folders.ts'
import { runProgram } from '#tests/support/run-program.ts'
import { newTeam } from '#tests/support/teams.ts'
import { siteledger, withToken } from '#tests/support/terminal.ts'

const app = await startApp()
const admin = await newTeam(app)
const everything = offeredAbilities(false).map(({ value }) => value)
const env = await withToken(app, admin, everything)
const folder = sharedFolder()

afterAll(() => app.close())

const typed = (...args: string[]) => siteledger(env, ...args)
const fileOf = async (name: string, text: string): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}
const clientNames = async () => (await admin.call(listClients)).body.map(({ name }) => name).toSorted()

describe('a file that was exported', () => {
  const exported = async (noun: 'clients' | 'sites', name: string): Promise<string> => {
    const path = join(folder, name)
    expect((await typed('export', noun, '--output', path)).code).toBe(0)
    return path
  }

  it('changes nothing when it is imported again, whatever the names, and is copied exactly [D-107]', async () => {
    const names = [
      '=1+1',
      "'=1+1",
      'x;=1+1;y',
      "x;'=1",
      "'quoted",
      '--help',
      '@x',
      '-1',
      '\uff0bone',
      'a "b", c;\nd',
      'Twin',
      'Twin',
    ]
    for (const name of names) await admin.call(addClient, { body: { name } })
    const keyed = await fileOf('keyed.csv', 'external_id,name\n=2,Keyed\n')
    await typed('import', 'clients', keyed)
    const { body: clients } = await admin.call(listClients)
    expect(clients.find(({ name }) => name === 'Keyed')?.external_id).toBe('=2')
    for (const { id } of clients) {
      await admin.call(addSite, { body: { client_id: id, name: '+44', postcode: '-CODE OF SIXTEEN' } })
    }

    for (const noun of ['clients', 'sites'] as const) {
      const again = await typed('import', noun, await exported(noun, `${noun}.csv`))
      expect(again.stdout).toContain(`${noun}: 0 created, 0 updated, ${clients.length} unchanged, 0 refused.`)
    }

    const other = await newTeam(app)
    const elsewhere = await withToken(app, other, everything)
    for (const times of ['created', 'unchanged']) {
      for (const noun of ['clients', 'sites']) {
        const copied = await siteledger(elsewhere, 'import', noun, join(folder, `${noun}.csv`))
        expect(copied.stdout).toMatch(new RegExp(`^${noun}: .*\\b${clients.length} ${times}, .*0 refused\\.`))
      }
    }
    const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)
    expect(namesOf((await other.call(listClients)).body).toSorted()).toEqual(namesOf(clients).toSorted())
    for (const { id } of clients) await admin.call(deleteClient, { params: { id } })
  })
})

describe('a file of clients', () => {
  it('is tried first, shows what it would refuse, and is then imported', async () => {
    const file = await fileOf('clients.csv', 'external_id;name;Phone\nC1;Acme;1\nC2;;2\nC3;=1+1;3\nC3;Twice;4\n')
    const report = join(folder, 'refused.csv')

    const dry = await typed('import', 'clients', file, '--dry-run', '--report', report)
    expect(dry.stdout).toMatch(/^Row 3 refused: The name field is required\.\nRow 5 refused: .+\n/)
    expect(dry.stdout).toContain('Dry run of clients: 2 created, 0 updated, 0 unchanged, 2 refused.')
    expect(dry.stderr).toContain('Columns that were left out: Phone.')
    expect(dry.stderr).toMatch(/\nsiteledger: 2 rows were refused\. Correct them and send the file again.*\n$/)
    expect(dry.code).toBe(1)
    expect(await clientNames()).toStrictEqual([])
    const lines = (await readFile(report, 'utf8')).replace('\ufeff', '').trim().split('\r\n')
    expect(lines).toStrictEqual([
      expect.stringMatching(/row,message$/),
      expect.stringMatching(/^C2,,.*3,The name field is required\.$/),
      expect.stringMatching(/^C3,Twice,.*5,/),
    ])

    const again = await typed('import', 'clients', file, '--report', report)
    expect(again).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('is there already') })
    const real = await typed('import', 'clients', file)
    expect(real.stdout).toMatch(/clients: 2 created, 0 updated, 0 unchanged, 2 refused\. To undo it: siteledger /)
    expect(await clientNames()).toStrictEqual(['=1+1', 'Acme'])
  })

  it('comes from standard input and for programs line by line, and changes nothing the second time', async () => {
    const file = await fileOf('more.ndjson', '{"external_id":"C1","name":"Acme Ltd"}\n{"name":"Harbour"}\n')
    const first = await typed('import', 'clients', file, '--json')
    const lines = first.stdout.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { row: 1, verdict: 'updated' },
      { row: 2, verdict: 'created' },
      { summary: { created: 1, updated: 1, refused: 0 } },
    ])
    const running = runProgram(
      '/bin/sh',
      ['-c', `node cli/siteledger.mjs import clients - --format ndjson < ${file}`],
      {
        PATH: process.env.PATH,
        ...env,
      },
    )
    expect(await running.finished).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^clients: 0 created, 0 updated, 2 unchanged, 0 refused\./),
    })
  })

  it('has columns of any name, which --map gives to fields', async () => {
    const file = await fileOf('firmen.csv', 'Firma;Ref;Name\nDrydock;F-1;Ann\n')
    const mapped = await typed('import', 'clients', file, '--dry-run', '--map', 'name=Firma', '--map', 'external_id=')
    expect(mapped.stdout).toContain('Dry run of clients: 1 created, ')
    expect(mapped.stderr).toContain('Columns that were left out: Ref, Name.')

    const ends = [
      await typed('import', 'clients', file, '--map', 'name=Company'),
      await typed('import', 'clients', file, '--map', 'Firma'),
      await typed('import', 'clients', file, '--map', 'postcode=Ref'),
      await typed('import', 'clients', file, '--map', 'name=Firma', '--map', 'name=Ref'),
    ]
    expect(ends.map(({ code }) => code)).toStrictEqual([1, 2, 2, 2])
    expect(ends[0]?.stderr).toContain('The file has no column "Company"; it has "Firma", "Ref", "Name".')
    expect(await clientNames()).not.toContain('Drydock')
  })

  it('fills own fields from columns of their names or those that --map gives them, and takes its own export again', async () => {
    const team = await newTeam(app)
    const own = await withToken(app, team, everything)
    const run = (...args: string[]) => siteledger(own, ...args)
    const define = async (name: string, kind: 'number' | 'note' | 'yes_no') =>
      (await team.call(addField, { body: { of: 'clients', name, kind } })).body.id
    const balance = await define('Balance', 'number')
    const customer = await define('Customer', 'note')
    const vat = await define('VAT', 'yes_no')
    const rows = await fileOf('konten.csv', 'Firma;Saldo;Customer (field);VAT\nDock;-7.50;"Two\nlines";yes\nPier;;;\n')
    const mapped = await run('import', 'clients', rows, '--map', 'name=Firma', '--map', 'balance=Saldo')
    expect(mapped.stdout).toContain('clients: 2 created, ')
    const { body } = await team.call(listClients)
    const fields = { [balance]: '-7.5', [customer]: 'Two\nlines', [vat]: 'true' }
    expect(body.map((each) => each.fields)).toEqual([fields, {}])

    const exported = await run('export', 'clients')
    expect(exported.stdout.split('\r\n')[0]).toMatch(/,Balance,Customer \(field\),VAT$/)
    const again = await run('import', 'clients', await fileOf('exported.csv', exported.stdout))
    expect(again.stdout).toMatch(/^clients: 0 created, 0 updated, 2 unchanged, 0 refused/)
    const wrong = await run('import', 'clients', rows, '--map', 'name=Firma', '--map', 'Colour=Saldo')
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('“Colour” is no field of clients.')])
  })

  it('is refused as a whole in one line', async () => {
    const ends = [
      await typed('import', 'clients', join(folder, 'nothing.csv')),
      await typed(
        'import',
        'clients',
        await fileOf('unknown.csv', 'Telephone\n1\n'),
        '--report',
        join(folder, 'r.csv'),
      ),
      await siteledger(await withToken(app, admin, ['clients.view']), 'import', 'clients', join(folder, 'clients.csv')),
      await siteledger(
        { ...env, SITELEDGER_URL: 'http://127.0.0.1:9' },
        'import',
        'clients',
        join(folder, 'clients.csv'),
      ),
    ]
    expect(ends.map(({ code }) => code)).toStrictEqual([1, 1, 77, 69])
    for (const { stdout, stderr } of ends) {
      expect(stdout).toBe('')
      // Who waits for more than a moment is told so before.
      expect(stderr).toMatch(/^(The server catches up [^\n]+ \.\.\.\n)*siteledger: [^\n]+\n$/)
    }
    // A report that would say nothing is not left behind.
    expect(await readdir(folder)).not.toContain('r.csv')
  })
})

describe('a file of sites', () => {
  it('names clients that are not there: a trial tells each once, and who makes them', async () => {
    const file = await fileOf('docks.csv', 'name,client\nQuay,Pier\nYard,Pier\nMill,Lock\n')

    const refused = await typed('import', 'sites', file, '--dry-run')
    expect(refused.stdout).toContain(
      '\nClient that nobody has yet: Pier (2 rows)\nClient that nobody has yet: Lock (1 row)\n',
    )
    expect(refused.stderr).toContain('--create-clients makes clients that nobody has yet.\n')
    const many = await fileOf('many.csv', `name,Customer\n${'Quay,Pier\n'.repeat(19)},Lock\nMill,Lock\n`)
    expect((await typed('import', 'sites', many, '--dry-run')).stdout).toContain(
      ' more; --report FILE writes all of them to a file.\n' +
        '20 rows: The selected client is invalid. (Pier, Lock)\n1 row: The name field is required.\n',
    )
    const wished = await typed('import', 'sites', file, '--dry-run', '--create-clients')
    expect(wished.stdout).toMatch(
      /^Client that would be created: Pier \(2 rows\)\nClient that would be created: Lock \(1 row\)\nDry run of sites: /,
    )
    expect(wished).toMatchObject({ code: 0, stderr: '' })
    const lines = (await typed('import', 'sites', file, '--dry-run', '--json')).stdout.trim().split('\n')
    expect(lines.slice(3).map((line) => JSON.parse(line))).toMatchObject([
      { missing_client: { name: 'Pier', rows: 2 } },
      { missing_client: { name: 'Lock', rows: 1 } },
      { summary: { created: 0, refused: 3, clients_created: 0 } },
    ])
    expect(await clientNames()).not.toContain('Pier')
  })
})

describe('a run', () => {
  it('is listed, shown with its refused rows, and undone except for what was edited since', async () => {
    const text =
      'external_id,name,postcode,client\nS1,Quay,SE1 2AA,Dockside\nS2,Yard,SE1 2AA,Dockside\nS3,,SE1 2AA,Dockside\n'
    const file = await fileOf('sites.csv', text)
    const done = await typed('import', 'sites', file, '--create-clients')
    expect(done.stdout).toContain('sites: 2 created, 1 client for them, 0 updated, 0 unchanged, 1 refused.')
    const run = done.stdout.match(/import undo (\S+)/)?.[1] ?? ''

    const listed = await typed('import', 'list')
    expect(listed.stdout).toMatch(/^Started\t+By\t+What\t+File\t+Status\t+Created\t+Updated\t+Refused\t+Run\n/)
    expect(listed.stdout).toContain(run)
    expect((await typed('import', 'show', run, '--json')).json()).toMatchObject({ id: run, created: 2, refused: 1 })
    const shown = (await typed('import', 'show', run)).stdout
    expect(shown).toMatch(/\nstarted_at +\d{4}-\d\d-\d\d \d\d:\d\d\n/)
    expect(shown).toMatch(/\ncolumns +-\n/)
    const refused = await typed('import', 'show', run, '--refused')
    expect(refused.stdout).toMatch(
      /^Row\t+External id\t+Refused because\t+Original row\n4\t+S3\t+The name field is required\.\t+/,
    )

    const { body: clients } = await admin.call(listClients)
    const dockside = clients.find(({ name }) => name === 'Dockside')
    expect(dockside).toBeDefined()
    if (!dockside) return
    await admin.call(updateClient, { params: { id: dockside.id }, body: { name: 'Dockside Estates' } })

    expect((await typed('import', 'undo', run)).stderr).toBe('siteledger: No one can be asked here: pass --yes.\n')
    const undone = await typed('import', 'undo', run, '--yes')
    expect(undone.stdout).toMatch(
      /^Undone: 2 deleted, 0 restored, 1 kept\. To bring them back: siteledger trash restore \S+\nKept, because .*\n {2}Dockside Estates \(/,
    )
    expect((await admin.call(listSites)).body).toStrictEqual([])
    expect((await typed('import', 'undo', run, '--yes')).stdout).toBe(undone.stdout)
    expect((await typed('import', 'show', 'nonsense')).code).toBe(2)
  })

  it('stops cleanly at Ctrl-C and goes on where it was, without a duplicate or a gap', async () => {
    const rows = Array.from({ length: 3000 }, (_, index) => `{"external_id":"B${index}","name":"Batch ${index}"}`)
    const file = await fileOf('batch.ndjson', `${rows.join('\n')}\n`)
    const program = join(import.meta.dirname, '../../cli/siteledger.mjs')
    const running = runProgram(process.execPath, [program, 'import', 'clients', file, '--json'], {
      PATH: process.env.PATH,
      ...env,
    })
    await running.printed(/"row":20,/)
    running.child.kill('SIGINT')
    const stopped = await running.finished
    expect(stopped.code).toBe(1)
    expect(stopped.stderr).toMatch(
      /^siteledger: Stopped after the answer to \d+ of 3,000 rows\. A few more may be in\. Run the same command again to go on: no row is imported twice\.\n$/,
    )
    expect(stopped.stdout).not.toContain('summary')

    const resumed = await typed('import', 'clients', file)
    expect(resumed).toMatchObject({
      stdout: expect.stringContaining('clients: 3000 created, 0 updated, 0 unchanged, 0 refused.'),
      stderr: expect.stringContaining('Going on with the import where it was left off.\n'),
    })
    const names = (await clientNames()).filter((name) => name.startsWith('Batch '))
    const { headers } = await admin.call(listClients, { query: { limit: 1 } })
    expect([new Set(names).size, names.length]).toStrictEqual([names.length, names.length])
    expect(Number(headers.get('x-total-count'))).toBe(3000 + 4)
  })
})
