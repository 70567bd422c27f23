import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, vi } from 'vitest'
import { EventStoreFull } from '#api/event-store/port.ts'
import { Plans } from '#schemas/billing/plans.ts'
import { addCategory } from '#schemas/resources/categories.ts'
import { deleteClient } from '#schemas/resources/clients.ts'
import { deleteFile, listFiles, updateFile, uploadFile } from '#schemas/resources/files.ts'
import { finishImport } from '#schemas/resources/import-files.ts'
import { listImports, listRefusedRows, showImport, stopImport, undoImport } from '#schemas/resources/imports.ts'
import { addSite, deleteSite, listSites, updateSite } from '#schemas/resources/sites.ts'
import { createTeam } from '#schemas/resources/teams.ts'
import { importFile } from '#tests/support/imports.ts'
import { type ManifestLine, pdfOf, planFiles, sendRow } from '#tests/support/manifests.ts'
import { heicBytes } from '#tests/support/photos.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { recordCreator } from '#tests/support/team-with-records.ts'
import { type Member, newMember, newTeam, registration } from '#tests/support/teams.ts'

const plans = Plans.parse([
  { id: 'free', name: 'Free', price: 0, interval: 'monthly', type: 'team', attributes: { sites: 1 } },
])
const { app, test } = sharedApp({ env: { plans } })

afterEach(() => void vi.restoreAllMocks())

const everything = 'clients,sites,visits,categories'
const one = (more: object = {}): ManifestLine => ({
  path: 'a.pdf',
  bytes: pdfOf('a'),
  client: 'Acme',
  site: 'North',
  ...more,
})

/** A team with a client Acme and its site North. */
const withSite = async () => {
  const ann = await newTeam(app)
  const create = recordCreator(ann)
  const client = await create.client('Acme')
  return { ann, create, client, site: await create.site(client.id, 'North') }
}

const errorsOf = async (who: Member, rows: ManifestLine[], order: Parameters<typeof planFiles>[2] = {}) =>
  (await planFiles(who, rows, { dry_run: true, ...order })).rows.map(({ verdict, errors }) => errors ?? verdict)

