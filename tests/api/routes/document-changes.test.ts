import { describe, expect } from 'vitest'
import type { DocumentId } from '#schemas/ids.ts'
import { changeDocuments, undoDocumentsChange } from '#schemas/resources/document-changes.ts'
import { listDocuments, renameDocument, uploadDocument } from '#schemas/resources/documents.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { searchDocuments } from '#schemas/resources/search.ts'
import { pathOf } from '#tests/support/caller.ts'
import { fileOf } from '#tests/support/files.ts'
import { newDocumentId } from '#tests/support/new-ids.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { type Member, newMember, newTeam } from '#tests/support/teams.ts'

const { app, test: tests } = sharedApp()

const pdf = fileOf('a.pdf', 'application/pdf')
const change = { expires_at: '01/03/2030' }

/** A team with three documents, of which the last has expired. */
const teamWithDocuments = async () => {
  const ann = await newTeam(app)
  const add = async (name: string, expires_at?: string) =>
    (await ann.ask(uploadDocument, { body: { name, ...(expires_at ? { expires_at } : {}) } }, { file: pdf })).id
  return { ann, ids: [await add('Insurance'), await add('Licence'), await add('Lease', '01/03/2020')] as const }
}
const test = tests.extend('world', () => teamWithDocuments())
const dates = async (who: Member) =>
  Object.fromEntries((await who.ask(listDocuments)).map(({ name, expires_at }) => [name, expires_at]))
const before = { Insurance: null, Licence: null, Lease: '01/03/2020' }

const invalid = (who: Member, body: object) => who.invalid(changeDocuments, { body: { change, ...body } })

describe('the expiry date of many documents', () => {
  test('is changed and taken away as one, and one undo takes that back', async ({ world: { ann, ids } }) => {
    const [insurance, , lease] = ids

    const given = await ann.ask(changeDocuments, { body: { ids: [insurance, lease], change } })
    expect([given.documents, given.changed]).toEqual([2, 2])
    expect(await dates(ann)).toEqual({ ...before, Insurance: '01/03/2030', Lease: '01/03/2030' })
    const taken = await ann.ask(changeDocuments, { body: { ids: [...ids], change: { expires_at: '' } } })
    expect([taken.documents, taken.changed]).toEqual([3, 2])
    expect(await dates(ann)).toEqual({ Insurance: null, Licence: null, Lease: null })

    const undone = await ann.call(undoDocumentsChange, { params: { undo: taken.undo } })
    expect(undone.body).toEqual({ undone: 2, left: [] })
    expect(await dates(ann)).toEqual({ ...before, Insurance: '01/03/2030', Lease: '01/03/2030' })
    expect((await ann.refused(undoDocumentsChange, { params: { undo: taken.undo } })).status).toBe(409)
    const [undo, clear] = (await ann.ask(listHistory)).map(({ summary }) => summary)
    expect([undo, clear]).toEqual(['Undid a change of 2 documents', 'Changed the expiry date of 2 documents'])
  })

  test('is that of all that a list shows, by its words and filters', async ({ world: { ann } }) => {
    const by = async (filter: object, count: number) =>
      (await ann.ask(changeDocuments, { body: { filter, count, change } })).changed

    expect(await by({ expires: 'expired' }, 1)).toBe(1)
    expect(await dates(ann)).toEqual({ ...before, Lease: '01/03/2030' })
    // A command does not wait until words are found, as the list does that shows what it is for.
    expect(await ann.ask(searchDocuments, { params: { query: 'licence' } })).toHaveLength(1)
    expect(await by({ search: 'licence' }, 1)).toBe(1)
    expect(await by({}, 3)).toBe(1)
    const { status, body } = await ann.refused(changeDocuments, { body: { filter: {}, count: 2, change } })
    const message = 'The list showed 2 documents and holds 3 by now. Nothing has been changed. Please try again.'
    expect([status, body]).toEqual([409, { message }])
    expect(await invalid(ann, { filter: { search: 'nothing' }, count: 1 })).toEqual({ filter: ['No documents match.'] })
  })

  test('is left as it is by the undo where somebody has changed it since', async ({ world: { ann, ids } }) => {
    const { undo } = await ann.ask(changeDocuments, { body: { ids: [...ids], change } })
    const body = { name: 'Insurance', expires_at: '05/05/2031' }
    await ann.call(renameDocument, { params: { id: ids[0] }, body })

    const undone = await ann.ask(undoDocumentsChange, { params: { undo } })
    expect(undone).toEqual({ undone: 2, left: [{ id: ids[0], name: 'Insurance' }] })
    expect(await dates(ann)).toEqual({ ...before, Insurance: '05/05/2031' })
  })

  test('tells how far it has come to whoever asks for lines', async ({ world: { ann, ids } }) => {
    const told = async (path: string, json: object) => {
      const { body } = await ann.request('POST', path, { headers: { accept: 'application/x-ndjson' }, json })
      const lines = String(body).trim().split('\n')
      return lines.map((line) => JSON.parse(line))
    }

    const lines = await told(changeDocuments.path, { ids, change })
    const { undo, ...outcome } = lines.at(-1).outcome
    expect([lines.at(-2), outcome]).toEqual([{ progress: { done: 3, total: 3 } }, { documents: 3, changed: 3 }])
    expect((await told(pathOf(undoDocumentsChange, { params: { undo } }), {})).slice(-2)).toEqual([
      { progress: { done: 3, total: 3 } },
      { outcome: { undone: 3, left: [] }, position: expect.any(String) },
    ])
  })

  test('is refused whole where one document is not the team’s, nothing is said, or they are named in two ways', async () => {
    const { ann, ids } = await teamWithDocuments()
    const other = (await teamWithDocuments()).ids[0]
    const none = { ids: ['Please choose the documents to change.'] }

    for (const strange of [other, newDocumentId()] as DocumentId[]) {
      expect(await invalid(ann, { ids: [ids[0], strange] })).toEqual({ 'ids.1': ['The selected document is invalid.'] })
    }
    expect(await invalid(ann, {})).toEqual(none)
    expect(await invalid(ann, { ids: [...ids], filter: {}, count: 3 })).toEqual(none)
    expect(await invalid(ann, { filter: {} })).toEqual({ count: ['The count goes with a filter.'] })
    expect(await invalid(ann, { ids: [...ids], change: {} })).toEqual({ change: ['Please choose what to change.'] })
    expect(await dates(ann)).toEqual(before)
  })

  test('is changed and undone by who may update documents of the team alone', async ({ world: { ann, ids } }) => {
    const { undo } = await ann.ask(changeDocuments, { body: { ids: [...ids], change } })
    const { ann: other } = await teamWithDocuments()
    const auditor = await newMember(app, ann, 'auditor')

    expect((await other.refused(undoDocumentsChange, { params: { undo } })).status).toBe(404)
    expect((await auditor.refused(undoDocumentsChange, { params: { undo } })).status).toBe(403)
    expect((await auditor.refused(changeDocuments, { body: { ids: [...ids], change } })).status).toBe(403)
  })
})
