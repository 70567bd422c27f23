import { readdir } from 'node:fs/promises'
import { request as send } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, vi } from 'vitest'
import { listClients } from '#schemas/resources/clients.ts'
import { listImports, listRefusedRows } from '#schemas/resources/imports.ts'
import { importFile } from '#tests/support/imports.ts'
import { prepared } from '#tests/support/prepared.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { newTeam } from '#tests/support/teams.ts'
import { refusedTable } from '#web/features/imports/refused-table.ts'
import { sampleFiles } from '#web/features/imports/sample-files.ts'
import { csvOf } from '#web/lib/save-csv.ts'

const { app, test } = sharedApp()
const ann = prepared(() => newTeam(app))

const refusedFor = (message: string | RegExp) => ({
  status: 422,
  problem: {
    message: 'The given data was invalid.',
    errors: { file: [typeof message === 'string' ? message : expect.stringMatching(message)] },
  },
})

/** The files that are needed only while a request is answered. */
const leftOver = () => readdir(join(app.dataDir, 'uploads'))

describe('a file as a whole', () => {
  test.each([
    ['is empty', '', 'The file has no rows.'],
    ['has blank lines alone', '\n  \n;;\n', 'The file has no rows.'],
    ['has a heading alone', 'name,ref\n', 'The file has no rows.'],
    [
      'has no column for the name',
      'Colour,Size\nred,1\n',
      'The file has no column for the name; it has "Colour", "Size".',
    ],
    ['has one column twice', 'Name,name\nAcme,Bolt\n', /^The column "Name" is there more than once\.$/],
    ['has a quote that never ends', 'name\n"Acme\nBolt\n', /^Row 2 cannot be read: /],
    ['has a row of 10 MB', `name\n${'x'.repeat(10 * 1024 * 1024)}\n`, /^Row 2 cannot be read: /],
    ['has a heading of 10 MB', 'x'.repeat(10 * 1024 * 1024), /^Row 1 cannot be read: /],
  ])('is refused where it %s, in a dry run as well, and nothing of it is left', async (_, text, message) => {
    for (const dry_run of [true, false]) {
      expect(await importFile(ann, 'clients', text, { dry_run })).toMatchObject(refusedFor(message))
    }
    expect(await ann.ask(listImports)).toEqual([])
    expect(await leftOver()).toEqual([])
  })

  test('is read whatever its rows are like: too few cells, a line of JSON without end, half a character', async () => {
    const few = await importFile(ann, 'clients', 'ref,name\nA-1\nA-2,Bolt,x\n', { dry_run: true })
    const type = { 'content-type': 'application/x-ndjson; charset=utf-8' }
    const long = `{"name":"${'x'.repeat(10 * 1024 * 1024)}"}\n{"name":"\\ud800"}\n{"name":"Acme"}`
    const lines = await importFile(ann, 'clients', long, { dry_run: true }, type)

    expect(few.verdicts.map(({ cells }) => cells)).toEqual([
      { ref: 'A-1', name: '' },
      { ref: 'A-2', name: 'Bolt', 'more cells': 'x' },
    ])
    expect(few.verdicts.map(({ errors }) => errors?.row)).toEqual([
      ['The row has 1 instead of 2 columns.'],
      ['The row has 3 instead of 2 columns.'],
    ])
    expect(lines.verdicts.map(({ errors }) => errors)).toEqual([
      { row: ['The row is longer than 64 kB.'] },
      { name: ['The name must be text.'] },
      undefined,
    ])
    expect(await leftOver()).toEqual([])
  })

  test('is refused for its type with 415, and for its size with 413 before it is sent', async () => {
    expect((await importFile(ann, 'clients', 'name\nA\n', {}, { 'content-type': 'text/plain' })).status).toBe(415)
    const headers = { cookie: ann.cookie() ?? '', origin: 'http://localhost', 'content-type': 'text/csv' }
    const sending = send(`${app.url}/api/import/clients`, {
      method: 'POST',
      headers: { ...headers, 'content-length': 201 * 1024 * 1024 },
    })
    const answered = new Promise((resolve) => sending.once('response', ({ statusCode }) => resolve(statusCode)))
    sending.write('name\n')

    expect(await answered).toBe(413)
    sending.destroy()
    expect(await leftOver()).toEqual([])
    expect((await importFile(ann, 'clients', 'name\nA\n', { dry_run: 'perhaps' as never })).status).toBe(422)
  })
})

