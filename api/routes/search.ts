import { emptyList, list, resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { presentClient } from '#api/presenters/client.ts'
import { presentDocument } from '#api/presenters/document.ts'
import { presentFile } from '#api/presenters/file.ts'
import { presentSite } from '#api/presenters/site.ts'
import { presentVisit } from '#api/presenters/visit.ts'
import { categoriesWith } from '#api/services/files/search-categories.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { type FoundRow, listsOf } from '#api/services/records/lists.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import type { FileRow } from '#projections/facilities/files.ts'

import type { Page } from '#schemas/calls/page.ts'
import {
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

export const searchRoutes = (readModels: ReadModels, timeZone: string): Route[] => {
  const { accounts, categories, clients, sites, visits } = readModels
  const lists = listsOf(readModels, timeZone)

  const showFiles = (page: Page<FoundRow<FileRow>>) => {
    const names = accounts.namesOf([...new Set(page.rows.map(({ row }) => row.uploaded_by))])
    return list(page, ({ row, found }) => ({ ...presentFile(row, names), found }))
  }

  return [
    route(searchClients, async ({ actor: { scope }, params: { query: text }, query }) =>
      list(await lists.clients(scope, query, text), ({ row }) => presentClient(row)),
    ),

    route(searchSites, async ({ actor: { scope }, params: { query: text }, query }) =>
      list(await lists.sites(scope, query, {}, text), ({ row }) => presentSite(row)),
    ),

    route(searchSitesOfClient, async ({ actor: { scope }, params: { id: clientId, query: text }, query }) => {
      orNotFound(clients.one(scope, clientId))
      return list(await lists.sites(scope, query, { clientId }, text), ({ row }) => presentSite(row))
    }),

    route(searchVisits, async ({ actor: { scope }, params: { query: text }, query }) =>
      list(await lists.visits(scope, query, {}, text), ({ row }) => presentVisit(row)),
    ),

    route(searchVisitsOfClient, async ({ actor: { scope }, params: { id: clientId, query: text }, query }) => {
      orNotFound(clients.one(scope, clientId))
      return list(await lists.visits(scope, query, { clientId }, text), ({ row }) => presentVisit(row))
    }),

    route(searchVisitsOfSite, async ({ actor: { scope }, params: { id: siteId, query: text }, query }) => {
      if (siteId === '0') return emptyList()
      orNotFound(sites.one(scope, siteId))
      return list(await lists.visits(scope, query, { siteId }, text), ({ row }) => presentVisit(row))
    }),

    route(searchFiles, async ({ actor: { scope }, params: { query: text }, query }) =>
      showFiles(await lists.files(scope, query, {}, text)),
    ),

    route(searchFilesOfClient, async ({ actor: { scope }, params: { id: clientId, query: text }, query }) => {
      orNotFound(clients.one(scope, clientId))
      return showFiles(await lists.files(scope, query, { clientId }, text))
    }),

    route(searchFilesOfSite, async ({ actor: { scope }, params: { id: siteId, query: text }, query }) => {
      orNotFound(sites.one(scope, siteId))
      return showFiles(await lists.files(scope, query, { siteId }, text))
    }),

    route(searchFilesOfVisit, async ({ actor: { scope }, params: { id: visitId, query: text }, query }) => {
      orNotFound(visits.one(scope, visitId))
      return showFiles(await lists.files(scope, query, { visitId }, text))
    }),

    route(searchDocuments, async ({ actor: { scope }, params: { query: text }, query }) =>
      list(await lists.documents(scope, query, text), ({ row, found }) => ({ ...presentDocument(row), found })),
    ),

    route(searchCategories, ({ actor: { teamId }, params }) =>
      resource(categoriesWith(categories.tree(teamId), params.query)),
    ),
  ]
}
