import { describe, expect } from 'vitest'
import { importRowsStream } from '#api/event-store/streams.ts'
import { ImportId } from '#schemas/ids.ts'
import { addClient, listClients } from '#schemas/resources/clients.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { finishImport } from '#schemas/resources/import-files.ts'
import { listImports, listRefusedRows, showImport, stopImport, undoImport } from '#schemas/resources/imports.ts'
import { listSites } from '#schemas/resources/sites.ts'
import { startAppAmidImport } from '#tests/support/app-amid-import.ts'
import { importFile } from '#tests/support/imports.ts'
import { pdfOf, planFiles } from '#tests/support/manifests.ts'
import { prepared } from '#tests/support/prepared.ts'
import { testsOf } from '#tests/support/shared-app.ts'
import { type Member, newMember, newTeam } from '#tests/support/teams.ts'

const app = prepared(() => startAppAmidImport())
const test = testsOf(app)

const rows = 600
const file = `name\n${Array.from({ length: rows }, (_, row) => `Client ${row}`).join('\n')}\n`
const named = { file_name: 'crm.csv' }

const runOf = async (who: Member) => (await who.ask(listImports))[0]?.id ?? ''
const clientsOf = async (who: Member) => Number((await who.call(listClients)).headers.get('x-total-count'))

/** Sends the file, and stops its import in the midst. */
const stopped = async (who: Member) => {
  app.amid(who.teamId, async () => who.call(stopImport, { params: { run: await runOf(who) } }))
  return importFile(who, 'clients', file, named)
}

describe('an import that is stopped', () => {
  test('keeps what was written, tells it to who sent the file, and is shown as stopped', async ({ ann }) => {
    const { verdicts, summary, broken } = await stopped(ann)

    const written = verdicts.length
    expect(written).toBeGreaterThan(0)
    expect(written).toBeLessThan(rows)
    expect(summary).toBeUndefined()
    expect(broken).toBe(`The import was stopped. ${written} rows were written.`)
    expect(await clientsOf(ann)).toBe(written)
    const run = await ann.ask(showImport, { params: { run: await runOf(ann) } })
    expect(run).toMatchObject({ status: 'stopped', created: written, updated: 0, finished_at: null, progress: null })
    expect(run.stopped_at).not.toBeNull()
    const history = await ann.ask(listHistory, { query: { limit: 2 } })
    const told = history.map(({ summary: each }) => each)
    expect(told.toSorted()).toEqual([`Added ${written} clients`, 'Stopped the import of crm.csv'])
  })

  test('goes on where it was when the file is sent again, and may be stopped again', async ({ ann }) => {
    const first = await stopped(ann)
    const second = await stopped(ann)
    expect(second.headers.get('x-import-resumed')).toBe('true')
    expect(second.broken).toMatch(/^The import was stopped\. \d+ rows were written\.$/)

    const { summary, verdicts, headers } = await importFile(ann, 'clients', file, named)

    expect(headers.get('x-import-run')).toBe(first.headers.get('x-import-run'))
    expect(summary).toMatchObject({ created: rows, unchanged: 0, refused: 0 })
    expect(verdicts.slice(0, first.verdicts.length)).toEqual(first.verdicts)
    expect(await clientsOf(ann)).toBe(rows)
    expect(await ann.ask(listImports)).toMatchObject([{ status: 'finished', created: rows }])
  })

  test('keeps the rows that it refused, also those that it has not come to, and tells them anew when it goes on', async () => {
    const ann = await newTeam(app)
    const faulty = `external_id,name\nF-1,\n${Array.from({ length: rows }, (_, row) => `,Client ${row}`).join('\n')}\nF-2,\n`
    app.amid(ann.teamId, async () => ann.call(stopImport, { params: { run: await runOf(ann) } }))
    const { broken } = await importFile(ann, 'clients', faulty, named)
    expect(broken).toMatch(/^The import was stopped\./)
    const params = { run: await runOf(ann) }
    const refused = async () => (await ann.ask(listRefusedRows, { params })).map(({ external_id }) => external_id)
    expect(await refused()).toEqual(['F-1', 'F-2'])

    const { summary } = await importFile(ann, 'clients', faulty, named)

    expect(summary).toMatchObject({ created: rows, refused: 2 })
    expect(await refused()).toEqual(['F-1', 'F-2'])
    expect(await app.ledger.read(importRowsStream(ImportId.parse(params.run)))).toHaveLength(1)
  })

  test('is interrupted, and no longer stopped, if it ends unasked after it has gone on', async ({ ann }) => {
    await stopped(ann)
    const params = { run: await runOf(ann) }
    app.amid(ann.teamId, () => Promise.reject(new Error('The disk is gone.')))

    const { broken } = await importFile(ann, 'clients', file, named)

    expect(broken).not.toMatch(/stopped/)
    expect(await ann.ask(showImport, { params })).toMatchObject({ status: 'interrupted', stopped_at: null })
    const history = await ann.ask(listHistory, { query: { limit: 10 } })
    expect(history.map(({ summary }) => summary)).toContain('Resumed the import of crm.csv')
  })

  test('is undone as any other', async ({ ann }) => {
    await ann.call(addClient, { body: { name: 'Acme' } })
    const { verdicts } = await stopped(ann)
    const params = { run: await runOf(ann) }

    expect(await ann.ask(undoImport, { params })).toMatchObject({ deleted: verdicts.length, reverted: 0, kept: 0 })
    expect(await clientsOf(ann)).toBe(1)
    expect((await ann.ask(showImport, { params })).status).toBe('undone')
  })

  test('of sites may be stopped while the clients that they name are being added, and writes no site', async () => {
    const ann = await newTeam(app)
    const lines = Array.from({ length: rows }, (_, row) => `Site ${row},Client ${row}`)
    app.amid(ann.teamId, async () => ann.call(stopImport, { params: { run: await runOf(ann) } }))

    const text = `name,client\n${lines.join('\n')}\n`
    const { verdicts, broken } = await importFile(ann, 'sites', text, { create_clients: true })

    const clients = await clientsOf(ann)
    expect(clients).toBeGreaterThan(0)
    expect(clients).toBeLessThan(rows)
    const words = `The import was stopped. 0 rows were written, and ${clients} clients were added for them.`
    expect([verdicts, broken]).toEqual([[], words])
    const run = await ann.ask(showImport, { params: { run: await runOf(ann) } })
    expect(run).toMatchObject({ status: 'stopped', created: 0, clients_created: clients })
    const { summary } = await importFile(ann, 'sites', text, { create_clients: true })
    expect(summary).toMatchObject({ created: rows, clients_created: rows })
  })

  test('of files may be stopped while what they name is being made, is not ended half planned, and goes on', async () => {
    const ann = await newTeam(app)
    const manifest = Array.from({ length: rows }, (_, row) => ({
      path: `${row}.pdf`,
      bytes: pdfOf(`${row}`),
      client: 'Acme',
      site: `Site ${row}`,
    }))
    app.amid(ann.teamId, async () => ann.call(stopImport, { params: { run: await runOf(ann) } }))

    const halted = await planFiles(ann, manifest, { create: 'clients,sites' })

    expect(halted).toMatchObject({ status: 200, rows: [], broken: 'The import was stopped.' })
    const params = { run: await runOf(ann) }
    expect((await ann.ask(showImport, { params })).status).toBe('stopped')
    const made = (await ann.call(listSites)).headers.get('x-total-count')
    expect(Number(made)).toBeLessThan(rows)
    const ended = await ann.refused(finishImport, { params, query: { leave: true } })
    expect(ended).toMatchObject({ status: 409, body: { wanted: rows } })

    const { summary, headers } = await planFiles(ann, manifest, { create: 'clients,sites' })

    expect(headers.get('x-import-resumed')).toBe('true')
    expect(summary).toMatchObject({ wanted: rows, refused: 0, created: { clients: 1, sites: rows } })
  })
})

