import { list, resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { presentFile } from '#api/presenters/file.ts'
import { orNotFound } from '#api/services/owned.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { FileRow } from '#projections/facilities/files.ts'
import type { Page } from '#schemas/page.ts'
import { listFiles, listFilesOfClient, listFilesOfSite, listFilesOfVisit, showFile } from '#schemas/resources/files.ts'

export const fileRoutes = ({ accounts, files, clients, sites, visits }: ReadModels): Route[] => {
  const presentPage = (page: Page<FileRow>) => {
    const names = accounts.namesOf([...new Set(page.rows.map((row) => row.uploaded_by))])
    return list(page, (row) => presentFile(row, names))
  }
  return [
    route(listFiles, ({ actor, query }) => presentPage(files.list(actor.scope, query))),

    route(listFilesOfClient, ({ actor, params, query }) => {
      orNotFound(clients.one(actor.scope, params.id))
      return presentPage(files.ofClient(actor.scope, params.id, query))
    }),

    route(listFilesOfSite, ({ actor, params, query }) => {
      orNotFound(sites.one(actor.scope, params.id))
      return presentPage(files.ofSite(actor.scope, params.id, query))
    }),

    route(listFilesOfVisit, ({ actor, params, query }) => {
      orNotFound(visits.one(actor.scope, params.id))
      return presentPage(files.ofVisit(actor.scope, params.id, query))
    }),

    route(showFile, ({ actor, params }) => {
      const file = orNotFound(files.one(actor.scope, params.id))
      return resource(presentFile(file, accounts.namesOf([file.uploaded_by])))
    }),
  ]
}
