import { z } from 'zod'
import { type GivenRole, roleLabels } from '#schemas/rights/abilities.ts'
import { Abilities, AbilityChanges, Role } from '#schemas/rights/ability-schemas.ts'
import { dateIfSent, ShownDate } from '#schemas/time/calendar-date.ts'
import { endpoint } from '../endpoint.ts'
import { ClientId, SiteId, TeamId, UserId } from '../ids.ts'

/** A member as other members see them; owner and admins see the limits of all members, others their own. */
export const TeamMember = z.object({
  id: UserId,
  name: z.string().nullable(),
  photo_url: z.string().nullable(),
  last_logged_in_at: z.iso.datetime().nullable(),
  role_on_current_team: Role,
  pivot: z.object({
    role: Role,
    client_id: ClientId.nullable(),
    /** Whether the scope holds every site of the client (or of the team); `site_ids` is then empty. */
    all_sites: z.boolean(),
    site_ids: z.array(SiteId),
  }),
  /** The abilities of the member; null for users who may not see them. */
  abilities: Abilities.nullable(),
  /** The last day of the membership; null where it goes on, and for users who may not see it. */
  ends_at: ShownDate.nullable(),
})
export type TeamMember = z.infer<typeof TeamMember>

const givenRole = z.enum(Object.keys(roleLabels) as [GivenRole, ...GivenRole[]], {
  error: 'The selected role is invalid.',
})

const chosenClient = z.union([z.literal('').transform(() => null), ClientId]).nullable()
const chosenSites = z.array(SiteId).max(500).nullable()

/** The limits of an invitation in a request. */
export const limitsShape = {
  role: givenRole.default('member'),
  client_id: chosenClient.optional(),
  all_sites: z.boolean().meta({ description: 'Left out: unless there are site_ids.' }).optional(),
  site_ids: chosenSites.optional(),
  ends_at: dateIfSent('end date'),
}

export const listRoles = endpoint('GET /settings/{teams}/roles', {
  summary: 'Roles that a member can be given',
  access: 'signed-in',
  response: z.array(z.object({ value: Role, text: z.string() })),
})

const member = z.object({ teamId: TeamId, userId: UserId })

export const updateMember = endpoint('PUT /settings/{teams}/{teamId}/members/{userId}', {
  summary: 'Change what a member is and sees; owner and admins may',
  access: 'signed-in',
  params: member,
  body: z.object({
    role: givenRole.meta({ description: 'Left out: as it is.' }).optional(),
    client_id: chosenClient.meta({ description: 'Null or empty: every client; left out: as it is.' }).optional(),
    all_sites: z
      .boolean()
      .meta({ description: 'Every site of the client; left out: as it is, unless there are site_ids.' })
      .optional(),
    site_ids: chosenSites.meta({ description: 'Those that are seen unless all_sites; left out: as it is.' }).optional(),
    abilities: AbilityChanges.nullable()
      .meta({ description: 'Null: those of the role; left out: as it is.' })
      .optional(),
    ends_at: dateIfSent('end date'),
  }),
  response: TeamMember,
})

export const removeMember = endpoint('DELETE /settings/{teams}/{teamId}/members/{userId}', {
  summary: 'Remove a member, or leave the team where it is oneself',
  access: 'signed-in',
  params: member,
})
