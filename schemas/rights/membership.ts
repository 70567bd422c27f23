import { z } from 'zod'
import { ClientId, SiteId, type TeamId } from '#schemas/ids.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { type Abilities, type Role as RoleName, withChanges } from './abilities.ts'
import { AbilityChanges, Role } from './ability-schemas.ts'
import type { Scope } from './scope.ts'

/** A membership in a team: role, scope, flags that differ from the role's, and when it ends. */
export const Membership = z.object({
  role: Role,
  /** Null: every client. */
  clientId: ClientId.nullable(),
  /** Null: every site; an empty list: none. */
  siteIds: z.array(SiteId).nullable(),
  abilities: AbilityChanges,
  /** Its last day, where the installation is (APP_TIMEZONE); null: it goes on. */
  endsAt: CalendarDate.nullable().default(null),
})
export type Membership = z.infer<typeof Membership>

/** A member with the whole team as scope and the abilities of the role. */
export const plainMembership = (role: RoleName): Membership => ({
  role,
  clientId: null,
  siteIds: null,
  abilities: {},
  endsAt: null,
})

export const scopeOf = (teamId: TeamId, { clientId, siteIds }: Membership): Scope => ({ teamId, clientId, siteIds })

/**
 * The abilities of a member. A scope of one client excludes creating clients, and a scope of sites excludes creating
 * sites (D-57), since the member would not see the new record. Neither may delete a client, whose other sites would be
 * deleted with it.
 */
export const abilitiesOf = ({ role, clientId, siteIds, abilities: changes }: Membership): Abilities => {
  const abilities = withChanges(role, changes)
  return {
    ...abilities,
    clients: {
      ...abilities.clients,
      create: abilities.clients.create && clientId === null && siteIds === null,
      delete: abilities.clients.delete && siteIds === null,
    },
    sites: { ...abilities.sites, create: abilities.sites.create && siteIds === null },
  }
}
