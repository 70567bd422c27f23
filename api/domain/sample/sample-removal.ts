import type { EventNamed } from '#schemas/events/registry.ts'
import { CategoryId, ClientId, DocumentId, type FieldId, FileId, SiteId, VisitId } from '#schemas/ids.ts'
import type { ArrangedKind } from '#schemas/nouns.ts'
import type { Category } from '../category-branches.ts'
import type { SampleSet } from './sample-set.ts'

/** An active record, with those right above it. */
type Placed = {
  kind: ArrangedKind
  id: string
  revision: string
  above: string | null
  visitId: string | null
}

type Standing = {
  /** The active records of the set, and all others below its clients; what lies below others comes first. */
  placed: readonly Placed[]
  /** The categories of the team, and those of them that someone has changed. */
  roots: readonly Category[]
  changed: ReadonlySet<CategoryId>
  /** The own fields of the set that are there and nobody has changed, and which active records have values of them. */
  fields: readonly FieldId[]
  valued: readonly { fieldId: FieldId; id: string }[]
  /** Which active files have the categories of the set. */
  labelled: readonly { categoryId: CategoryId; fileId: FileId }[]
}

type Removal = Omit<EventNamed<'SampleRemovalBegun'>['data'], 'bulkId' | 'teamId'>

/** The ids of a set's records, without its categories. */
export const idsIn = ({ clients, sites, visits, files, documents }: SampleSet): ReadonlySet<string> =>
  new Set([
    ...clients.map(({ clientId }) => clientId),
    ...sites.map(({ siteId }) => siteId),
    ...visits.map(({ visitId }) => visitId),
    ...files.map(({ fileId }) => fileId),
    ...documents.map(({ documentId }) => documentId),
  ])

/** The records that stay: what someone has changed or added, and everything above it. */
const stayingIn = (own: ReadonlySet<string>, placed: readonly Placed[], set: SampleSet): ReadonlySet<string> => {
  // A site that was added with an exemption has it as its second event.
  const exempt = new Set<string>(set.sites.flatMap(({ siteId, exemption }) => (exemption ? [siteId] : [])))
  const staying = new Set<string>()
  for (const { id, revision, above, visitId } of placed) {
    const asAdded = exempt.has(id) ? '1' : '0'
    if (own.has(id) && revision === asAdded && !staying.has(id)) continue
    for (const each of [id, above, visitId]) if (each !== null) staying.add(each)
  }
  return staying
}

const branchOf = (category: Category): Category[] => [category, ...category.children.flatMap(branchOf)]

/**
 * The removal of a set: like the undo of an import it keeps records that someone has changed since, and what lies above
 * such a record or one that someone has added. Of the rest it names the topmost records, with which all below them
 * goes. A tree of categories goes as a whole, or stays. An own field stays where a record that stays has a value of it.
 */
export const sampleRemoval = (
  set: SampleSet,
  { placed, roots, changed, fields, valued, labelled }: Standing,
): Removal => {
  const own = idsIn(set)
  const staying = stayingIn(own, placed, set)
  const going = placed.filter(({ id }) => own.has(id) && !staying.has(id))
  const gone = new Set(going.map(({ id }) => id))
  const top = (kind: Placed['kind']) =>
    going.filter((each) => each.kind === kind && (each.above === null || !gone.has(each.above))).map(({ id }) => id)

  const ownCategories = new Set(set.categories.map(({ categoryId }) => categoryId))
  const used = new Set(labelled.flatMap(({ categoryId, fileId }) => (gone.has(fileId) ? [] : [categoryId])))
  const isUntouched = ({ id }: Category) => ownCategories.has(id) && !changed.has(id) && !used.has(id)
  const trees = roots.filter((root) => branchOf(root).every(isUntouched))

  return {
    clientIds: top('clients').map((id) => ClientId.parse(id)),
    siteIds: top('sites').map((id) => SiteId.parse(id)),
    visitIds: top('visits').map((id) => VisitId.parse(id)),
    fileIds: top('files').map((id) => FileId.parse(id)),
    documentIds: top('documents').map((id) => DocumentId.parse(id)),
    fieldIds: fields.filter((id) => valued.every((each) => each.fieldId !== id || gone.has(each.id))),
    categoryIds: trees.map(({ id }) => CategoryId.parse(id)),
    records:
      placed.filter(({ id }) => own.has(id)).length +
      roots.flatMap(branchOf).filter(({ id }) => ownCategories.has(id)).length,
  }
}
