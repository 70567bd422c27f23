import { emptyList, list, resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import type { FileRow } from '#projections/files.ts'
import type { Hit, Narrowing } from '#projections/search/find.ts'
import type { SiteRow } from '#projections/sites.ts'
import type { VisitRow } from '#projections/visits.ts'
import { ClientId, DocumentId, FileId, SiteId, VisitId } from '#schemas/ids.ts'
import type { Page, PageQuery } from '#schemas/page.ts'
import type { FileListQuery } from '#schemas/resources/files.ts'
import {
  type Found,
  searchCategories,
  searchClients,
  searchDocuments,
  searchFiles,
  searchFilesOfClient,
  searchFilesOfSite,
  searchFilesOfVisit,
  searchSites,
  searchSitesOfClient,
  searchVisits,
  searchVisitsOfClient,
  searchVisitsOfSite,
} from '#schemas/resources/search.ts'
import type { Scope } from '#schemas/scope.ts'
import { orNotFound } from './owned.ts'
import { presentClient } from './present-client.ts'
import { presentDocument } from './present-document.ts'
import { presentFile } from './present-file.ts'
import { presentSite } from './present-site.ts'
import { presentVisit } from './present-visit.ts'
import type { ReadModels } from './reading.ts'
import { categoriesWith, idsBelow } from './search-categories.ts'

type FoundRow<Row> = { row: Row; found: Found | null }

/** The rows of what was found, or of the whole list where nothing was searched for. */
const foundRows = <Row>(
  hits: Page<Hit> | undefined,
  one: (id: string) => Row | undefined,
  whole: () => Page<Row>,
): Page<FoundRow<Row>> => {
  if (!hits) {
    const page = whole()
    return { ...page, rows: page.rows.map((row) => ({ row, found: null })) }
  }
  const rows = hits.rows.flatMap(({ id, found }) => {
    const row = one(id)
    return row === undefined ? [] : [{ row, found }]
  })
  return { ...hits, rows }
}

export const searchRoutes = (readModels: ReadModels): Route[] => {
  const { accounts, categories, clients, documents, files, search, sites, visits } = readModels

  const sitesIn = (scope: Scope, text: string, query: PageQuery, place: Narrowing, whole: () => Page<SiteRow>) => {
    const hits = search.find(scope, 'sites', text, query, place)
    const page = foundRows(hits, (id) => sites.one(scope, SiteId.parse(id)), whole)
    return list(page, ({ row }) => presentSite(row))
  }

  const visitsIn = (scope: Scope, text: string, query: PageQuery, place: Narrowing, whole: () => Page<VisitRow>) => {
    const hits = search.find(scope, 'visits', text, query, place)
    const page = foundRows(hits, (id) => visits.one(scope, VisitId.parse(id)), whole)
    return list(page, ({ row }) => presentVisit(row))
  }

  const filesIn = (scope: Scope, text: string, query: FileListQuery, place: Narrowing, whole: () => Page<FileRow>) => {
    const { category } = query
    const inCategory = category ? { categoryIds: idsBelow(categories.tree(scope.teamId), category) } : {}
    const hits = search.find(scope, 'files', text, query, { ...place, ...inCategory })
    const page = foundRows(hits, (id) => files.one(scope, FileId.parse(id)), whole)
    const names = accounts.namesOf([...new Set(page.rows.map(({ row }) => row.uploaded_by))])
    return list(page, ({ row, found }) => ({ ...presentFile(row, names), found }))
  }

  return [
    route(searchClients, ({ actor: { scope }, params: { query: text }, query }) => {
      const hits = search.find(scope, 'clients', text, query)
      const one = (id: string) => clients.one(scope, ClientId.parse(id))
      const page = foundRows(hits, one, () => clients.list(scope, query))
      return list(page, ({ row }) => presentClient(row))
    }),

    route(searchSites, ({ actor: { scope }, params: { query: text }, query }) =>
      sitesIn(scope, text, query, {}, () => sites.list(scope, query)),
    ),

    route(searchSitesOfClient, ({ actor: { scope }, params: { id: clientId, query: text }, query }) => {
      orNotFound(clients.one(scope, clientId))
      return sitesIn(scope, text, query, { clientId }, () => sites.ofClient(scope, clientId, query))
    }),

    route(searchVisits, ({ actor: { scope }, params: { query: text }, query }) =>
      visitsIn(scope, text, query, {}, () => visits.list(scope, query)),
    ),

    route(searchVisitsOfClient, ({ actor: { scope }, params: { id: clientId, query: text }, query }) => {
      orNotFound(clients.one(scope, clientId))
      return visitsIn(scope, text, query, { clientId }, () => visits.ofClient(scope, clientId, query))
    }),

    route(searchVisitsOfSite, ({ actor: { scope }, params: { id: siteId, query: text }, query }) => {
      if (siteId === '0') return emptyList()
      orNotFound(sites.one(scope, siteId))
      return visitsIn(scope, text, query, { siteId }, () => visits.ofSite(scope, siteId, query))
    }),

    route(searchFiles, ({ actor: { scope }, params, query }) =>
      filesIn(scope, params.query, query, {}, () => files.list(scope, query)),
    ),

    route(searchFilesOfClient, ({ actor: { scope }, params: { id: clientId, query: text }, query }) => {
      orNotFound(clients.one(scope, clientId))
      return filesIn(scope, text, query, { clientId }, () => files.ofClient(scope, clientId, query))
    }),

    route(searchFilesOfSite, ({ actor: { scope }, params: { id: siteId, query: text }, query }) => {
      orNotFound(sites.one(scope, siteId))
      return filesIn(scope, text, query, { siteId }, () => files.ofSite(scope, siteId, query))
    }),

    route(searchFilesOfVisit, ({ actor: { scope }, params: { id: visitId, query: text }, query }) => {
      orNotFound(visits.one(scope, visitId))
      return filesIn(scope, text, query, { visitId }, () => files.ofVisit(scope, visitId, query))
    }),

    route(searchDocuments, ({ actor: { scope, teamId }, params: { query: text }, query }) => {
      const hits = search.find(scope, 'documents', text, query)
      const one = (id: string) => documents.one(teamId, DocumentId.parse(id))
      const page = foundRows(hits, one, () => documents.list(teamId, query))
      return list(page, ({ row, found }) => ({ ...presentDocument(row), found }))
    }),

    route(searchCategories, ({ actor: { teamId }, params }) =>
      resource(categoriesWith(categories.tree(teamId), params.query)),
    ),
  ]
}
