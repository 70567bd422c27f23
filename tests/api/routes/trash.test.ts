import { describe, expect } from 'vitest'
import type { Problem } from '#schemas/calls/problem.ts'
import type { ProgressLine } from '#schemas/calls/progress.ts'
import { type CategoryId, ImportId, TrashId } from '#schemas/ids.ts'
import { addCategory, deleteCategory, listCategories } from '#schemas/resources/categories.ts'
import { deleteClient, listClients } from '#schemas/resources/clients.ts'
import { showCategoryDeletion, showClientDeletion, showSiteDeletion } from '#schemas/resources/deletions.ts'
import { deleteDocument, listDocuments, uploadDocument } from '#schemas/resources/documents.ts'
import { deleteFile, listFiles, updateFile } from '#schemas/resources/files.ts'
import { undoImport } from '#schemas/resources/imports.ts'
import { deleteSite, listSites } from '#schemas/resources/sites.ts'
import {
  listTrash,
  listTrashContents,
  restoreSeveral,
  restoreTrash,
  type TrashEntry,
  type TrashRecord,
} from '#schemas/resources/trash.ts'
import { deleteVisit, listVisits } from '#schemas/resources/visits.ts'
import { pathOf } from '#tests/support/caller.ts'
import { fileOf } from '#tests/support/files.ts'
import { importFile } from '#tests/support/imports.ts'
import { newTrashId } from '#tests/support/new-ids.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { teamWithRecords } from '#tests/support/team-with-records.ts'
import { type Member, newMember, newTeam } from '#tests/support/teams.ts'

const { app, test } = sharedApp()

const withoutRevisions = (rows: readonly { revision: string; thumbnail_url?: string | null }[]) =>
  rows.map(({ revision: _, ...row }) => row)

/** Everything that the lists of a team show; a revision tells of the deletion and the restore. */
const listsOf = async (who: Member) => ({
  clients: withoutRevisions(await who.ask(listClients)),
  sites: withoutRevisions(await who.ask(listSites)),
  visits: withoutRevisions(await who.ask(listVisits)),
  files: withoutRevisions(await who.ask(listFiles)),
  documents: withoutRevisions(await who.ask(listDocuments)),
})

const trashOf = async (who: Member): Promise<TrashEntry[]> => await who.ask(listTrash)
const restore = (who: Member, id: TrashEntry['id']) => who.call(restoreTrash, { params: { id } })
const refusedRestore = (who: Member, id: TrashEntry['id']) => who.refused(restoreTrash, { params: { id } })
const trashIdOf = ({ headers }: { headers: Headers }) => TrashId.parse(headers.get('x-trash-id'))