describe('a row of a manifest', () => {
  test('is refused for what cannot be a file of ours', async () => {
    const { ann } = await withSite()
    const faults: [object, object][] = [
      [{ path: '' }, { path: ['The path field is required.'] }],
      [{ path: '/etc/a.pdf' }, { path: ['The path must lie in the folder of the manifest.'] }],
      [{ path: 'C:\\a.pdf' }, { path: ['The path must lie in the folder of the manifest.'] }],
      [{ path: 'a/../../b.pdf' }, { path: ['The path must lie in the folder of the manifest.'] }],
      [{ path: 'a\nb.pdf' }, { path: ['The path must lie in the folder of the manifest.'] }],
      [{ path: 'a.docx' }, { path: ['Invalid file type.'] }],
      [{ size: 0 }, { size: ['The file is empty.'] }],
      [{ size: 8_388_609 }, { size: ['File size exceeds limit of 8 MB.'] }],
      [{ size: 'many' }, { size: ['The size must be a number of bytes.'] }],
      [{ path: { toString: 1 } }, { path: ['The path field is required.'] }],
      [{ size: { valueOf: 1, toString: 1 } }, { size: ['The size must be a number of bytes.'] }],
      [{ sha256: 'abc' }, { sha256: ['The sha256 is not a SHA-256.'] }],
      [
        { client: '', site: 'West' },
        {
          site: ['The selected site is invalid.'],
          client: ['The client field is required to make a site: name it in a folder or a column.'],
        },
      ],
      [{ site: '' }, { site: ['The site field is required.'] }],
      [{ completed_at: '2025-02-30' }, { completed_at: ['The completion date is not a valid date.'] }],
      [{ expires_at: 'never' }, { expires_at: ['The expiry date is not a valid date.'] }],
    ]

    for (const [more, errors] of faults) expect(await errorsOf(ann, [one(more)])).toEqual([errors])
    expect(await errorsOf(ann, [one(), one({ bytes: pdfOf('b') }), one({ site: 'NORTH' })])).toEqual([
      'wanted',
      { path: ['Row 1 has this path with other bytes.'] },
      'unchanged',
    ])
  })

  test('names clients, sites, visits and categories as paths write them, and with both where that means two', async () => {
    const { ann, create, client, site } = await withSite()
    const other = await create.client('Bolt')
    await ann.ask(addSite, { body: { name: 'North', client_id: other.id, postcode: 'B1' } })
    await create.site(client.id, 'Café-Nord')
    await create.client('Twin')
    await create.client('twin')
    await create.visit(site.id, 'Spring check')
    const fire = await ann.ask(addCategory, { body: { name: 'Fire' } })
    const gas = await ann.ask(addCategory, { body: { name: 'Gas/Oil' } })
    await ann.ask(addCategory, { body: { name: 'Alarms', parent_id: fire.id } })
    await ann.ask(addCategory, { body: { name: 'Alarms', parent_id: gas.id } })
    const wanted = [
      { site: 'cafe_nord', client: 'ACME' },
      { site: site.id, client: '' },
      { client: '', postcode: 'b 1' },
      { visit: 'spring_check' },
      { category: `${fire.id}; Gas\\/Oil / Alarms` },
      { category: 'fire' },
    ]

    for (const more of wanted) expect([more, await errorsOf(ann, [one(more)])]).toEqual([more, ['wanted']])
    expect(await errorsOf(ann, [one({ client: '' })])).toEqual([
      {
        site: [
          expect.stringMatching(
            /^Several sites have this name: “North” \((Acme|Bolt, B1)\), “North” \((Acme|Bolt, B1)\)\.$/,
          ),
        ],
      },
    ])
    expect(await errorsOf(ann, [one({ client: 'TWIN' })])).toEqual([
      { client: [expect.stringMatching(/^Several clients have this name: “[Tt]win” \(.+\), “[Tt]win” \(.+\)\.$/)] },
    ])
    expect(await errorsOf(ann, [one({ category: 'Alarms' })])).toEqual([
      { category: ['Several categories have this name: “Alarms” (Fire), “Alarms” (Gas/Oil).'] },
    ])
    expect(await errorsOf(ann, [one({ visit: 'Autumn', category: 'Water / Pumps', site: 'South' })])).toEqual([
      {
        site: ['The selected site is invalid.'],
        visit: ['The selected visit is invalid.'],
        category: ['The selected category is invalid.'],
      },
    ])
    const { missing } = await planFiles(
      ann,
      [one({ visit: 'Autumn', category: 'Water / Pumps' }), one({ path: 'b.pdf', site: 'South', visit: 'AUTUMN' })],
      { dry_run: true },
    )
    expect(missing).toEqual({
      clients: [],
      sites: [{ client: 'Acme', name: 'South', rows: 1 }],
      visits: [
        { client: 'Acme', site: 'North', name: 'Autumn', rows: 1 },
        { client: 'Acme', site: 'South', name: 'AUTUMN', rows: 1 },
      ],
      categories: [
        { name: 'Water', rows: 1 },
        { name: 'Water / Pumps', rows: 1 },
      ],
    })
  })

  test('is unchanged where its site has the bytes, whatever they are called there', async () => {
    const { ann, site, create, client } = await withSite()
    const south = await create.site(client.id, 'South')
    const beside = { file: new File([pdfOf('a')], 'old.pdf', { type: 'application/pdf' }) }
    const had = await ann.ask(uploadFile, { body: { site_id: site.id, name: 'Old name' } }, beside)

    const { rows } = await planFiles(ann, [one({ visit: 'Unknown', name: 'New' }), one({ site: south.name })], {
      dry_run: true,
    })
    await ann.call(deleteFile, { params: { id: had.id } })

    expect(rows).toEqual([
      { row: 1, path: 'a.pdf', verdict: 'unchanged', id: had.id },
      { row: 2, path: 'a.pdf', verdict: 'wanted', id: null },
    ])
    expect(await errorsOf(ann, [one()])).toEqual(['wanted'])
  })
})

