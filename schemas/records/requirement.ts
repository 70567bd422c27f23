import { z } from 'zod'
import { ClientId, SiteId } from '../ids.ts'

/** The sites that must have a file of a category: all of the team, those of some clients, or some sites (D-122). */
export const Requirement = z.discriminatedUnion('of', [
  z.object({ of: z.literal('all') }),
  z.object({ of: z.literal('clients'), client_ids: z.array(ClientId) }),
  z.object({ of: z.literal('sites'), site_ids: z.array(SiteId) }),
])
export type Requirement = z.infer<typeof Requirement>

/** A requirement in an answer; `client_ids` or `site_ids` as `of` says, within the scope of the caller alone. */
export const ShownRequirement = z
  .object({
    of: z.enum(['all', 'clients', 'sites']),
    client_ids: z.array(ClientId).optional(),
    site_ids: z.array(SiteId).optional(),
  })
  .meta({ id: 'Requirement' })

/** The most clients or sites that one requirement names. */
export const mostRequired = 500

/** The most sites of one report on paper. */
export const mostReported = 3000

/** What a requirement names: ids of clients or of sites; none where it is of all. */
export const namedIn = (requirement: Requirement | null): readonly string[] => {
  if (requirement?.of === 'clients') return requirement.client_ids
  return requirement?.of === 'sites' ? requirement.site_ids : []
}

/** Answers of a site whether a requirement is of it. */
export const requiredOf = (requirement: Requirement): ((site: { id: SiteId; client_id: ClientId }) => boolean) => {
  const named = new Set(namedIn(requirement))
  if (requirement.of === 'all') return () => true
  return requirement.of === 'clients' ? ({ client_id }) => named.has(client_id) : ({ id }) => named.has(id)
}

/** For so many days before its expiry date a file counts as expiring. */
export const expiryNotice = 30
