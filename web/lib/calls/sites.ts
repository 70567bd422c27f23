import type * as contracts from '#schemas/resources/sites.ts'
import { call } from '#web/lib/call.ts'

export const listSites = call<typeof contracts.listSites>('GET', '/api/sites', 'sites.view')
export const listSitesOfClient = call<typeof contracts.listSitesOfClient>(
  'GET',
  '/api/clients/{id}/sites',
  'sites.view',
)
export const siteQuota = call<typeof contracts.siteQuota>('GET', '/api/plan/sites', 'sites.view')
export const showSite = call<typeof contracts.showSite>('GET', '/api/site/{id}', 'sites.view')
export const addSite = call<typeof contracts.addSite>('POST', '/api/site', 'sites.create')
export const updateSite = call<typeof contracts.updateSite>('PUT', '/api/site/{id}', 'sites.update')
export const deleteSite = call<typeof contracts.deleteSite>('DELETE', '/api/site/{id}', 'sites.delete', {
  response: 'empty',
})
export const setSiteThumbnail = call<typeof contracts.setSiteThumbnail>(
  'POST',
  '/api/site/{id}/thumbnail',
  'sites.update',
  { upload: { field: 'thumbnail' } },
)
export const removeSiteThumbnail = call<typeof contracts.removeSiteThumbnail>(
  'DELETE',
  '/api/site/{id}/thumbnail',
  'sites.update',
  { response: 'empty' },
)
