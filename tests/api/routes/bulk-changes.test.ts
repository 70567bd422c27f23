import { describe, expect } from 'vitest'
import { type BulkCommand, bulkDecider } from '#api/domain/bulk.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { bulkStream } from '#api/event-store/streams.ts'
import { FileId } from '#schemas/ids.ts'
import { changeFiles, undoChange } from '#schemas/resources/bulk-changes.ts'
import { addCategory } from '#schemas/resources/categories.ts'
import { deleteFile, listFiles, type SiteFile, updateFile } from '#schemas/resources/files.ts'
import { historyOfEach } from '#schemas/resources/history.ts'
import { deleteSite } from '#schemas/resources/sites.ts'
import { listTrash, restoreTrash } from '#schemas/resources/trash.ts'
import { updateVisit } from '#schemas/resources/visits.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { newBulkId, newFileId } from '#tests/support/new-ids.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { teamWithRecords } from '#tests/support/team-with-records.ts'
import { type Member, newMember, newTeam } from '#tests/support/teams.ts'

const day = '01/04/2026'

const { app, test } = sharedApp()

const teamWithFiles = async () => {
  const { ann, ...all } = await teamWithRecords(app)
  const ids = [all.ofSpring.id, all.beside.id]
  return { ann, ...all, ids, fire: await ann.ask(addCategory, { body: { name: 'Fire' } }) }
}

type Shown = Pick<SiteFile, 'visit_name' | 'completed_at' | 'categories'> & { site: SiteFile['site'] }
const shown = ({ visit_name, completed_at, categories, site }: Shown) =>
  [visit_name ?? '-', completed_at, categories.map(({ name }) => name).join(), site.name].join(' ')

const filesOf = async (who: Member) =>
  Object.fromEntries((await who.ask(listFiles)).map((file) => [file.name, shown(file)]))

const change = (who: Member, ids: readonly string[], wanted: object) =>
  who.ask(changeFiles, { body: { ids: [...ids], change: wanted } })
const undo = (who: Member, id: string) => who.ask(undoChange, { params: { undo: id } })