describe('a manifest as a whole', () => {
  test('is refused for its columns, and for more than 100,000 rows with 413', async ({ ann }) => {
    const refused = async (text: string, order = {}) => (await planFiles(ann, text, order)).problem
    const line = `a.pdf,North,10,${'a'.repeat(64)}\n`

    expect(await refused('path,size,sha256\n')).toMatchObject({
      errors: { file: ['The file has no column for the site; it has "path", "size", "sha256".'] },
    })
    expect(await refused('path,site,size,sha256\n', { columns: '{"client_id":"path"}' })).toMatchObject({
      errors: { columns: [expect.stringContaining('“client_id” is no field of files.')] },
    })
    expect(await refused('path,site,size,sha256\n', { create: 'files' })).toMatchObject({
      errors: { create: [expect.anything()] },
    })
    const long = await planFiles(ann, `path,site,size,sha256\n${line.repeat(100_001)}`, { dry_run: true })
    expect([long.status, long.problem]).toEqual([413, { message: 'A manifest may have up to 100,000 rows.' }])
    const columns = 'File;Standort;Bytes;Hash;verdict\n'
    const table = await planFiles(ann, `${columns}a.pdf;North;10;${'a'.repeat(64)};refused\n`, {
      dry_run: true,
      columns: '{"site":"Standort"}',
    })
    expect(table.rows).toMatchObject([{ row: 2, path: 'a.pdf', errors: { site: ['The selected site is invalid.'] } }])
    expect(await readdir(join(app.dataDir, 'uploads'))).toEqual([])
  })

  test('that would make more sites than the plan allows is refused before anything is made (D-43)', async () => {
    const owner = await newTeam(app)
    await owner.call(createTeam, { body: { name: 'Second', slug: registration().team_slug } })
    const rows = [one(), one({ path: 'b.pdf', site: 'South' })]

    for (const dry_run of [true, false]) {
      expect(await planFiles(owner, rows, { dry_run, create: everything })).toMatchObject({ status: 422 })
    }
    expect([await owner.ask(listSites), await owner.ask(listImports)]).toEqual([[], []])
    expect(await planFiles(owner, rows.slice(1), { create: everything })).toMatchObject({
      summary: { created: { sites: 1 } },
    })
  })

  test('is of those who may import, and create what it makes', async ({ owner, admin, bob }) => {
    const create = recordCreator(owner)
    const client = await create.client('Acme')
    await create.site(client.id, 'North')
    const without = await newMember(app, owner, 'admin', { abilities: { visits: { create: false } } })
    const limited = await newMember(app, owner, 'admin', { clientId: client.id })
    const editor = await newMember(app, owner, 'editor')

    expect((await planFiles(admin, [one()], { create: 'visits' })).status).toBe(200)
    expect((await planFiles(without, [one()], { create: 'visits' })).status).toBe(403)
    expect((await planFiles(without, [one()])).status).toBe(200)
    for (const who of [limited, editor]) expect((await planFiles(who, [one()])).status).toBe(403)
    expect((await planFiles(app.guest() as Member, [one()])).status).toBe(401)
    const [run] = await owner.ask(listImports)
    const id = run?.id ?? ''
    expect((await sendRow(bob, id, 1, pdfOf('a'))).status).toBe(404)
    expect((await sendRow(editor, id, 1, pdfOf('a'))).status).toBe(403)
    for (const endpoint of [finishImport, stopImport, undoImport]) {
      expect((await bob.refused(endpoint, { params: { run: id } })).status).toBe(404)
    }
    const table = await importFile(owner, 'clients', 'name\nBolt\n')
    expect((await sendRow(owner, table.summary?.run ?? '', 1, pdfOf('a'))).status).toBe(404)
    expect((await owner.refused(finishImport, { params: { run: table.summary?.run ?? '' } })).status).toBe(404)
  })
})

