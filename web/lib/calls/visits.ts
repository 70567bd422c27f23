import type * as contracts from '#schemas/resources/visits.ts'
import { call } from '#web/lib/call.ts'

export const listVisits = call<typeof contracts.listVisits>('GET', '/api/visits', 'visits.view')
export const listVisitsOfClient = call<typeof contracts.listVisitsOfClient>(
  'GET',
  '/api/clients/{id}/visits',
  'visits.view',
)
export const listVisitsOfSite = call<typeof contracts.listVisitsOfSite>('GET', '/api/sites/{id}/visits', 'visits.view')
export const showVisit = call<typeof contracts.showVisit>('GET', '/api/visit/{id}', 'visits.view')
export const addVisit = call<typeof contracts.addVisit>('POST', '/api/visit', 'visits.create')
export const updateVisit = call<typeof contracts.updateVisit>('PUT', '/api/visit/{id}', 'visits.update')
export const deleteVisit = call<typeof contracts.deleteVisit>('DELETE', '/api/visit/{id}', 'visits.delete', {
  response: 'empty',
})