describe('the trash', () => {
  test('says who deleted a thing, when, and until when it can be restored', async ({ ann, records: { spring } }) => {
    await ann.call(deleteVisit, { params: { id: spring.id } })

    const [entry] = await trashOf(ann)

    expect(entry?.deleted_by_user.name).toMatch(/^Ann/)
    const days = (Date.parse(entry?.expires_at ?? '') - Date.parse(entry?.deleted_at ?? '')) / (24 * 60 * 60 * 1000)
    expect(days).toBe(30)
  })

  test('brings back a visit on its files, a site, a file, a document and a category', async () => {
    const { ann, south, north, spring, ofSpring } = await teamWithRecords(app)
    const pdf = { file: fileOf('handbook.pdf', 'application/pdf') }
    const document = await ann.ask(uploadDocument, {}, pdf)
    const fire = await ann.ask(addCategory, { body: { name: 'Fire' } })
    await ann.call(addCategory, { body: { name: 'Alarms', parent_id: fire.id } })
    const before = await listsOf(ann)
    const categories = await ann.ask(listCategories)

    const trashed = [
      trashIdOf(await ann.call(deleteFile, { params: { id: ofSpring.id } })),
      trashIdOf(await ann.call(deleteVisit, { params: { id: spring.id } })),
      trashIdOf(await ann.call(deleteSite, { params: { id: north.id } })),
      trashIdOf(await ann.call(deleteSite, { params: { id: south.id } })),
      trashIdOf(await ann.call(deleteDocument, { params: { id: document.id } })),
      trashIdOf(await ann.call(deleteCategory, { params: { id: fire.id } })),
    ]
    const counted = Object.fromEntries((await trashOf(ann)).map(({ name, contents }) => [name, contents]))
    expect(counted).toMatchObject({
      North: { sites: 1, files: 1 },
      Fire: { categories: 2 },
      handbook: { documents: 1 },
    })
    for (const id of trashed.reverse()) await restore(ann, id)

    expect(await listsOf(ann)).toEqual(before)
    expect((await ann.ask(listCategories)).map(({ name, children }) => [name, children.length])).toEqual(
      categories.map(({ name, children }) => [name, children.length]),
    )
    expect(await trashOf(ann)).toEqual([])
  })

  test('says what must come back first', async ({ ann, records: { acme, north, spring, beside } }) => {
    const visit = trashIdOf(await ann.call(deleteVisit, { params: { id: spring.id } }))
    const file = trashIdOf(await ann.call(deleteFile, { params: { id: beside.id } }))
    const site = trashIdOf(await ann.call(deleteSite, { params: { id: north.id } }))
    const client = trashIdOf(await ann.call(deleteClient, { params: { id: acme.id } }))
    const refusal = async (id: typeof visit) => {
      const { status, body } = await refusedRestore(ann, id)
      return [status, body.message]
    }

    for (const id of [visit, file, site]) {
      expect(await refusal(id)).toEqual([409, 'Please restore the client “Acme” first.'])
    }
    await restore(ann, client)
    for (const id of [visit, file]) {
      expect(await refusal(id)).toEqual([409, 'Please restore the site “North” first.'])
    }
    await restore(ann, site)
    for (const id of [visit, file]) await restore(ann, id)
    expect(await trashOf(ann)).toEqual([])
  })

  test('brings a thing back once', async ({ ann, records: { beside } }) => {
    const id = trashIdOf(await ann.call(deleteFile, { params: { id: beside.id } }))
    const path = pathOf(restoreTrash, { params: { id } })

    const atOnce = await Promise.all([ann.request('POST', path, { json: {} }), ann.request('POST', path, { json: {} })])

    expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await refusedRestore(ann, newTrashId())).status).toBe(404)
  })

  test('shows nobody what they may not delete or see, nor another team’s (D-57)', async () => {
    const { ann, acme, zenith, north, beside } = await teamWithRecords(app)
    const id = trashIdOf(await ann.call(deleteFile, { params: { id: beside.id } }))
    const bob = await newTeam(app)
    const viewer = await newMember(app, ann, 'editor')
    const ofZenith = await newMember(app, ann, 'admin', { clientId: zenith.id })
    const ofNorth = await newMember(app, ann, 'admin', { clientId: acme.id, siteIds: [north.id] })

    for (const who of [bob, viewer, ofZenith]) {
      expect(await trashOf(who)).toEqual([])
      expect((await refusedRestore(who, id)).status).toBe(404)
    }
    expect((await trashOf(ofNorth)).map((entry) => entry.id)).toEqual([id])
    await restore(ofNorth, id)
    expect(await trashOf(ann)).toEqual([])
  })

  test('comes in pages, newest first (D-08)', async ({ ann, records: { spring, beside, ofSpring } }) => {
    await ann.call(deleteVisit, { params: { id: spring.id } })
    for (const { id } of [beside, ofSpring]) await ann.call(deleteFile, { params: { id } })

    const first = await ann.call(listTrash, { query: { limit: 2 } })
    const next = /<(.*)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = (await ann.request('GET', next)).body as TrashEntry[]

    expect(first.headers.get('x-total-count')).toBe('3')
    expect([...first.body, ...second].map(({ name }) => name)).toEqual(['Of spring', 'Beside', 'Spring'])
  })
})

