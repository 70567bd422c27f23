import { z } from 'zod'
import { ClientListQuery } from '#schemas/calls/arrangement.ts'
import { thumbnailUploadTypes } from '#schemas/limits/upload-rules.ts'
import { drawnType, PictureState, PictureUrl } from '#schemas/records/picture-state.ts'
import { ExternalId, Revision } from '#schemas/text/fields.ts'
import { clientDetails } from '../details/client.ts'
import { endpoint } from '../endpoint.ts'
import { ClientId } from '../ids.ts'

/**
 * A client in a response; `revision` is its ETag (D-06). Both `thumbnail_path` and `thumbnail_url` are null for the
 * default picture (D-78); `thumbnail_state` is the state of the newest upload.
 */
export const Client = z
  .object({
    id: ClientId,
    ...clientDetails.answered,
    external_id: ExternalId,
    thumbnail_path: PictureUrl,
    thumbnail_url: PictureUrl,
    thumbnail_state: PictureState,
    site_count: z.int().min(0),
    revision: Revision,
  })
  .meta({ id: 'Client' })
export type Client = z.infer<typeof Client>

const one = z.object({ id: ClientId })

export const listClients = endpoint('GET /api/clients', {
  past: true,
  summary: 'Clients of the team, by name',
  access: 'clients.view',
  limits: { slow: true },
  query: ClientListQuery,
  response: z.array(Client),
})

export const showClient = endpoint('GET /api/client/{id}', {
  past: true,
  summary: 'One client',
  access: 'clients.view',
  params: one,
  response: Client,
})

export const addClient = endpoint('POST /api/client', {
  summary: 'Add a client',
  access: 'clients.create',
  body: z.object({ id: ClientId.optional(), ...clientDetails.added }),
  response: Client,
  status: 201,
})

export const updateClient = endpoint('PUT /api/client/{id}', {
  summary: 'Change the name of a client',
  access: 'clients.update',
  params: one,
  body: z.object(clientDetails.changed),
  response: Client,
})

export const deleteClient = endpoint('DELETE /api/client/{id}', {
  summary: 'Delete a client with its sites, visits and files',
  access: 'clients.delete',
  params: one,
})

/** A worker draws it; until then the former picture is shown (D-72). */
export const setClientThumbnail = endpoint('POST /api/client/{id}/thumbnail', {
  summary: 'Replace the thumbnail of a client',
  access: 'clients.update',
  params: one,
  transport: { upload: { field: 'thumbnail', maxFiles: 1, types: thumbnailUploadTypes } },
  response: Client,
})

export const removeClientThumbnail = endpoint('DELETE /api/client/{id}/thumbnail', {
  summary: 'Show the default picture again',
  access: 'clients.update',
  params: one,
})

export const clientThumbnail = endpoint('GET /client/{id}/thumbnail', {
  summary: 'The thumbnail, WebP',
  access: 'clients.view',
  params: one,
  response: 'content',
  transport: { content: { types: [drawnType] } },
})