describe('who stops an import', () => {
  test('is anyone who may import in the team, while it is running', async ({ bob, owner, admin, editor }) => {
    const without = await newMember(app, owner, 'admin', { abilities: { clients: { update: false } } })
    const answers: [string, number][] = []
    app.amid(owner.teamId, async () => {
      const params = { run: await runOf(owner) }
      for (const [name, who] of Object.entries({ bob, without, editor })) {
        answers.push([name, (await who.refused(stopImport, { params })).status])
      }
      expect(await admin.ask(stopImport, { params })).toMatchObject({ status: 'running' })
    })
    const { broken } = await importFile(owner, 'clients', file, named)

    expect(answers).toEqual([
      ['bob', 404],
      ['without', 403],
      ['editor', 403],
    ])
    expect(broken).toMatch(/^The import was stopped\./)
    const params = { run: await runOf(owner) }
    for (const _ of ['stopped', 'finished']) {
      expect(await owner.refused(stopImport, { params })).toMatchObject({
        status: 409,
        body: { message: 'The import is not running.' },
      })
      await importFile(owner, 'clients', file, named)
    }
  })

  test('stops no undo', async ({ ann }) => {
    await stopped(ann)
    const params = { run: await runOf(ann) }
    const shown: unknown[] = []
    app.amid(ann.teamId, async () => {
      shown.push((await ann.ask(showImport, { params })).progress?.undoing)
      shown.push((await ann.refused(stopImport, { params })).status)
    })

    await ann.call(undoImport, { params })

    expect(shown).toEqual([true, 409])
    expect((await ann.ask(showImport, { params })).status).toBe('undone')
  })
})
