import { z } from 'zod'
import { VisitListQuery } from '#schemas/calls/arrangement.ts'
import { Revision, requiredReference } from '#schemas/text/fields.ts'
import { visitDetails } from '../details/visit.ts'
import { endpoint } from '../endpoint.ts'
import { ClientId, SiteId, VisitId } from '../ids.ts'

/** A visit in a response; dates are dd/mm/yyyy. */
export const Visit = z
  .object({
    id: VisitId,
    ...visitDetails.answered,
    site_id: SiteId,
    site_name: z.string(),
    client_id: ClientId,
    client_name: z.string(),
    file_count: z.int().min(0),
    revision: Revision,
  })
  .meta({ id: 'Visit' })
export type Visit = z.infer<typeof Visit>

/** `0` stands for "no site" and gives an empty list (D-42). */
const SiteIdOrZero = z.union([z.literal('0'), SiteId])

export const listVisits = endpoint('GET /api/visits', {
  past: true,
  summary: 'Visits of the team, latest first',
  access: 'visits.view',
  limits: { slow: true },
  query: VisitListQuery,
  response: z.array(Visit),
})

export const listVisitsOfClient = endpoint('GET /api/clients/{id}/visits', {
  past: true,
  summary: 'Visits to the sites of one client, latest first',
  access: 'visits.view',
  params: z.object({ id: ClientId }),
  limits: { slow: true },
  query: VisitListQuery,
  response: z.array(Visit),
})

export const listVisitsOfSite = endpoint('GET /api/sites/{id}/visits', {
  past: true,
  summary: 'Visits to one site, latest first',
  access: 'visits.view',
  params: z.object({ id: SiteIdOrZero }),
  limits: { slow: true },
  query: VisitListQuery,
  response: z.array(Visit),
})

export const showVisit = endpoint('GET /api/visit/{id}', {
  past: true,
  summary: 'One visit',
  access: 'visits.view',
  params: z.object({ id: VisitId }),
  response: Visit,
})

export const addVisit = endpoint('POST /api/visit', {
  summary: 'Add a visit to a site',
  access: 'visits.create',
  body: z.object({
    id: VisitId.optional(),
    site_id: requiredReference('site', SiteId),
    ...visitDetails.added,
  }),
  response: Visit,
  status: 201,
})

export const updateVisit = endpoint('PUT /api/visit/{id}', {
  summary: 'Change a visit, or move it with its files to another site; a thumbnail is ignored',
  access: 'visits.update',
  params: z.object({ id: VisitId }),
  body: z.object({ site_id: requiredReference('site', SiteId), ...visitDetails.changed }),
  response: Visit,
})

export const deleteVisit = endpoint('DELETE /api/visit/{id}', {
  summary: 'Delete a visit; its files stay on the site',
  access: 'visits.delete',
  params: z.object({ id: VisitId }),
})