describe('a change of many files', () => {
  test('gives all of them what is wanted and leaves the rest; one undo takes it back', async () => {
    const { ann, ids, fire, spring } = await teamWithFiles()
    const before = await filesOf(ann)

    const { undo: id, changed } = await change(ann, ids, {
      categories: [fire.id],
      completed_at: day,
      visit_id: spring.id,
    })

    expect(changed).toBe(2)
    expect(await filesOf(ann)).toEqual({
      'Of spring': `Spring ${day} Fire North`,
      Beside: `Spring ${day} Fire North`,
    })
    expect(await undo(ann, id)).toEqual({ undone: 2, left: [] })
    expect(await filesOf(ann)).toEqual(before)
    expect((await ann.refused(undoChange, { params: { undo: id } })).status).toBe(409)
  })

  test('adds categories beside those that each has, or takes some off; the history says so, and one undo does', async () => {
    const { ann, ids, ofSpring, fire } = await teamWithFiles()
    const gas = await ann.ask(addCategory, { body: { name: 'Gas' } })
    await change(ann, [ofSpring.id], { categories: [gas.id] })
    const labels = async () =>
      (await ann.ask(listFiles)).map(({ name, categories }) => [name, ...categories.map((each) => each.name)])

    const added = await change(ann, ids, { add_categories: [fire.id] })

    expect(await labels()).toEqual([
      ['Beside', 'Fire'],
      ['Of spring', 'Fire', 'Gas'],
    ])
    const [newest] = await ann.ask(historyOfEach.files, { params: { id: ofSpring.id } })
    expect(newest?.changes).toEqual([{ field: 'categories', from: 'Gas', to: 'Gas, Fire' }])
    const removed = await change(ann, ids, { remove_categories: [gas.id] })
    expect(removed.changed).toBe(1)
    expect(await labels()).toEqual([
      ['Beside', 'Fire'],
      ['Of spring', 'Fire'],
    ])
    expect(await undo(ann, removed.undo)).toEqual({ undone: 1, left: [] })
    expect(await undo(ann, added.undo)).toEqual({ undone: 1, left: [{ id: ofSpring.id, name: 'Of spring' }] })
    for (const wanted of [
      { add_categories: [] },
      { categories: [gas.id], add_categories: [fire.id] },
      { remove_categories: [newFileId()] },
    ])
      expect((await ann.refused(changeFiles, { body: { ids, change: wanted } })).status).toBe(422)
  })

  test('that deletes is one entry of the trash, and comes back by the undo or from there (D-10)', async () => {
    const { ann, ids } = await teamWithFiles()
    const before = await filesOf(ann)

    const first = await change(ann, ids, { delete: true })

    expect(await filesOf(ann)).toEqual({})
    expect(await ann.ask(listTrash)).toMatchObject([
      { name: 'Of spring and 1 more', record_id: null, contents: { files: 2 } },
    ])
    expect(await undo(ann, first.undo)).toEqual({ undone: 2, left: [] })
    expect(await filesOf(ann)).toEqual(before)
    await change(ann, ids, { delete: true })
    const [entry] = await ann.ask(listTrash)
    await ann.call(restoreTrash, { params: { id: entry?.id ?? '' } })
    expect(await filesOf(ann)).toEqual(before)
    expect(await ann.ask(listTrash)).toEqual([])
  })

  test('is undone but for what was changed again since, which is named', async () => {
    const { ann, create, north, south, ids, beside, spring, ofSpring } = await teamWithFiles()
    const third = await create.file(north.id, 'Third')
    const { undo: id } = await change(ann, [...ids, third.id], { visit_id: null, completed_at: day })
    await ann.call(updateFile, { params: { id: beside.id }, body: { name: 'Besides' } })
    const moved = { name: 'Spring', site_id: south.id, started_at: day, ended_at: day }
    await ann.call(updateVisit, { params: { id: spring.id }, body: moved })
    await ann.call(deleteFile, { params: { id: third.id } })

    const { undone, left } = await undo(ann, id)

    // The visit that it was on is on another site now.
    expect(undone).toBe(0)
    expect(left).toHaveLength(3)
    expect(left).toEqual(
      expect.arrayContaining([
        { id: ofSpring.id, name: 'Of spring' },
        { id: beside.id, name: 'Besides' },
        { id: third.id, name: 'Third' },
      ]),
    )
    expect(await filesOf(ann)).toEqual({ 'Of spring': `- ${day}  North`, Besides: `- ${day}  North` })
  })

  test('writes nothing where one file, the visit or a category is not there', async () => {
    const { ann, create, south, ids, spring, east } = await teamWithFiles()
    const elsewhere = await create.visit(east.id, 'Far')
    const far = await create.file(south.id, 'South file')
    const before = await filesOf(ann)
    const invalid = (files: readonly string[], wanted: object) =>
      ann.invalid(changeFiles, { body: { ids: files, change: wanted } })

    expect(await invalid([...ids, newFileId()], { delete: true })).toEqual({
      'ids.2': ['The selected file is invalid.'],
    })
    expect(await invalid(ids, { visit_id: elsewhere.id })).toEqual({
      'change.visit_id': ['The selected visit is invalid.'],
    })
    expect(await invalid([...ids, far.id], { visit_id: spring.id })).toEqual({
      'change.visit_id': ['The selected visit is invalid.'],
    })
    expect(await invalid(ids, { categories: [newFileId()] })).toEqual({
      'change.categories': ['The selected category is invalid.'],
    })
    await invalid(ids, {})
    await invalid([], { delete: true })
    expect(await filesOf(ann)).toEqual(before)
  })

  test('needs the ability to change, or to delete, and files within the scope (D-57)', async () => {
    const { ann, acme, south, ids } = await teamWithFiles()
    const editor = await newMember(app, ann, 'editor')
    const viewer = await newMember(app, ann, 'member')
    const ofSouth = await newMember(app, ann, 'admin', { clientId: acme.id, siteIds: [south.id] })
    const refused = async (who: Member, wanted: object) =>
      (await who.refused(changeFiles, { body: { ids, change: wanted } })).status

    expect(await refused(editor, { delete: true })).toBe(403)
    expect(await refused(viewer, { completed_at: day })).toBe(403)
    expect(await refused(ofSouth, { delete: true })).toBe(422)
    const { undo: deletion } = await change(ann, ids, { delete: true })
    for (const [who, status] of [
      [editor, 403],
      [ofSouth, 404],
      [await newTeam(app), 404],
    ] as const) {
      expect((await who.refused(undoChange, { params: { undo: deletion } })).status).toBe(status)
    }
    expect((await ann.refused(undoChange, { params: { undo: newBulkId() } })).status).toBe(404)
    expect((await undo(ann, deletion)).undone).toBe(2)
  })

  test('is undone as a whole, by those who see all of it, and as long as what it deleted is there (D-10, D-57)', async () => {
    const { ann, acme, create, north, south, ids } = await teamWithFiles()
    const far = await create.file(south.id, 'Far')
    const ofNorth = await newMember(app, ann, 'admin', { clientId: acme.id, siteIds: [north.id] })
    const ofAcme = await newMember(app, ann, 'admin', { clientId: acme.id })
    const { undo: id } = await change(ann, [...ids, far.id], { completed_at: day })
    const longAgo = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000).toISOString()
    const old = newBulkId()
    const data = {
      bulkId: old,
      teamId: ann.teamId,
      fileIds: ids.map((each) => FileId.parse(each)),
      change: { delete: true },
    }
    const begin = { type: 'Begin', beginning: { type: 'FilesChangeBegun', data } } as BulkCommand
    await handle(app.ledger, bulkDecider, bulkStream(old), begin, contextOf(ann.teamId, ann.userId, { at: longAgo }))

    expect((await ofNorth.refused(undoChange, { params: { undo: id } })).status).toBe(404)
    expect((await ann.refused(undoChange, { params: { undo: old } })).status).toBe(404)
    expect(await undo(ofAcme, id)).toEqual({ undone: 3, left: [] })
  })

  test('leaves out of its undo what lies on a site in the trash, until that is back', async () => {
    const { ann, create, ids, south } = await teamWithFiles()
    const far = await create.file(south.id, 'Far')
    const { undo: id } = await change(ann, [...ids, far.id], { delete: true })
    const deletion = await ann.call(deleteSite, { params: { id: south.id } })
    const [, entry] = await ann.ask(listTrash)
    const asked = { params: { id: entry?.id ?? '' } }

    expect((await ann.refused(restoreTrash, asked)).body.message).toBe('Please restore the site “South” first.')
    expect(await undo(ann, id)).toEqual({ undone: 2, left: [] })
    await ann.call(restoreTrash, { params: { id: deletion.headers.get('x-trash-id') ?? '' } })
    await ann.call(restoreTrash, asked)
    expect(Object.keys(await filesOf(ann)).sort()).toEqual(['Beside', 'Far', 'Of spring'])
  })
})
