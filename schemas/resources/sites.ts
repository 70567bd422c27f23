import { z } from 'zod'
import { SiteListQuery } from '#schemas/calls/arrangement.ts'
import { thumbnailUploadTypes } from '#schemas/limits/upload-rules.ts'
import { drawnType, PictureState, PictureUrl } from '#schemas/records/picture-state.ts'
import { ExternalId, Revision, requiredReference } from '#schemas/text/fields.ts'
import { siteDetails } from '../details/site.ts'
import { endpoint } from '../endpoint.ts'
import { ClientId, SiteId } from '../ids.ts'

/**
 * A site in a response. `thumbnail_url` is null for the default picture (D-78); `thumbnail_state` is the state of the
 * newest upload.
 */
export const Site = z
  .object({
    id: SiteId,
    ...siteDetails.answered,
    external_id: ExternalId,
    client_id: ClientId,
    client_name: z.string(),
    thumbnail_url: PictureUrl,
    thumbnail_state: PictureState,
    visit_count: z.int().min(0),
    file_count: z.int().min(0),
    revision: Revision,
  })
  .meta({ id: 'Site' })
export type Site = z.infer<typeof Site>

const one = z.object({ id: SiteId })

const parent = { client_id: requiredReference('client', ClientId) }

export const listSites = endpoint('GET /api/sites', {
  past: true,
  summary: 'Sites of the team, by name',
  access: 'sites.view',
  limits: { slow: true },
  query: SiteListQuery,
  response: z.array(Site),
})

export const listSitesOfClient = endpoint('GET /api/clients/{id}/sites', {
  past: true,
  summary: 'Sites of one client, by name',
  access: 'sites.view',
  params: z.object({ id: ClientId }),
  limits: { slow: true },
  query: SiteListQuery,
  response: z.array(Site),
})

/** The quota of sites, for the form that adds one; `left` is null without a limit. */
export const siteQuota = endpoint('GET /api/plan/sites', {
  summary: 'How many more sites the plan of the team allows',
  access: 'sites.view',
  response: z.object({ left: z.int().min(0).nullable() }),
})

export const showSite = endpoint('GET /api/site/{id}', {
  past: true,
  summary: 'One site',
  access: 'sites.view',
  params: one,
  response: Site,
})

export const addSite = endpoint('POST /api/site', {
  summary: 'Add a site to a client',
  access: 'sites.create',
  body: z.object({ id: SiteId.optional(), ...parent, ...siteDetails.added }),
  response: Site,
  status: 201,
})

export const updateSite = endpoint('PUT /api/site/{id}', {
  summary: 'Change name and postcode of a site, or move it to another client',
  access: 'sites.update',
  params: one,
  body: z.object({ ...parent, ...siteDetails.changed }),
  response: Site,
})

export const deleteSite = endpoint('DELETE /api/site/{id}', {
  summary: 'Delete a site with its visits and files',
  access: 'sites.delete',
  params: one,
})

/** A worker draws it; until then the former picture is shown (D-72). */
export const setSiteThumbnail = endpoint('POST /api/site/{id}/thumbnail', {
  summary: 'Replace the thumbnail of a site',
  access: 'sites.update',
  params: one,
  transport: { upload: { field: 'thumbnail', maxFiles: 1, types: thumbnailUploadTypes } },
  response: Site,
})

export const removeSiteThumbnail = endpoint('DELETE /api/site/{id}/thumbnail', {
  summary: 'Show the default picture again',
  access: 'sites.update',
  params: one,
})

export const siteThumbnail = endpoint('GET /site/{id}/thumbnail', {
  summary: 'The thumbnail, WebP',
  access: 'sites.view',
  params: one,
  response: 'content',
  transport: { content: { types: [drawnType] } },
})
