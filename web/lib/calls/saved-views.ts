import type * as contracts from '#schemas/resources/saved-views.ts'
import { call } from '#web/lib/call.ts'

export const listSavedViews = call<typeof contracts.listSavedViews>('GET', '/api/saved-views', 'signed-in')
export const addSavedView = call<typeof contracts.addSavedView>('POST', '/api/saved-view', 'signed-in')
export const updateSavedView = call<typeof contracts.updateSavedView>('PUT', '/api/saved-view/{id}', 'signed-in')
export const deleteSavedView = call<typeof contracts.deleteSavedView>('DELETE', '/api/saved-view/{id}', 'signed-in', {
  response: 'empty',
})
