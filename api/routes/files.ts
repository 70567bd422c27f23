import { list, resource } from '#api/http/answer.ts'
import { keptRoute, type Route, route } from '#api/http/route.ts'
import type { FileRow } from '#projections/files.ts'
import type { Page } from '#schemas/page.ts'
import { listFiles, listFilesOfClient, listFilesOfSite, listFilesOfVisit, showFile } from '#schemas/resources/files.ts'
import { orNotFound } from './owned.ts'
import { presentFile } from './present-file.ts'
import type { ReadModels } from './reading.ts'

export const fileRoutes = ({ accounts, files, clients, sites, visits }: ReadModels): Route[] => {
  const presentPage = (page: Page<FileRow>) => {
    const names = accounts.namesOf([...new Set(page.rows.map((row) => row.uploaded_by))])
    return list(page, (row) => presentFile(row, names))
  }
  return [
    keptRoute(listFiles, ({ actor, query }) => presentPage(files.list(actor.scope, query))),

    keptRoute(listFilesOfClient, ({ actor, params, query }) => {
      orNotFound(clients.one(actor.scope, params.id))
      return presentPage(files.ofClient(actor.scope, params.id, query))
    }),

    keptRoute(listFilesOfSite, ({ actor, params, query }) => {
      orNotFound(sites.one(actor.scope, params.id))
      return presentPage(files.ofSite(actor.scope, params.id, query))
    }),

    keptRoute(listFilesOfVisit, ({ actor, params, query }) => {
      orNotFound(visits.one(actor.scope, params.id))
      return presentPage(files.ofVisit(actor.scope, params.id, query))
    }),

    route(showFile, ({ actor, params }) => {
      const file = orNotFound(files.one(actor.scope, params.id))
      return resource(presentFile(file, accounts.namesOf([file.uploaded_by])))
    }),
  ]
}
