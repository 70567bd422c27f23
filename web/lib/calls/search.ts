import type * as contracts from '#schemas/resources/search.ts'
import { call } from '#web/lib/call.ts'

export const searchClients = call<typeof contracts.searchClients>('GET', '/api/clients/search/{query}', 'clients.view')
export const searchSites = call<typeof contracts.searchSites>('GET', '/api/sites/search/{query}', 'sites.view')
export const searchSitesOfClient = call<typeof contracts.searchSitesOfClient>(
  'GET',
  '/api/clients/{id}/sites/search/{query}',
  'sites.view',
)
export const searchVisits = call<typeof contracts.searchVisits>('GET', '/api/visits/search/{query}', 'visits.view')
export const searchVisitsOfClient = call<typeof contracts.searchVisitsOfClient>(
  'GET',
  '/api/clients/{id}/visits/search/{query}',
  'visits.view',
)
export const searchVisitsOfSite = call<typeof contracts.searchVisitsOfSite>(
  'GET',
  '/api/sites/{id}/visits/search/{query}',
  'visits.view',
)
export const searchFiles = call<typeof contracts.searchFiles>('GET', '/api/files/search/{query}', 'files.view')
export const searchFilesOfClient = call<typeof contracts.searchFilesOfClient>(
  'GET',
  '/api/clients/{id}/files/search/{query}',
  'files.view',
)
export const searchFilesOfSite = call<typeof contracts.searchFilesOfSite>(
  'GET',
  '/api/sites/{id}/files/search/{query}',
  'files.view',
)
export const searchFilesOfVisit = call<typeof contracts.searchFilesOfVisit>(
  'GET',
  '/api/visits/{id}/files/search/{query}',
  'files.view',
)
export const searchDocuments = call<typeof contracts.searchDocuments>(
  'GET',
  '/api/documents/search/{query}',
  'documents.view',
)
export const searchEverything = call<typeof contracts.searchEverything>('GET', '/api/search', 'signed-in')
