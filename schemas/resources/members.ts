import { z } from 'zod'
import { Abilities, AbilityChanges, Role } from '../abilities.ts'
import { endpoint } from '../endpoint.ts'
import { ClientId, SiteId, TeamId, UserId } from '../ids.ts'
import type { Membership } from '../membership.ts'

/** A member as other members see them (ENT2-04); owner and admins see the limits of everybody, others their own. */
export const TeamMember = z.object({
  id: UserId,
  name: z.string().nullable(),
  photo_url: z.string().nullable(),
  last_logged_in_at: z.iso.datetime().nullable(),
  role_on_current_team: Role,
  pivot: z.object({
    role: Role,
    client_id: ClientId.nullable(),
    /** Whether every site of the client (or of the team) is seen; then `site_ids` is empty. */
    all_sites: z.boolean(),
    site_ids: z.array(SiteId),
  }),
  /** What the member may do; null for those who may not see it. */
  abilities: Abilities.nullable(),
})
export type TeamMember = z.infer<typeof TeamMember>

/** Roles that can be given, in the order in which they are offered, with their labels (D-55). */
export const roleLabels = { admin: 'Admin', editor: 'Editor', member: 'Member', auditor: 'Auditor' } as const
export type GivenRole = keyof typeof roleLabels

/** How a role is shown; the owner is 'Owner' (ROLE-02). */
export const labelOfRole = (role: Role): string => (role === 'owner' ? 'Owner' : roleLabels[role])

const givenRole = z.enum(Object.keys(roleLabels) as [GivenRole, ...GivenRole[]], {
  error: 'The selected role is invalid.',
})

/** What a member or an invitation is limited to, as forms send it. */
export const limitsShape = {
  role: givenRole.default('member'),
  client_id: z.union([z.literal('').transform(() => null), ClientId]).nullish(),
  all_sites: z.boolean().default(true),
  site_ids: z.array(SiteId).max(500).nullish(),
}

type Limits = {
  role: GivenRole
  client_id?: ClientId | null | undefined
  all_sites: boolean
  site_ids?: SiteId[] | null | undefined
}

/** Who sees chosen sites sees at least one. */
export const sitesChosen = ({
  value: { role, client_id, all_sites, site_ids },
  issues,
}: z.core.ParsePayload<Limits>) => {
  if (role !== 'member' || !client_id || all_sites || site_ids?.length) return
  issues.push({ code: 'custom', path: ['site_ids'], message: 'Please select at least one site.', input: site_ids })
}

/** What a form asks for. */
export const membershipOf = ({ role, client_id, all_sites, site_ids }: Limits): Membership => ({
  role,
  clientId: client_id ?? null,
  siteIds: all_sites ? null : (site_ids ?? []),
  abilities: {},
})

export const listRoles = endpoint({
  method: 'GET',
  path: '/settings/{teams}/roles',
  summary: 'Roles that a member can be given',
  access: 'signed-in',
  response: z.array(z.object({ value: Role, text: z.string() })),
  status: 200,
})

const member = z.object({ teamId: TeamId, userId: UserId })

export const updateMember = endpoint({
  method: 'PUT',
  path: '/settings/{teams}/{teamId}/members/{userId}',
  summary: 'Change what a member is and sees; owner and admins may',
  access: 'signed-in',
  params: member,
  /** Without `abilities` the role's own count. */
  body: z.object({ ...limitsShape, abilities: AbilityChanges.nullish() }).check(sitesChosen),
  response: TeamMember,
  status: 200,
})

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/settings/{teams}/{teamId}/members/{userId}',
  summary: 'Remove a member, or leave the team where it is oneself',
  access: 'signed-in',
  params: member,
  response: 'empty',
  status: 204,
})