describe('the bytes of a row', () => {
  test('are those of the manifest, of a type that is ours, and for a site that is there', async () => {
    const { ann, site, client } = await withSite()
    const text = Buffer.from('no PDF at all, whatever it says')
    const { headers } = await planFiles(ann, [one(), one({ path: 'b.pdf', bytes: text }), one({ path: '../c.pdf' })])
    const run = headers.get('x-import-run') ?? ''
    const refusal = (errors: object) => ({ status: 422, body: { errors } })

    expect(await sendRow(ann, run, 1, pdfOf('b'))).toMatchObject(
      refusal({ file: ['These are other bytes than the manifest names.'] }),
    )
    expect(await sendRow(ann, run, 1, pdfOf('a longer one'))).toMatchObject(refusal({ file: [expect.any(String)] }))
    expect(await sendRow(ann, run, 2, text)).toMatchObject(refusal({ file: ['Invalid file type.'] }))
    expect(await sendRow(ann, run, 1, pdfOf('a'), 'text/plain')).toMatchObject(
      refusal({ file: ['Invalid file type.'] }),
    )
    for (const row of [3, 4, 0, 'x']) expect((await sendRow(ann, run, row as number, pdfOf('a'))).status).toBe(404)
    await ann.ask(updateSite, { params: { id: site.id }, body: { name: 'Renamed', client_id: client.id } })
    vi.spyOn(app.ledger, 'append').mockRejectedValueOnce(new EventStoreFull())
    expect((await sendRow(ann, run, 1, pdfOf('a'))).status).toBe(503)
    const { body, status } = await sendRow(ann, run, 1, pdfOf('a'))
    expect([status, body]).toMatchObject([201, { site: { name: 'Renamed' } }])
    await ann.call(deleteSite, { params: { id: site.id } })
    expect(await sendRow(ann, run, 2, text)).toMatchObject(refusal({ site: ['The selected site is invalid.'] }))
    expect(await ann.ask(showImport, { params: { run } })).toMatchObject({
      created: 1,
      progress: { done: 1, total: 2 },
    })
  })

  test('are there once, however often and by whoever they come', async ({ owner, admin }) => {
    const create = recordCreator(owner)
    const site = await create.site((await create.client('Acme')).id, 'North')
    const first = (await planFiles(owner, [one()])).headers.get('x-import-run') ?? ''
    const second = (await planFiles(owner, [one({ name: 'Again' })])).headers.get('x-import-run') ?? ''

    const sent = await Promise.all([
      sendRow(owner, first, 1, pdfOf('a')),
      sendRow(admin, first, 1, pdfOf('a')),
      sendRow(owner, second, 1, pdfOf('a')),
    ])
    const again = await sendRow(owner, second, 1, pdfOf('a'))

    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 200, 201])
    expect(again.status).toBe(200)
    expect(new Set([...sent, again].map(({ body }) => (body as { id: string }).id)).size).toBe(1)
    expect(await owner.ask(listFiles)).toMatchObject([{ name: 'a', site_id: site.id }])
    const ended = [first, second].map((run) => owner.ask(finishImport, { params: { run } }))
    const counts = (await Promise.all(ended)).map(({ created, unchanged }) => [created, unchanged])
    expect(counts.toSorted()).toEqual([
      [0, 1],
      [1, 0],
    ])
  })
})

describe('bytes that came by another run', () => {
  test('are noted of several rows at once', async () => {
    const { ann } = await withSite()
    const rows = ['a', 'b', 'c', 'd'].map((text) => one({ path: `${text}.pdf`, bytes: pdfOf(text) }))
    const runs = [rows, rows.toReversed()].map(async (manifest) => {
      return (await planFiles(ann, manifest)).headers.get('x-import-run') ?? ''
    })
    const [first = '', second = ''] = await Promise.all(runs)
    const send = async (run: string, order: string) =>
      Promise.all([...order].map(async (text, at) => (await sendRow(ann, run, at + 1, pdfOf(text))).status))

    expect(await send(first, 'abcd')).toEqual([201, 201, 201, 201])
    expect(await send(second, 'dcba')).toEqual([200, 200, 200, 200])
    expect(await ann.ask(finishImport, { params: { run: second } })).toMatchObject({ created: 0, unchanged: 4 })
  })
})

describe('a photo of a phone', () => {
  test('is known by the bytes that were sent, and becomes a JPEG', async () => {
    const { ann } = await withSite()
    const photo = one({ path: 'Photos/IMG_0042.HEIC', bytes: Buffer.from(heicBytes) })
    const run = (await planFiles(ann, [photo])).headers.get('x-import-run') ?? ''

    const { status, body } = await sendRow(ann, run, 1, Buffer.from(heicBytes), 'image/heic')

    expect([status, body]).toMatchObject([
      201,
      { name: 'IMG_0042', local_file_name: 'IMG_0042.jpg', type: 'image/jpeg' },
    ])
    expect((await planFiles(ann, [{ ...photo, name: 'Other' }])).rows).toMatchObject([
      { verdict: 'unchanged', id: (body as { id: string }).id },
    ])
  })
})

