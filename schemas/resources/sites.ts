import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { optionalText, requiredReference, requiredText } from '../fields.ts'
import { ClientId, SiteId } from '../ids.ts'
import { PageQuery } from '../page.ts'

/** A site as it is answered (ENT-02). */
export const Site = z.object({
  id: SiteId,
  name: z.string(),
  postcode: z.string().nullable(),
  client_id: ClientId,
  client_name: z.string(),
  thumbnail_url: z.string().nullable(),
  visit_count: z.int().min(0),
  file_count: z.int().min(0),
  revision: z.string(),
})
export type Site = z.infer<typeof Site>

export const listSites = endpoint({
  method: 'GET',
  path: '/api/sites',
  summary: 'Sites of the team, by name',
  access: 'sites.view',
  query: PageQuery,
  response: z.array(Site),
  status: 200,
})

export const listSitesOfClient = endpoint({
  method: 'GET',
  path: '/api/clients/{id}/sites',
  summary: 'Sites of one client, by name',
  access: 'sites.view',
  params: z.object({ id: ClientId }),
  query: PageQuery,
  response: z.array(Site),
  status: 200,
})

export const showSite = endpoint({
  method: 'GET',
  path: '/api/site/{id}',
  summary: 'One site',
  access: 'sites.view',
  params: z.object({ id: SiteId }),
  response: Site,
  status: 200,
})

export const addSite = endpoint({
  method: 'POST',
  path: '/api/site',
  summary: 'Add a site to a client',
  access: 'sites.create',
  body: z.object({
    id: SiteId.optional(),
    name: requiredText('name'),
    postcode: optionalText('postcode', 16),
    client_id: requiredReference('client', ClientId),
  }),
  response: Site,
  status: 201,
})
