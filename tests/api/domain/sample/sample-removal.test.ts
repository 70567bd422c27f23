import { v5 as deriveUuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { categoryTreeDecider } from '#api/domain/category-tree.ts'
import { sampleRemoval } from '#api/domain/sample/sample-removal.ts'
import { sampleSet } from '#api/domain/sample/sample-set.ts'
import type { CategoryId, FieldId, FileId } from '#schemas/ids.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { newFileId, newSiteId, newTeamId } from '#tests/support/new-ids.ts'

const namespace = newTeamId()
const set = sampleSet(CalendarDate.parse('2026-03-01'), (key) => deriveUuid(key, namespace))
const [client] = set.clients
const [site] = set.sites
const [visit] = set.visits
const [file] = set.files
if (!client || !site || !visit || !file) throw new Error('The set is empty')

type Placed = Parameters<typeof sampleRemoval>[1]['placed'][number]
const untouched = { revision: '0', visitId: null }

/** All records of the set as lists show them, where `changed` have been worked on. */
const placedWith = (changed: readonly string[] = [], added: readonly Placed[] = []): Placed[] => {
  const all: Placed[] = [
    ...set.files.map(({ fileId: id, siteId: above, visitId }) => ({
      ...untouched,
      kind: 'files' as const,
      id,
      above,
      visitId,
    })),
    ...set.visits.map(({ visitId: id, siteId: above }) => ({ ...untouched, kind: 'visits' as const, id, above })),
    ...set.sites.map(({ siteId: id, clientId: above, exemption }) => ({
      ...untouched,
      kind: 'sites' as const,
      id,
      above,
      revision: exemption ? '1' : '0',
    })),
    ...set.clients.map(({ clientId: id }) => ({ ...untouched, kind: 'clients' as const, id, above: null })),
    ...set.documents.map(({ documentId: id }) => ({ ...untouched, kind: 'documents' as const, id, above: null })),
  ]
  return [...added, ...all.map((each) => (changed.includes(each.id) ? { ...each, revision: '2' } : each))]
}
const added = { type: 'AddCategories', teamId: newTeamId(), categories: set.categories } as const
const { roots } = categoryTreeDecider
  .decide(categoryTreeDecider.initialState, added)
  .reduce(categoryTreeDecider.evolve, categoryTreeDecider.initialState)

const labels = set.files.flatMap(({ fileId, categoryIds }) => categoryIds.map((categoryId) => ({ categoryId, fileId })))
const valued = [
  ...set.clients.map(({ clientId, fields }) => ({ id: clientId, fields })),
  ...set.sites.map(({ siteId, fields }) => ({ id: siteId, fields })),
].flatMap(({ id, fields }) => Object.keys(fields).map((fieldId) => ({ fieldId: fieldId as FieldId, id: id as string })))
const removal = (
  placed: Placed[],
  labelled: { categoryId: CategoryId; fileId: FileId }[] = labels,
  changed: CategoryId[] = [],
  fields = set.fields.map(({ fieldId }) => fieldId),
) => sampleRemoval(set, { placed, roots, changed: new Set(changed), fields, valued, labelled })

describe('the removal of the sample data', () => {
  test('names the clients and the trees of categories where nobody has touched anything', () => {
    const { clientIds, siteIds, visitIds, fileIds, documentIds, categoryIds, records } = removal(placedWith())

    expect(clientIds).toEqual(set.clients.map(({ clientId }) => clientId))
    expect([siteIds, visitIds, fileIds]).toEqual([[], [], []])
    expect(documentIds).toEqual(set.documents.map(({ documentId }) => documentId))
    expect(categoryIds).toHaveLength(5)
    expect(records).toBe(333)
  })

  test('keeps what was changed with all above it, and takes what lies beside it', () => {
    const { clientIds, siteIds, visitIds, fileIds } = removal(placedWith([file.fileId]))

    expect(clientIds).toHaveLength(11)
    expect(clientIds).not.toContain(client.clientId)
    expect(siteIds).toEqual(set.sites.slice(1, 5).map(({ siteId }) => siteId))
    expect(visitIds).not.toContain(file.visitId)
    expect(visitIds).toHaveLength(1)
    expect(fileIds).toEqual(
      set.files.filter((each) => each.siteId === site.siteId && each !== file).map(({ fileId }) => fileId),
    )
  })

  test('keeps a site, a visit and a client below which someone has added a record', () => {
    const upload: Placed = { kind: 'files', id: newFileId(), revision: '0', above: site.siteId, visitId: visit.visitId }
    const { clientIds, siteIds, visitIds, fileIds } = removal(placedWith([], [upload]))
    const own: Placed = { kind: 'sites', id: newSiteId(), revision: '0', above: client.clientId, visitId: null }
    const withSite = removal(placedWith([], [own]))

    expect([clientIds.length, siteIds.length]).toEqual([11, 4])
    expect(visitIds).not.toContain(visit.visitId)
    expect(fileIds).toContain(file.fileId)
    expect([withSite.clientIds.length, withSite.siteIds.length]).toEqual([11, 5])
  })

  test('keeps a document that someone has changed', () => {
    const [first, ...others] = set.documents.map(({ documentId }) => documentId)

    expect(removal(placedWith([first ?? ''])).documentIds).toEqual(others)
  })

  test('keeps a tree of categories that someone has changed, extended or uses for a file that stays', () => {
    const [root] = set.categories
    const [label] = labels
    if (!root || !label) throw new Error('The set has no categories')
    const foreign = { categoryId: label.categoryId, fileId: newFileId() }

    expect(removal(placedWith(), labels, [root.categoryId]).categoryIds).not.toContain(root.categoryId)
    expect(removal(placedWith(), [...labels, foreign]).categoryIds).toHaveLength(4)
    expect(removal(placedWith([label.fileId])).categoryIds).toHaveLength(4)
  })

  test('keeps an own field that someone has changed, or of which a record that stays has a value', () => {
    const [heating, ...others] = set.fields.map(({ fieldId }) => fieldId)
    const ofSites = set.fields.filter(({ of }) => of === 'sites').map(({ fieldId }) => fieldId)
    const staying = set.sites.find(({ fields }) => ofSites.every((id) => fields[id]))

    expect(removal(placedWith()).fieldIds).toEqual([heating, ...others])
    expect(removal(placedWith(), labels, [], others).fieldIds).toEqual(others)
    expect(removal(placedWith([client.clientId])).fieldIds).toEqual(ofSites)
    expect(removal(placedWith([staying?.siteId ?? ''])).fieldIds).toEqual([])
  })

  test('does not count or name what people have deleted before', () => {
    const without = placedWith().filter(({ id }) => id !== file.fileId)

    expect(removal(without).records).toBe(332)
  })
})
