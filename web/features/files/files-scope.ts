import type { CallOf } from '#schemas/endpoint.ts'
import type { Client } from '#schemas/resources/clients.ts'
import type * as contracts from '#schemas/resources/files.ts'
import type { SiteFile } from '#schemas/resources/files.ts'
import { listFiles, listFilesOfClient, listFilesOfSite, listFilesOfVisit } from '#schemas/resources/files.ts'
import type { FoundFile } from '#schemas/resources/search.ts'
import { searchFiles, searchFilesOfClient, searchFilesOfSite, searchFilesOfVisit } from '#schemas/resources/search.ts'
import type { Visit } from '#schemas/resources/visits.ts'
import type { FilesFilter } from '#web/features/files/chosen.ts'
import { type ListQuery, listQuery } from '#web/lib/queries.ts'

/** The scope of a files panel: the whole team, one client, one site or one visit. */
export type FilesScope =
  | { kind: 'team' }
  | { kind: 'client'; client: Client }
  | { kind: 'site'; site: { id: string; name: string } }
  | { kind: 'visit'; visit: Visit }

/** A file of the gallery; a search result also has its match. */
export type GalleryFile = SiteFile & { found?: FoundFile['found'] | undefined }

type By = Pick<
  NonNullable<CallOf<typeof contracts.listFiles>['query']>,
  'category' | 'client' | 'site' | 'from' | 'to' | 'type' | 'added_by' | 'expires' | 'sort'
>

/** The scope of a gallery: its search, filters and order. */
export type Narrowed = { text: string; by: By }

/** The record of a scope; undefined for the whole team. */
const recordOf = (scope: FilesScope): { id: string; name: string } | undefined => {
  switch (scope.kind) {
    case 'team':
      return undefined
    case 'client':
      return scope.client
    case 'site':
      return scope.site
    case 'visit':
      return scope.visit
  }
}

const allOf = (scope: FilesScope, by: By): ListQuery<GalleryFile> => {
  switch (scope.kind) {
    case 'team':
      return listQuery(listFiles, {}, by)
    case 'client':
      return listQuery(listFilesOfClient, { id: scope.client.id }, by)
    case 'site':
      return listQuery(listFilesOfSite, { id: scope.site.id }, by)
    case 'visit':
      return listQuery(listFilesOfVisit, { id: scope.visit.id }, by)
  }
}

const foundIn = (scope: FilesScope, query: string, by: By): ListQuery<FoundFile> => {
  switch (scope.kind) {
    case 'team':
      return listQuery(searchFiles, { query }, by)
    case 'client':
      return listQuery(searchFilesOfClient, { id: scope.client.id, query }, by)
    case 'site':
      return listQuery(searchFilesOfSite, { id: scope.site.id, query }, by)
    case 'visit':
      return listQuery(searchFilesOfVisit, { id: scope.visit.id, query }, by)
  }
}

/** The files of a scope, newest first: all of them, or those that match a search and a category. */
export const filesOf = (scope: FilesScope, { text, by }: Narrowed): ListQuery<GalleryFile> => {
  // A found file is a subtype of a file, but the query type is invariant.
  return text ? (foundIn(scope, text, by) as unknown as ListQuery<GalleryFile>) : allOf(scope, by)
}

/** The files of a change of all that a gallery shows. */
export const filterOf = (scope: FilesScope, { text, by }: Narrowed): FilesFilter => {
  const { sort: _, ...filter } = by
  const record = recordOf(scope)
  return { ...filter, ...(record ? { [scope.kind]: record.id } : {}), ...(text ? { search: text } : {}) }
}

/** The scope of a gallery in any order: a selection lasts as long as it. */
export const galleryKey = (scope: FilesScope, { text, by }: Narrowed): string => {
  const { sort: _, ...narrowed } = by
  return [recordOf(scope)?.id, text, ...Object.entries(narrowed)].join()
}

/** The hint of an empty files list. */
export const emptyFilesHint = (scope: FilesScope, mayCreate: boolean, hasSites: boolean): string => {
  if (!mayCreate) return 'No files have been added yet.'
  const name = recordOf(scope)?.name
  const document = name ? `your first document for ${name}` : 'your first document'
  return hasSites ? `Add ${document} below…` : `Before you can add ${document}, you will first need to add a site.`
}
