import type { Client } from '#schemas/resources/clients.ts'
import { listFiles, listFilesOfClient, listFilesOfSite, listFilesOfVisit } from '#schemas/resources/files.ts'
import type { Site } from '#schemas/resources/sites.ts'
import type { Visit } from '#schemas/resources/visits.ts'
import { listQuery } from '#web/lib/queries.ts'

/** Where a files panel stands: the whole team, one client, one site or one visit (FILE-01 to FILE-04). */
export type FilesScope =
  | { kind: 'team' }
  | { kind: 'client'; client: Client }
  | { kind: 'site'; site: Site }
  | { kind: 'visit'; visit: Visit }

/** The files of a scope, newest first. */
export const filesOf = (scope: FilesScope) => {
  switch (scope.kind) {
    case 'team':
      return listQuery(listFiles)
    case 'client':
      return listQuery(listFilesOfClient, { id: scope.client.id })
    case 'site':
      return listQuery(listFilesOfSite, { id: scope.site.id })
    case 'visit':
      return listQuery(listFilesOfVisit, { id: scope.visit.id })
  }
}

/** What the scope is called in hints; undefined for the whole team. */
const nameOf = (scope: FilesScope): string | undefined => {
  switch (scope.kind) {
    case 'team':
      return undefined
    case 'client':
      return scope.client.name
    case 'site':
      return scope.site.name
    case 'visit':
      return scope.visit.name
  }
}

/** The hint of an empty files list (FILE-09 to FILE-13, FILE-15). */
export const emptyFilesHint = (scope: FilesScope, mayCreate: boolean, hasSites: boolean): string => {
  if (!mayCreate) return 'No files have been added yet.'
  const name = nameOf(scope)
  const document = name ? `your first document for ${name}` : 'your first document'
  return hasSites ? `Add ${document} below…` : `Before you can add ${document}, you will first need to add a site.`
}
