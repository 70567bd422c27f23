import { list, resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { presentFile } from '#api/presenters/file.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { type FoundRow, listsOf } from '#api/services/records/lists.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import type { FileRow } from '#projections/facilities/files.ts'
import type { Page } from '#schemas/calls/page.ts'
import { listFiles, listFilesOfClient, listFilesOfSite, listFilesOfVisit, showFile } from '#schemas/resources/files.ts'

export const fileRoutes = (readModels: ReadModels, timeZone: string): Route[] => {
  const { accounts, files, clients, sites, visits } = readModels
  const lists = listsOf(readModels, timeZone)
  const showFiles = (page: Page<FoundRow<FileRow>>) => {
    const names = accounts.namesOf([...new Set(page.rows.map(({ row }) => row.uploaded_by))])
    return list(page, ({ row }) => presentFile(row, names))
  }
  return [
    route(listFiles, async ({ actor: { scope }, query }) => showFiles(await lists.files(scope, query))),

    route(listFilesOfClient, async ({ actor: { scope }, params: { id: clientId }, query }) => {
      orNotFound(clients.one(scope, clientId))
      return showFiles(await lists.files(scope, query, { clientId }))
    }),

    route(listFilesOfSite, async ({ actor: { scope }, params: { id: siteId }, query }) => {
      orNotFound(sites.one(scope, siteId))
      return showFiles(await lists.files(scope, query, { siteId }))
    }),

    route(listFilesOfVisit, async ({ actor: { scope }, params: { id: visitId }, query }) => {
      orNotFound(visits.one(scope, visitId))
      return showFiles(await lists.files(scope, query, { visitId }))
    }),

    route(showFile, ({ actor, params }) => {
      const file = orNotFound(files.one(actor.scope, params.id))
      return resource(presentFile(file, accounts.namesOf([file.uploaded_by])))
    }),
  ]
}