describe('chosen columns', () => {
  const file = 'Firma;Nummer;Name;Phone\nAcme;A-1;Ann;1\n;A-2;Ben;2\n'
  const columns = JSON.stringify({ name: 'Firma', external_id: 'Nummer' })

  test('fill their fields before any other, in what is kept of refused rows and in the run as well', async () => {
    const owner = await newTeam(app)
    const { verdicts, summary } = await importFile(owner, 'clients', file, { columns })
    expect(verdicts.map(({ external_id, verdict }) => [external_id, verdict])).toEqual([
      ['A-1', 'created'],
      ['A-2', 'refused'],
    ])
    expect(summary?.unknown_columns).toEqual(['Name', 'Phone'])
    expect((await owner.ask(listClients)).map(({ name }) => name)).toEqual(['Acme'])
    const [run] = await owner.ask(listImports)
    expect(run?.columns).toEqual({ name: 'Firma', external_id: 'Nummer' })
    const params = { run: summary?.run ?? '' }
    expect((await owner.ask(listRefusedRows, { params }))[0]?.cells).toEqual({ Firma: '', Nummer: 'A-2' })
  })

  test('leave a field empty that has none, and hold for lines of JSON', async ({ owner }) => {
    const type = { 'content-type': 'application/x-ndjson' }
    const order = { columns: '{"name":"Firma","external_id":""}' }
    const { verdicts } = await importFile(owner, 'clients', '{"ref":"A-1","Firma":"Acme"}\n{"name":"B"}', order, type)
    expect(verdicts.map(({ external_id, verdict }) => [external_id, verdict])).toEqual([
      [null, 'created'],
      [null, 'refused'],
    ])
  })

  test.for([
    ['a column that is not there', '{"name":"Company"}', 'file', /^The file has no column "Company"; it has "Firma", /],
    [
      'a field of sites',
      '{"postcode":"Firma"}',
      'columns',
      '“postcode” is no field of clients. They have id, external_id, name.',
    ],
    ['one column twice', '{"name":"Firma","id":"Firma"}', 'columns', 'The column “Firma” is chosen for two fields.'],
    ['no field', '{"colour":"Firma"}', 'columns', /^The columns must be an object with /],
    ['no JSON', 'name', 'columns', /^The columns must be an object with /],
  ] as const)('that name %s are refused, and nothing is written', async ([_, columns, field, message], { owner }) => {
    for (const dry_run of [true, false]) {
      const { status, problem } = await importFile(owner, 'clients', file, { columns, dry_run })
      const text = typeof message === 'string' ? message : expect.stringMatching(message)
      expect([status, problem]).toEqual([422, expect.objectContaining({ errors: { [field]: [text] } })])
    }
    const lines = await importFile(
      owner,
      'clients',
      '{"name":"Acme"}\n',
      { columns: '{"external_id":"Nummer"}' },
      { 'content-type': 'application/x-ndjson' },
    )
    expect(lines.status).toBe(422)
    expect(await owner.ask(listClients)).toEqual([])
    expect(await owner.ask(listImports)).toEqual([])
  })
})

describe('a file that the browser saved', () => {
  beforeEach(() => void vi.stubGlobal('window', new EventTarget()))
  afterEach(() => void vi.unstubAllGlobals())

  test('of refused rows is imported once they are mended, without its number and reason', async ({ owner }) => {
    const { verdicts } = await importFile(owner, 'clients', 'Ref,Name,Colour\nA-1,,red\n=1+1,,\nA-3,Bolt,\n')
    const refused = verdicts.flatMap(({ row, errors, cells = {} }) => (errors ? [{ row, errors, cells }] : []))

    const table = await csvOf(refusedTable(refused).map((row) => ({ ...row, Name: `Client ${row.row}` })))
    const again = await importFile(owner, 'clients', table)

    const message = 'The name field is required.'
    expect(table.split('\r\n')).toEqual([
      'Ref,Name,Colour,row,message',
      `A-1,Client 2,red,2,${message}`,
      `'=1+1,Client 3,,3,${message}`,
      '',
    ])
    expect(again.verdicts.map(({ external_id, verdict }) => [external_id, verdict])).toEqual([
      ['A-1', 'created'],
      ['=1+1', 'created'],
    ])
    expect(again.summary?.unknown_columns).toEqual(['Colour', 'row', 'message'])
  })

  test('as a sample is imported as it is, each column of it', async ({ owner }) => {
    for (const kind of ['clients', 'sites'] as const) {
      const { summary } = await importFile(owner, kind, await csvOf(sampleFiles[kind]))
      expect(summary).toMatchObject({ created: 2, refused: 0, unknown_columns: [] })
    }
  })
})
