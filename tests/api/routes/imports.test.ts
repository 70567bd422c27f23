import { describe, expect, vi } from 'vitest'
import { type ImportsCommand, importsDecider } from '#api/domain/imports.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { importsStream } from '#api/event-store/streams.ts'
import { ContentHash } from '#schemas/ids.ts'
import { addClient, listClients, showClient, updateClient } from '#schemas/resources/clients.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { listImports, listRefusedRows, showImport, undoImport } from '#schemas/resources/imports.ts'
import { addSite, deleteSite, listSites, updateSite } from '#schemas/resources/sites.ts'
import { addVisit } from '#schemas/resources/visits.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { importFile } from '#tests/support/imports.ts'
import { newCommandId, newImportId } from '#tests/support/new-ids.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { type Member, newMember, newTeam } from '#tests/support/teams.ts'

const { app, test } = sharedApp()

const sitesOf = async (who: Member) =>
  (await who.ask(listSites)).map(({ name, postcode, client_name }) => `${client_name} ${name} ${postcode ?? '-'}`)

describe('clients from a file', () => {
  test('are made, changed, left alone or refused row by row; the dry run says the same and writes nothing', async () => {
    const ann = await newTeam(app)
    const old = await ann.ask(addClient, { body: { name: 'Old' } })
    const file = 'Ref;Name;Colour\nA-1;Acme;red\nB-1; OLD ;blue\n;\nC-1;;green\nA-1;Again;x\n"D ""q""";Dyke;\n'

    const dry = await importFile(ann, 'clients', file, { dry_run: true })

    expect((await ann.ask(listClients)).map(({ name }) => name)).toEqual(['Old'])
    expect(await ann.ask(listImports)).toEqual([])
    const real = await importFile(ann, 'clients', file, { file_name: 'crm.csv' })
    const nameless = { row: 5, external_id: 'C-1', errors: { name: ['The name field is required.'] } }
    const twice = { row: 6, external_id: 'A-1', errors: { external_id: ['Duplicate of row 2.'] } }
    const refusal = { verdict: 'refused', id: null }
    expect(real.verdicts).toEqual([
      { row: 2, external_id: 'A-1', verdict: 'created', id: expect.any(String) },
      { row: 3, external_id: 'B-1', verdict: 'updated', id: old.id },
      { ...nameless, ...refusal, cells: { Ref: 'C-1', Name: '', Colour: 'green' } },
      { ...twice, ...refusal, cells: { Ref: 'A-1', Name: 'Again', Colour: 'x' } },
      { row: 7, external_id: 'D "q"', verdict: 'created', id: expect.any(String) },
    ])
    const counts = { rows: 5, created: 2, updated: 1, unchanged: 0, refused: 2, clients_created: 0 }
    expect(real.summary).toMatchObject({ ...counts, dry_run: false, unknown_columns: ['Colour'] })
    expect(dry.summary).toEqual({ ...real.summary, run: null, dry_run: true, position: null })
    expect(dry.verdicts).toEqual(
      real.verdicts.map((each) => (each.verdict === 'created' ? { ...each, id: null } : each)),
    )
    expect(real.headers.get('x-import-rows')).toBe('5')
    expect((await ann.ask(listClients)).map(({ name }) => name)).toEqual(['Acme', 'Dyke', 'OLD'])

    const run = real.summary?.run ?? ''
    const shown = await ann.ask(showImport, { params: { run } })
    const { rows: _, clients_created, ...kept } = counts
    expect(shown).toMatchObject({ id: run, kind: 'clients', file_name: 'crm.csv', status: 'finished', ...kept })
    expect(shown).toMatchObject({ rows: 5, clients_created, progress: null, started_by: expect.stringMatching(/^Ann/) })
    const refused = await ann.call(listRefusedRows, { params: { run }, query: { limit: 1 } })
    expect(refused.headers.get('x-total-count')).toBe('2')
    expect(refused.body).toEqual([{ ...nameless, cells: { Ref: 'C-1', Name: '' } }])
  })

  test('[D-05] are listed when the response ends, which reports progress', async ({ ann }) => {
    const file = `name\n${Array.from({ length: 600 }, (_, row) => `Client ${row}`).join('\n')}\n`

    const { listed, summary, headers } = await importFile(ann, 'clients', file)

    // Whoever goes to the run as the response begins finds it.
    expect(headers.get('x-position')).toMatch(/^\d+$/)
    expect(Number(headers.get('x-position'))).toBeLessThan(Number(summary?.position))
    expect((await ann.call(listClients, { query: { limit: 1 } })).headers.get('x-total-count')).toBe('600')
    expect(summary?.created).toBe(600)
    expect(listed).toEqual([128, 256, 384, 512, 600])
    const [run] = (await ann.call(listImports)).body
    expect(Date.parse(run?.finished_at ?? '')).toBeGreaterThan(Date.parse(run?.started_at ?? ''))
    expect((await importFile(ann, 'clients', file, { dry_run: true })).listed).toEqual([])
  })

  test('are listed as finished by who lists them while they end', async () => {
    const { teamId, userId, call } = await newTeam(app)
    const run = { importId: newImportId(), teamId }
    const record = async (command: ImportsCommand) => {
      const stream = importsStream(teamId)
      const { position } = await handle(app.ledger, importsDecider, stream, command, contextOf(teamId, userId))
      await app.ports.projector.reached(position ?? '', 60_000)
    }
    const file = { hash: ContentHash.parse('a'.repeat(64)), fileName: null, createClients: false, columns: {}, rows: 0 }
    await record({ type: 'StartImport', ...run, kind: 'clients', ...file })
    const statuses = async () => (await call(listImports)).body.map(({ status }) => status)
    expect(await statuses()).toEqual(['interrupted'])
    const counts = { created: 0, updated: 0, unchanged: 0, refused: 0, clientsCreated: 0, unknownColumns: [] }
    vi.spyOn(app.ports.stores.locks.imports, 'progress').mockImplementationOnce(async () => {
      await record({ type: 'FinishImport', ...run, ...counts })
      return undefined
    })

    expect(await statuses()).toEqual(['finished'])
  })

  test('come from lines of JSON too, whatever their keys', async ({ ann }) => {
    const lines = [
      '{"external_id": 7, "name": "Acme", "__proto__": {"name": "x"}, "constructor": 1}',
      'no json',
      '[1]',
      '{"name": {"a": 1}}',
      '{"toString": "x", "name": "Bolt"}',
    ]

    const type = { 'content-type': 'application/x-ndjson' }
    const { verdicts, summary } = await importFile(ann, 'clients', lines.join('\n'), {}, type)

    expect(verdicts.map(({ verdict }) => verdict)).toEqual(['created', 'refused', 'refused', 'refused', 'created'])
    expect(verdicts[0]?.external_id).toBe('7')
    expect(summary?.unknown_columns.toSorted()).toEqual(['__proto__', 'constructor', 'toString'])
    expect((await ann.ask(listClients)).map(({ name }) => name)).toEqual(['Acme', 'Bolt'])
  })

  test('answer the external id that they were given, under a revision that can be named [D-107]', async ({ ann }) => {
    const old = await ann.ask(addClient, { body: { name: 'Acme' } })
    await importFile(ann, 'clients', 'external_id,name\nA-1,Acme\n')

    const { body: now, headers } = await ann.call(showClient, { params: { id: old.id } })

    expect([old.external_id, now.external_id]).toEqual([null, 'A-1'])
    const beside = { headers: { 'if-match': headers.get('etag') ?? '' } }
    const { body } = await ann.call(updateClient, { params: { id: old.id }, body: { name: 'Acme Ltd' } }, beside)
    expect(body).toMatchObject({ name: 'Acme Ltd', external_id: 'A-1' })
  })

  test('change nothing when they are sent again, and a key answers what it answered first', async ({ ann }) => {
    const key = { 'idempotency-key': newCommandId() }
    const first = await importFile(ann, 'clients', 'name\nAcme\n', {}, key)
    const repeated = await importFile(ann, 'clients', 'name\nAcme\n', {}, key)
    const again = await importFile(ann, 'clients', 'name\nAcme\n')

    expect(repeated.verdicts).toEqual(first.verdicts)
    expect(repeated.summary?.run).toBe(first.summary?.run)
    expect((await importFile(ann, 'clients', 'name\nOther\n', {}, key)).status).toBe(409)
    expect(again.verdicts).toMatchObject([{ verdict: 'unchanged', id: first.verdicts[0]?.id }])
    expect(again.summary?.run).not.toBe(first.summary?.run)
    expect((await ann.ask(listImports)).map(({ status }) => status)).toEqual(['finished', 'finished'])
  })
})