describe('a run of files', () => {
  test('takes no file that was on its way while it was stopped', async () => {
    const { ann } = await withSite()
    const { headers } = await planFiles(ann, [one()])
    const run = headers.get('x-import-run') ?? ''
    const read = app.ledger.read.bind(app.ledger)
    const reading = vi.spyOn(app.ledger, 'read').mockImplementation(async (stream, ...more) => {
      if (!stream.startsWith('site-')) return read(stream, ...more)
      reading.mockRestore()
      await ann.ask(stopImport, { params: { run } })
      return read(stream, ...more)
    })

    expect(await sendRow(ann, run, 1, pdfOf('a'))).toMatchObject({ status: 409 })
    expect(await ann.ask(listFiles)).toEqual([])
  })

  test('is undone with the file that came a moment before', async () => {
    const { ann } = await withSite()
    const { headers } = await planFiles(ann, [one()])
    const run = headers.get('x-import-run') ?? ''
    const append = app.ledger.append.bind(app.ledger)
    let sent: Promise<unknown> | undefined
    const appending = vi.spyOn(app.ledger, 'append').mockImplementation(async (stream, revision, events) => {
      if (events[0]?.type !== 'ImportStopped' || sent) return append(stream, revision, events)
      await new Promise<void>((came) => {
        appending.mockImplementation(async (...sending) => {
          const position = await append(...sending)
          came()
          return position
        })
        sent = sendRow(ann, run, 1, pdfOf('a'))
      })
      return append(stream, revision, events)
    })

    expect(await ann.ask(undoImport, { params: { run } })).toMatchObject({ deleted: 1 })
    appending.mockRestore()
    expect(await sent).toMatchObject({ status: 201 })
    expect(await ann.ask(listFiles)).toEqual([])
  })

  test('is undone with the file that is recorded while it ends', async () => {
    const { ann } = await withSite()
    const { headers } = await planFiles(ann, [one()])
    const run = headers.get('x-import-run') ?? ''
    const append = app.ledger.append.bind(app.ledger)
    let undone: Promise<unknown> | undefined
    const appending = vi.spyOn(app.ledger, 'append').mockImplementation(async (stream, revision, events) => {
      if (events[0]?.type !== 'FileUploaded' || undone) return append(stream, revision, events)
      const closed = new Promise<void>((resolve) => {
        appending.mockImplementation(async (...sending) => {
          const position = await append(...sending)
          resolve()
          return position
        })
      })
      undone = ann.ask(undoImport, { params: { run } })
      await closed
      for (let turn = 0; turn < 50; turn += 1) await ann.ask(listFiles)
      return append(stream, revision, events)
    })

    expect(await sendRow(ann, run, 1, pdfOf('a'))).toMatchObject({ status: 201 })
    expect(await undone).toMatchObject({ deleted: 1 })
    appending.mockRestore()
    expect(await ann.ask(listFiles)).toEqual([])
  })

  test('makes nothing in a client that is deleted meanwhile', async () => {
    const { ann, client } = await withSite()
    const append = app.ledger.append.bind(app.ledger)
    const appending = vi.spyOn(app.ledger, 'append').mockImplementation(async (stream, revision, events) => {
      if (events[0]?.type !== 'ImportStarted') return append(stream, revision, events)
      appending.mockRestore()
      await ann.call(deleteClient, { params: { id: client.id } })
      return append(stream, revision, events)
    })

    const { rows, summary } = await planFiles(ann, [one({ site: 'South', client: 'Acme' })], { create: everything })
    expect(rows).toMatchObject([{ errors: { row: ['What it names was deleted in the meantime.'] } }])
    expect(summary).toMatchObject({ wanted: 0, refused: 1, created: { sites: 0 } })
  })

  test('keeps its place for 30 days', async () => {
    const { ann } = await withSite()
    const day = 24 * 60 * 60_000
    const runOn = async (days: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * day })
      const { headers } = await planFiles(ann, [one(), one({ path: 'b.pdf', bytes: pdfOf('b') })])
      vi.useRealTimers()
      return headers.get('x-import-run') ?? ''
    }

    const first = await runOn(-60)
    expect(await runOn(-31)).toBe(first)
    const next = await runOn(0)
    expect(next).not.toBe(first)
    expect(await runOn(0)).toBe(next)
  })

  test('is interrupted after ten minutes, goes on with its manifest, is stopped, and ends', async () => {
    const { ann } = await withSite()
    const manifest = [
      one(),
      one({ path: 'b.pdf', bytes: pdfOf('b') }),
      one({ path: 'c.pdf', bytes: pdfOf('c'), size: 0 }),
    ]
    const { headers } = await planFiles(ann, manifest, { file_name: 'share.csv' })
    const run = headers.get('x-import-run') ?? ''
    const params = { run }
    await sendRow(ann, run, 1, pdfOf('a'))
    const status = async () => (await ann.ask(showImport, { params })).status

    expect(await status()).toBe('running')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 })
    expect(await status()).toBe('interrupted')
    const resumed = await planFiles(ann, manifest)
    vi.useRealTimers()
    expect(resumed.headers.get('x-import-run')).toBe(run)
    expect(resumed.headers.get('x-import-resumed')).toBe('true')
    expect(resumed.rows.map(({ verdict }) => verdict)).toEqual(['unchanged', 'wanted', 'refused'])
    await ann.ask(stopImport, { params })
    expect(await status()).toBe('stopped')
    expect(await sendRow(ann, run, 2, pdfOf('b'))).toMatchObject({ status: 409 })
    expect((await ann.refused(stopImport, { params })).status).toBe(409)
    expect((await planFiles(ann, manifest)).headers.get('x-import-run')).toBe(run)
    expect(await ann.ask(listRefusedRows, { params })).toMatchObject([
      { row: 3, errors: { size: ['The file is empty.'] }, cells: { path: 'c.pdf' } },
    ])
    expect((await ann.refused(finishImport, { params })).body).toEqual({
      message: 'The import still awaits 1 file.',
      wanted: 1,
    })
    expect(await ann.ask(finishImport, { params, query: { leave: 'true' } })).toMatchObject({
      status: 'finished',
      created: 1,
      refused: 1,
      unchanged: 0,
    })
    expect(await sendRow(ann, run, 2, pdfOf('b'))).toMatchObject({
      status: 409,
      body: { message: 'The import has ended.' },
    })
    const next = await planFiles(ann, manifest)
    expect(next.headers.get('x-import-run')).not.toBe(run)
    expect(next.rows.map(({ verdict }) => verdict)).toEqual(['unchanged', 'wanted', 'refused'])
  })

  test('does not bring back what somebody has deleted, nor undo what somebody has changed', async () => {
    const { ann } = await withSite()
    const manifest = [
      one(),
      one({ path: 'b.pdf', bytes: pdfOf('b') }),
      one({ path: 'c.pdf', bytes: pdfOf('c'), site: 'South' }),
    ]
    const { rows, headers } = await planFiles(ann, manifest, { create: everything })
    const run = headers.get('x-import-run') ?? ''
    await sendRow(ann, run, 1, pdfOf('a'))
    await sendRow(ann, run, 2, pdfOf('b'))
    await ann.call(deleteFile, { params: { id: rows[0]?.id ?? '' } })
    await ann.ask(updateFile, { params: { id: rows[1]?.id ?? '' }, body: { name: 'Mine' } })
    const south = (await ann.ask(listSites)).find(({ name }) => name === 'South')
    await ann.call(deleteSite, { params: { id: south?.id ?? '' } })

    expect(await sendRow(ann, run, 1, pdfOf('a'))).toMatchObject({
      status: 422,
      body: { errors: { file: ['The file was deleted.'] } },
    })
    const again = await planFiles(ann, manifest, { create: everything })
    const undone = await ann.ask(undoImport, { params: { run } })

    expect(again.rows.map(({ verdict, errors }) => errors ?? verdict)).toEqual([
      'unchanged',
      'unchanged',
      { row: ['What it names was deleted in the meantime.'] },
    ])
    expect(undone).toMatchObject({ deleted: 0, kept: 1, kept_records: [{ kind: 'files', name: 'Mine' }] })
    expect(await sendRow(ann, run, 2, pdfOf('b'))).toMatchObject({
      status: 409,
      body: { message: 'The import has been undone.' },
    })
    expect(await ann.ask(undoImport, { params: { run } })).toMatchObject({ deleted: 0, kept: 1 })
    expect((await ann.refused(finishImport, { params: { run } })).status).toBe(409)
    expect((await planFiles(ann, manifest)).headers.get('x-import-run')).not.toBe(run)
  })
})
