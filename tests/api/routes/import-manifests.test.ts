import { describe, expect } from 'vitest'
import { addCategory } from '#schemas/resources/categories.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { listFiles, updateFile } from '#schemas/resources/files.ts'
import { finishImport } from '#schemas/resources/import-files.ts'
import { showImport, undoImport } from '#schemas/resources/imports.ts'
import { addSite, listSites } from '#schemas/resources/sites.ts'
import { listTrash, restoreTrash } from '#schemas/resources/trash.ts'
import { listVisits } from '#schemas/resources/visits.ts'
import { pdfOf, planFiles, sendRow } from '#tests/support/manifests.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { newTeam } from '#tests/support/teams.ts'

const { app, test } = sharedApp()

describe('a manifest', () => {
  test('is planned, sent row by row and finished', async () => {
    const ann = await newTeam(app)
    const client = await ann.ask(addClient, { body: { name: 'Northgate' } })
    await ann.ask(addSite, { body: { name: 'Quay House', client_id: client.id } })
    const fire = await ann.ask(addCategory, { body: { name: 'Fire safety' } })
    const a = pdfOf('a')
    const b = pdfOf('b')
    const c = pdfOf('c')
    const place = { client: 'northgate', site: 'Quay_House' }
    const manifest = [
      { path: 'a.pdf', bytes: a, ...place, category: 'fire-safety', completed_at: '11/03/2025' },
      { path: 'b.pdf', bytes: b, ...place, name: 'Bee' },
      { path: 'again.pdf', bytes: a, ...place },
      { path: 'c.pdf', bytes: c, client: 'Nobody', site: 'Nowhere' },
      { path: '../d.pdf', bytes: c, ...place },
    ]

    const dry = await planFiles(ann, manifest, { dry_run: true })
    const real = await planFiles(ann, manifest, { file_name: 'share.csv' })

    expect(dry.rows.map(({ verdict, errors }) => [verdict, errors])).toEqual([
      ['wanted', undefined],
      ['wanted', undefined],
      ['unchanged', undefined],
      ['refused', { client: ['The selected client is invalid.'], site: ['The selected site is invalid.'] }],
      ['refused', { path: ['The path must lie in the folder of the manifest.'] }],
    ])
    expect(dry.missing).toMatchObject({
      clients: [{ name: 'Nobody', rows: 1 }],
      sites: [{ client: 'Nobody', name: 'Nowhere', rows: 1 }],
    })
    const run = real.headers.get('x-import-run') ?? ''
    expect(real.summary).toEqual({
      ...dry.summary,
      run,
      dry_run: false,
      position: expect.any(String),
    })
    expect(real.summary).toMatchObject({ rows: 5, wanted: 2, unchanged: 1, refused: 2, bytes: a.length + b.length })
    expect((await ann.ask(showImport, { params: { run } })).progress).toMatchObject({ done: 0, total: 2 })
    expect((await ann.refused(finishImport, { params: { run } })).body).toMatchObject({ wanted: 2 })

    const second = await sendRow(ann, run, 2, b)
    const first = await sendRow(ann, run, 1, a)
    const again = await sendRow(ann, run, 1, a)
    const finished = await ann.ask(finishImport, { params: { run } })

    expect([second.status, first.status, again.status]).toEqual([201, 201, 200])
    expect(first.body).toMatchObject({
      name: 'a',
      completed_at: '11/03/2025',
      categories: [{ id: fire.id }],
      local_file_name: 'a.pdf',
    })
    expect(again.body).toEqual(first.body)
    expect(second.body).toMatchObject({ name: 'Bee' })
    expect(finished).toMatchObject({ kind: 'files', status: 'finished', created: 2, unchanged: 1, refused: 2 })
    expect(real.rows[0]?.id).toBe((first.body as { id: string }).id)
  })
})

describe('an import of files', () => {
  test('makes what is missing where that is wished, once, and undoes it where it is empty', async () => {
    const ann = await newTeam(app)
    const place = {
      client: 'Northgate',
      site: 'Quay House',
      postcode: 'AB1 2CD',
      visit: 'Spring',
      category: 'Fire / Alarms',
    }
    const manifest = [
      { path: 'a.pdf', bytes: pdfOf('a'), ...place, completed_at: '2025-03-11' },
      {
        path: 'b.pdf',
        bytes: pdfOf('b'),
        ...place,
        client: 'NORTHGATE ',
        completed_at: '2025-03-13',
        expires_at: 'none',
      },
      { path: 'c.pdf', bytes: pdfOf('c'), ...place, site: 'Mill', visit: '', category: 'Gas' },
      { path: 'd.pdf', bytes: pdfOf('d'), ...place, client: 'Empty', completed_at: '2025-02-30' },
    ]
    const create = 'clients,sites,visits,categories'

    const dry = await planFiles(ann, manifest, { dry_run: true, create })
    expect(dry.summary).toMatchObject({
      wanted: 3,
      refused: 1,
      created: { clients: 1, sites: 2, visits: 1, categories: 3 },
    })
    const real = await planFiles(ann, manifest, { create })
    const run = real.summary?.run ?? ''
    expect(real.summary?.created).toEqual(dry.summary?.created)
    for (const [row, text] of [
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ] as const) {
      expect((await sendRow(ann, run, row, pdfOf(text))).status).toBe(201)
    }
    const finished = await ann.ask(finishImport, { params: { run } })
    expect(finished).toMatchObject({ clients_created: 1, made: dry.summary?.created })
    const files = await ann.ask(listFiles)
    expect(files.map(({ name, site, visit_name }) => [name, site.name, site.client_name, visit_name])).toEqual([
      ['c', 'Mill', 'Northgate', null],
      ['b', 'Quay House', 'Northgate', 'Spring'],
      ['a', 'Quay House', 'Northgate', 'Spring'],
    ])
    expect(await ann.ask(listVisits)).toMatchObject([
      { name: 'Spring', started_at: '11/03/2025', ended_at: '13/03/2025' },
    ])
    const [gas] = files
    await ann.ask(updateFile, { params: { id: gas?.id ?? '' }, body: { name: 'Gas certificate' } })

    const undone = await ann.ask(undoImport, { params: { run } })

    expect(undone).toMatchObject({ deleted: 6, kept: 4, trash_id: expect.any(String) })
    expect(undone.kept_records.map(({ kind, name }) => `${kind} ${name}`).toSorted()).toEqual([
      'categories Gas',
      'clients Northgate',
      'files Gas certificate',
      'sites Mill',
    ])
    const again = await ann.ask(undoImport, { params: { run } })
    const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id)
    expect(again.kept_records.toSorted(byId)).toEqual(undone.kept_records.toSorted(byId))
    expect((await ann.ask(listFiles)).map(({ name }) => name)).toEqual(['Gas certificate'])
    expect((await ann.ask(listSites)).map(({ name }) => name)).toEqual(['Mill'])
    expect((await ann.ask(listTrash)).map(({ id }) => id)).toEqual([undone.trash_id])
    await ann.ask(restoreTrash, { params: { id: undone.trash_id ?? '' } })
    expect(await ann.ask(listFiles)).toHaveLength(3)
  })
})