describe('sites from a file', () => {
  test('name their client by id, external id or name, and may bring it along; it is one entry of the history', async () => {
    const ann = await newTeam(app)
    const bolt = await ann.ask(addClient, { body: { name: 'Bolt' } })
    await importFile(ann, 'clients', 'external_id,name\nA-1,Acme\n')
    const file = [
      'external_id,name,postcode,client',
      `S-1,North,N1,${bolt.id}`,
      'S-2,South,,A-1',
      'S-3,East,E1,acme',
      'S-4,West,W1,Newco',
      'S-5,Mid,,newco',
    ].join('\n')

    const refused = await importFile(ann, 'sites', file, { dry_run: true })
    const { summary } = await importFile(ann, 'sites', file, { create_clients: true, file_name: 'sites.csv' })

    expect(refused.verdicts.map(({ errors }) => errors?.client)).toEqual([
      undefined,
      undefined,
      undefined,
      ['The selected client is invalid.'],
      ['The selected client is invalid.'],
    ])
    expect(summary).toMatchObject({ created: 5, refused: 0, clients_created: 1 })
    expect(await sitesOf(ann)).toEqual([
      'Acme East E1',
      'Newco Mid -',
      'Bolt North N1',
      'Acme South -',
      'Newco West W1',
    ])
    const [entry] = await ann.ask(listHistory, { query: { limit: 1 } })
    expect(entry).toMatchObject({
      summary: 'Added the client Newco; added 5 sites',
      via: { kind: 'import', id: summary?.run, name: 'sites.csv' },
      actor: { id: ann.userId },
    })
    const moved = await importFile(ann, 'sites', 'external_id,name,client\nS-1,North Gate,Acme\n')
    expect(moved.verdicts).toMatchObject([{ verdict: 'updated' }])
    expect(await sitesOf(ann)).toContain('Acme North Gate N1')
  })

  test('name clients that are not there: a dry run tells each once, and they are created only where that is wished', async () => {
    const ann = await newTeam(app)
    await ann.call(addClient, { body: { name: 'Acme' } })
    const file = 'name,client\nNorth,Acme\nWest,Newco\nEast,Otherco\nMid, newco\nWest,NEWCO\n,Otherco\n'
    const namesOfClients = async () => (await ann.ask(listClients)).map(({ name }) => name)

    const trial = { dry_run: true, missing_clients: true }
    const refused = await importFile(ann, 'sites', file, trial)
    const wished = await importFile(ann, 'sites', file, { ...trial, create_clients: true })

    // A caller of an earlier version does not know the line.
    expect((await importFile(ann, 'sites', file, { dry_run: true })).missing).toEqual([])
    expect(refused.missing).toEqual([
      { name: 'Newco', rows: 3 },
      { name: 'Otherco', rows: 1 },
    ])
    expect(refused.summary).toMatchObject({ created: 1, refused: 5, clients_created: 0 })
    // The second West of Newco and the site without a name are refused either way.
    expect(wished.missing).toEqual([
      { name: 'Newco', rows: 2 },
      { name: 'Otherco', rows: 1 },
    ])
    expect(wished.summary).toMatchObject({ created: 4, refused: 2, clients_created: 2 })
    const real = await importFile(ann, 'sites', file, { missing_clients: true })
    expect(real.summary).toMatchObject({ created: 1, refused: 5, clients_created: 0 })
    expect(real.missing).toEqual([])
    expect(await namesOfClients()).toEqual(['Acme'])
    await importFile(ann, 'sites', file, { create_clients: true })
    expect(await namesOfClients()).toEqual(['Acme', 'Newco', 'Otherco'])
  })

  test('are undone as a whole, except those that were edited since', async ({ ann }) => {
    const acme = await ann.ask(addClient, { body: { name: 'Acme' } })
    const old = await ann.ask(addSite, { body: { name: 'Old', postcode: 'O1', client_id: acme.id } })
    const file =
      'external_id,name,postcode,client\nS-0,old,O2,Acme\nS-1,A,,Acme\nS-2,B,,Newco\nS-3,C,,Newco\nS-4,D,,Otherco\n'
    const { summary, verdicts } = await importFile(ann, 'sites', file, { create_clients: true, file_name: 'x.csv' })
    const [, a, b, , d] = verdicts.map(({ id }) => id ?? '')
    await ann.call(updateSite, { params: { id: a ?? '' }, body: { name: 'A2', postcode: null, client_id: acme.id } })
    const dates = { started_at: '01/03/2026', ended_at: '01/03/2026' }
    await ann.call(addVisit, { body: { name: 'Check', site_id: b ?? '', ...dates } })
    await ann.call(deleteSite, { params: { id: d ?? '' } })

    const run = summary?.run ?? ''
    const undone = await ann.ask(undoImport, { params: { run } })

    expect(undone).toMatchObject({ deleted: 2, reverted: 1, kept: 3, trash_id: expect.any(String) })
    expect(undone.kept_records.map(({ kind, name }) => [kind, name])).toEqual(
      expect.arrayContaining([
        ['sites', 'A2'],
        ['sites', 'B'],
        ['clients', 'Newco'],
      ]),
    )
    expect(await sitesOf(ann)).toEqual(['Acme A2 -', 'Newco B -', 'Acme Old O1'])
    expect((await ann.ask(listClients)).map(({ name }) => name)).toEqual(['Acme', 'Newco'])
    const [entry] = await ann.ask(listHistory, { query: { limit: 1 } })
    expect(entry).toMatchObject({ summary: 'Undid the import of x.csv', via: { kind: 'import', id: run } })
    expect(await ann.ask(undoImport, { params: { run } })).toEqual({
      ...undone,
      kept_records: expect.arrayContaining(undone.kept_records),
    })
    expect(await ann.ask(showImport, { params: { run } })).toMatchObject({
      status: 'undone',
      undone: { deleted: 2, reverted: 1, kept: 3 },
    })
    expect(old.id).toBe(verdicts[0]?.id)
    expect((await importFile(ann, 'sites', file, { create_clients: true })).summary).toMatchObject({ refused: 0 })
  })
})

