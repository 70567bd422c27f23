import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { ArrangedKind, Resource } from '#schemas/nouns.ts'
import { categories, categoryQueries } from './categories.ts'
import { clientList, clientQueries, clients } from './clients.ts'
import { documentList, documentQueries, documents } from './documents.ts'
import { fileList, fileQueries, files } from './files.ts'
import type { NounList } from './noun-list.ts'
import { siteList, siteQueries, sites } from './sites.ts'
import { visitList, visitQueries, visits } from './visits.ts'

/** The table and the handlers of each noun. */
export const nounParts: Record<Resource, Part> = { clients, sites, visits, files, documents, categories }

export const nounLists: { [Kind in ArrangedKind]: NounList<Kind, never> } = {
  clients: clientList,
  sites: siteList,
  visits: visitList,
  files: fileList,
  documents: documentList,
}

/** The queries of each noun. */
export const nounQueries = (db: ReadDb) =>
  ({
    clients: clientQueries(db),
    sites: siteQueries(db),
    visits: visitQueries(db),
    files: fileQueries(db),
    documents: documentQueries(db),
    categories: categoryQueries(db),
  }) satisfies Record<Resource, object>
