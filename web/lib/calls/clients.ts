import type * as contracts from '#schemas/resources/clients.ts'
import { call } from '#web/lib/call.ts'

export const listClients = call<typeof contracts.listClients>('GET', '/api/clients', 'clients.view')
export const showClient = call<typeof contracts.showClient>('GET', '/api/client/{id}', 'clients.view')
export const addClient = call<typeof contracts.addClient>('POST', '/api/client', 'clients.create')
export const updateClient = call<typeof contracts.updateClient>('PUT', '/api/client/{id}', 'clients.update')
export const deleteClient = call<typeof contracts.deleteClient>('DELETE', '/api/client/{id}', 'clients.delete', {
  response: 'empty',
})
export const setClientThumbnail = call<typeof contracts.setClientThumbnail>(
  'POST',
  '/api/client/{id}/thumbnail',
  'clients.update',
  { upload: { field: 'thumbnail' } },
)
export const removeClientThumbnail = call<typeof contracts.removeClientThumbnail>(
  'DELETE',
  '/api/client/{id}/thumbnail',
  'clients.update',
  { response: 'empty' },
)