describe('an undone import', () => {
  const rows = ['name,client', 'Wharf,Acme', 'Crane,Newco', 'Lock,Newco']

  test('is one entry that unfolds, and comes back as one, with its progress', async ({
    ann,
    bob,
    records: { acme },
  }) => {
    const { summary } = await importFile(ann, 'sites', rows.join('\n'), { create_clients: true, file_name: 'dock.csv' })
    const { trash_id } = await ann.ask(undoImport, { params: { run: summary?.run ?? '' } })
    const id = TrashId.parse(trash_id)
    const ofImport = (run: unknown) => ann.ask(listTrash, { query: { import: ImportId.parse(run) } })
    expect(await ofImport(summary?.run)).toEqual(await trashOf(ann))
    expect(await ofImport(id)).toEqual([])
    const contents = { clients: 1, sites: 3 }
    const limited = await newMember(app, ann, 'admin', { clientId: acme.id })
    const withoutClients = await newMember(app, ann, 'admin', { abilities: { clients: { delete: false } } })

    expect(await trashOf(ann)).toMatchObject([
      { id, resource: 'sites', record_id: null, name: 'Import of dock.csv', contents },
    ])
    const first = await ann.call(listTrashContents, { params: { id }, query: { limit: 2 } })
    expect(first.headers.get('x-total-count')).toBe('4')
    const next = /<(.*)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const all = [...first.body, ...((await ann.request('GET', next)).body as TrashRecord[])]
    expect(all.map(({ resource, name, client_name }) => [resource, name, client_name])).toEqual([
      ['clients', 'Newco', null],
      ['sites', 'Crane', 'Newco'],
      ['sites', 'Lock', 'Newco'],
      ['sites', 'Wharf', 'Acme'],
    ])
    for (const who of [bob, limited, withoutClients]) {
      expect(await trashOf(who)).toEqual([])
      expect((await who.refused(listTrashContents, { params: { id } })).status).toBe(404)
      expect((await refusedRestore(who, id)).status).toBe(404)
    }

    await ann.call(deleteClient, { params: { id: acme.id } })
    expect((await refusedRestore(ann, id)).body.message).toBe('Please restore the client “Acme” first.')
    expect((await ann.ask(listSites)).map(({ name }) => name)).toEqual(['East'])
    await restore(ann, (await trashOf(ann))[0]?.id ?? id)
    const answer = await ann.request('POST', pathOf(restoreTrash, { params: { id } }), {
      json: {},
      headers: { accept: 'application/x-ndjson' },
    })
    const lines = String(answer.body)
      .trim()
      .split('\n')
      .map((line): ProgressLine<TrashEntry> => JSON.parse(line))
    expect(lines.at(-2)).toEqual({ progress: { done: 4, total: 4 } })
    expect(lines.at(-1)).toMatchObject({ outcome: { id, contents } })
    expect((await ann.ask(listSites)).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Crane', 'Lock', 'Wharf']),
    )
    expect(await trashOf(ann)).toEqual([])
  })
})

describe('the list of the trash', () => {
  test('is narrowed by words, noun, person and days, all at once', async ({
    ann,
    records: { acme, beside, spring },
  }) => {
    const ben = await newMember(app, ann, 'admin')
    await ben.call(deleteFile, { params: { id: beside.id } })
    await ann.call(deleteVisit, { params: { id: spring.id } })
    await ann.call(deleteClient, { params: { id: acme.id } })
    const named = async (query: object) => (await ann.ask(listTrash, { query })).map(({ name }) => name)
    const [today, tomorrow] = [0, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))

    expect(await named({ search: ' ' })).toEqual(['Acme', 'Spring', 'Beside'])
    expect(await named({ search: 'BÉSI' })).toEqual(['Beside'])
    expect(await named({ search: 'of spring' })).toEqual(['Acme'])
    expect(await named({ search: 'sprin' })).toEqual(['Acme', 'Spring'])
    expect(await named({ search: 'spring beside' })).toEqual([])
    expect(await named({ resource: 'files' })).toEqual(['Beside'])
    expect(await named({ deleted_by: ben.userId })).toEqual(['Beside'])
    expect(await named({ deleted_by: ben.userId, resource: 'visits' })).toEqual([])
    expect(await named({ from: tomorrow })).toEqual([])
    expect(await named({ from: '2026-01-01', to: tomorrow, resource: 'visits' })).toEqual(['Spring'])
    const { status, body } = await ann.refused(listTrash, { query: { from: tomorrow, to: today } })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['to']])
    for (const [name, value] of [
      ['resource', 'boats'],
      ['deleted_by', 'ben'],
      ['search', 'x'.repeat(256)],
    ]) {
      const refused = await ann.request('GET', `/api/trash?${name}=${value}`)
      expect([refused.status, Object.keys((refused.body as Problem).errors ?? {})]).toEqual([422, [name]])
    }
  })
})

