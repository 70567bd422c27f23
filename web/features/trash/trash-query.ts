import type { TrashId } from '#schemas/ids.ts'
import type { Resource } from '#schemas/nouns.ts'
import { listTrash, listTrashContents } from '#schemas/resources/trash.ts'
import { type ListAddress, only } from '#web/lib/list-address.ts'
import { listQuery } from '#web/lib/queries.ts'

/** The last one is not offered: the page of an import leads to it. */
export const trashFilterNames = ['resource', 'deleted_by', 'from', 'to', 'import'] as const

/** The filters of the trash, as its call takes them. */
export const trashBy = (address: ListAddress, search: string) => {
  const { resource, ...others } = only(address, trashFilterNames)
  return { ...(search && { search }), ...(resource ? { resource: resource as Resource } : {}), ...others }
}
export type TrashFilters = ReturnType<typeof trashBy>

/** Asked for anew whenever anybody deletes or restores something. */
export const trashQuery = (filters: TrashFilters) => ({
  ...listQuery(listTrash, undefined, filters),
  queryKey: ['trash', 'list', filters] as const,
})

export const contentsQuery = (id: TrashId) => ({
  ...listQuery(listTrashContents, { id }),
  queryKey: ['trash', 'contents', { id }] as const,
})
