import { emptyList, list, resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { presentClient } from '#api/presenters/client.ts'
import { presentDocument } from '#api/presenters/document.ts'
import { presentFile } from '#api/presenters/file.ts'
import { presentSite } from '#api/presenters/site.ts'
import { presentVisit } from '#api/presenters/visit.ts'
import { orNotFound } from '#api/services/owned.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { categoriesWith, idsBelow } from '#api/services/search-categories.ts'
import type { FileRow } from '#projections/facilities/files.ts'
import type { SiteRow } from '#projections/facilities/sites.ts'
import type { VisitRow } from '#projections/facilities/visits.ts'
import type { Hit } from '#projections/search/find.ts'

import type { Narrowing } from '#projections/search/list-scope.ts'
import { wordsOf } from '#projections/search/words.ts'

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

type FoundRow<Row> = { row: Row; found: Found | null }

/** The rows of the hits, or the whole list if the search text is blank. */
const foundRows = <Row>(
  hits: Page<Hit> | undefined,
  each: (ids: readonly string[]) => ReadonlyMap<string, Row>,
  all: () => Page<Row>,
): Page<FoundRow<Row>> => {
  if (!hits) {
    const page = all()
    return { ...page, rows: page.rows.map((row) => ({ row, found: null })) }
  }
  const known = each(hits.rows.map(({ id }) => id))
  const rows = hits.rows.flatMap(({ id, found }) => {
    const row = known.get(id)
    return row === undefined ? [] : [{ row, found }]
  })
  return { ...hits, rows }
}

export const searchRoutes = (readModels: ReadModels): Route[] => {
  const { accounts, categories, clients, documents, files, search, sites, visits } = readModels

  /** The hits of a text; undefined if it is blank, so that the whole list is the answer. */
  const find: typeof search.find = async (scope, kind, text, ...others) =>
    wordsOf(text).all.length === 0 ? undefined : search.find(scope, kind, text, ...others)

  const sitesIn = async (
    scope: Scope,
    text: string,
    query: PageQuery,
    narrowing: Narrowing,
    all: () => Page<SiteRow>,
  ) => {
    const hits = await find(scope, 'sites', text, query, narrowing)
    const page = foundRows(hits, (ids) => sites.each(scope, ids), all)
    return list(page, ({ row }) => presentSite(row))
  }

  const visitsIn = async (
    scope: Scope,
    text: string,
    query: PageQuery,
    narrowing: Narrowing,
    all: () => Page<VisitRow>,
  ) => {
    const hits = await find(scope, 'visits', text, query, narrowing)
    const page = foundRows(hits, (ids) => visits.each(scope, ids), all)
    return list(page, ({ row }) => presentVisit(row))
  }

  const filesIn = async (
    scope: Scope,
    text: string,
    query: FileListQuery,
    narrowing: Narrowing,
    all: () => Page<FileRow>,
  ) => {
    const { category } = query
    const inCategory = category ? { categoryIds: idsBelow(categories.tree(scope.teamId), category) } : {}
    const hits = await find(scope, 'files', text, query, { ...narrowing, ...inCategory })
    const page = foundRows(hits, (ids) => files.each(scope, ids), all)
    const names = accounts.namesOf([...new Set(page.rows.map(({ row }) => row.uploaded_by))])
    return list(page, ({ row, found }) => ({ ...presentFile(row, names), found }))
  }

  return [
    route(searchClients, async ({ actor: { scope }, params: { query: text }, query }) => {
      const hits = await find(scope, 'clients', text, query)
      const each = (ids: readonly string[]) => clients.each(scope, ids)
      const page = foundRows(hits, each, () => clients.list(scope, query))
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

    route(searchDocuments, async ({ actor: { scope, teamId }, params: { query: text }, query }) => {
      const hits = await find(scope, 'documents', text, query)
      const each = (ids: readonly string[]) => documents.each(teamId, ids)
      const page = foundRows(hits, each, () => documents.list(teamId, query))
      return list(page, ({ row, found }) => ({ ...presentDocument(row), found }))
    }),

    route(searchCategories, ({ actor: { teamId }, params }) =>
      resource(categoriesWith(categories.tree(teamId), params.query)),
    ),
  ]
}
