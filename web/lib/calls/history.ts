import type * as contracts from '#schemas/resources/history.ts'
import { call } from '#web/lib/call.ts'

export const listHistory = call<typeof contracts.listHistory>('GET', '/api/history', 'history.view')
export const historyOfClient = call<typeof contracts.historyOfClient>('GET', '/api/client/{id}/history', 'history.view')
export const historyOfSite = call<typeof contracts.historyOfSite>('GET', '/api/site/{id}/history', 'history.view')
export const historyOfVisit = call<typeof contracts.historyOfVisit>('GET', '/api/visit/{id}/history', 'history.view')
export const historyOfFile = call<typeof contracts.historyOfFile>('GET', '/api/file/{id}/history', 'history.view')
export const historyOfDocument = call<typeof contracts.historyOfDocument>(
  'GET',
  '/api/document/{id}/history',
  'history.view',
)
export const historyOfCategory = call<typeof contracts.historyOfCategory>(
  'GET',
  '/api/category/{id}/history',
  'history.view',
)