describe('several entries', () => {
  test('are restored in the order that they need, each as a whole; what stays is named with its reason', async () => {
    const { ann, acme, north, south, beside, spring } = await teamWithRecords(app)
    const bob = await newTeam(app)
    const visit = trashIdOf(await ann.call(deleteVisit, { params: { id: spring.id } }))
    const file = trashIdOf(await ann.call(deleteFile, { params: { id: beside.id } }))
    const site = trashIdOf(await ann.call(deleteSite, { params: { id: north.id } }))
    const other = trashIdOf(await ann.call(deleteSite, { params: { id: south.id } }))
    const client = trashIdOf(await ann.call(deleteClient, { params: { id: acme.id } }))
    const several = (ids: string[]) => ann.ask(restoreSeveral, { body: { ids } })
    const unknown = newTrashId()

    expect(await bob.ask(restoreSeveral, { body: { ids: [file] } })).toMatchObject({
      restored: [],
      left: [{ id: file, name: null, message: 'It is no longer in the trash.' }],
    })
    expect(await several([other, file, unknown])).toEqual({
      restored: [],
      left: [
        { id: unknown, name: null, message: 'It is no longer in the trash.' },
        { id: other, name: 'South', message: 'Please restore the client “Acme” first.' },
        { id: file, name: 'Beside', message: 'Please restore the client “Acme” first.' },
      ],
    })
    const { restored, left } = await several([file, visit, site, client, file])
    expect(restored.map(({ name }) => name)).toEqual(['Acme', 'North', 'Beside', 'Spring'])
    expect(left).toEqual([])
    expect((await trashOf(ann)).map(({ id }) => id)).toEqual([other])
    for (const ids of [[], Array.from({ length: 101 }, newTrashId)]) {
      const refused = await ann.refused(restoreSeveral, { body: { ids } })
      expect(refused.body.errors).toEqual({ ids: ['Please choose from 1 to 100 entries of the trash.'] })
    }
  })
})

test('what would be deleted with a client or a site is what its deletion puts into the trash', async () => {
  const { ann, acme, north } = await teamWithRecords(app)

  expect((await ann.ask(showSiteDeletion, { params: { id: north.id } })).contents).toEqual({
    sites: 1,
    visits: 1,
    files: 2,
  })
  const { contents } = await ann.ask(showClientDeletion, { params: { id: acme.id } })

  expect(contents).toEqual({ clients: 1, sites: 2, visits: 1, files: 2 })
  await ann.call(deleteClient, { params: { id: acme.id } })
  expect((await ann.ask(listTrash))[0]?.contents).toEqual(contents)
  expect((await ann.refused(showClientDeletion, { params: { id: acme.id } })).status).toBe(404)
})

test('what would be deleted with a category are those below it, and files lose it', async () => {
  const { ann, beside } = await teamWithRecords(app)
  const fire = await ann.ask(addCategory, { body: { name: 'Fire' } })
  const alarms = await ann.ask(addCategory, { body: { name: 'Alarms', parent_id: fire.id } })
  const other = await ann.ask(addCategory, { body: { name: 'Other' } })
  await ann.call(updateFile, { params: { id: beside.id }, body: { name: beside.name, categories: [alarms.id] } })
  const deletionOf = (id: CategoryId) => ann.ask(showCategoryDeletion, { params: { id } })

  expect(await deletionOf(fire.id)).toEqual({ contents: { categories: 2 }, file_count: 1 })
  expect(await deletionOf(other.id)).toEqual({ contents: { categories: 1 }, file_count: 0 })
})