describe('who imports', () => {
  test('is an owner or an admin who may do the same one by one, for the whole team', async ({ bob, owner, admin }) => {
    const without = await newMember(app, owner, 'admin', { abilities: { clients: { update: false } } })
    const client = await owner.ask(addClient, { body: { name: 'Acme' } })
    const limited = await newMember(app, owner, 'admin', { clientId: client.id })

    expect((await importFile(admin, 'clients', 'name\nBolt\n')).status).toBe(200)
    for (const role of ['editor', 'member', 'auditor'] as const) {
      const member = await newMember(app, owner, role)
      expect((await importFile(member, 'clients', 'name\nBolt\n')).status).toBe(403)
      expect((await member.refused(listImports)).status).toBe(403)
    }
    expect((await importFile(without, 'clients', 'name\nBolt\n')).status).toBe(403)
    expect((await importFile(without, 'sites', 'name,client\nNorth,Acme\n')).status).toBe(200)
    expect((await importFile(limited, 'sites', 'name,client\nNorth,Acme\n')).status).toBe(403)
    expect((await importFile(app.guest(), 'clients', 'name\nBolt\n')).status).toBe(401)
    const [run] = await owner.ask(listImports)
    for (const endpoint of [showImport, listRefusedRows, undoImport] as const) {
      expect((await bob.refused(endpoint, { params: { run: run?.id ?? '' } })).status).toBe(404)
    }
    expect(await bob.ask(listImports)).toEqual([])
    expect((await importFile(bob, 'sites', `name,client\nNorth,${client.id}\n`)).verdicts).toMatchObject([
      { verdict: 'refused', errors: { client: ['The selected client is invalid.'] } },
    ])
  })
})
