import type * as contracts from '#schemas/resources/deletions.ts'
import { call } from '#web/lib/call.ts'

export const showClientDeletion = call<typeof contracts.showClientDeletion>(
  'GET',
  '/api/client/{id}/deletion',
  'clients.delete',
)
export const showSiteDeletion = call<typeof contracts.showSiteDeletion>(
  'GET',
  '/api/site/{id}/deletion',
  'sites.delete',
)
export const showCategoryDeletion = call<typeof contracts.showCategoryDeletion>(
  'GET',
  '/api/category/{id}/deletion',
  'categories.delete',
)
