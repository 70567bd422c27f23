import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { requiredText } from '../fields.ts'
import { ClientId } from '../ids.ts'
import { PageQuery } from '../page.ts'

/** A client as it is answered (ENT-01); `revision` is its ETag (D-06). */
export const Client = z.object({
  id: ClientId,
  name: z.string(),
  thumbnail_path: z.string().nullable(),
  thumbnail_url: z.string().nullable(),
  site_count: z.int().min(0),
  revision: z.string(),
})
export type Client = z.infer<typeof Client>

export const listClients = endpoint({
  method: 'GET',
  path: '/api/clients',
  summary: 'Clients of the team, by name',
  access: 'clients.view',
  query: PageQuery,
  response: z.array(Client),
  status: 200,
})

export const showClient = endpoint({
  method: 'GET',
  path: '/api/client/{id}',
  summary: 'One client',
  access: 'clients.view',
  params: z.object({ id: ClientId }),
  response: Client,
  status: 200,
})

export const addClient = endpoint({
  method: 'POST',
  path: '/api/client',
  summary: 'Add a client',
  access: 'clients.create',
  body: z.object({ id: ClientId.optional(), name: requiredText('name') }),
  response: Client,
  status: 201,
})
