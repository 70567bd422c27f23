import { z } from 'zod'
import { type Abilities, AbilityChanges, Role, withChanges } from './abilities.ts'
import { ClientId, SiteId, type TeamId } from './ids.ts'
import type { Scope } from './scope.ts'

/** What a member is in a team: role, the part of the data that is seen, and flags that differ from the role's. */
export const Membership = z.object({
  role: Role,
  /** Null: every client. */
  clientId: ClientId.nullable(),
  /** Null: every site; an empty list: none. */
  siteIds: z.array(SiteId).nullable(),
  abilities: AbilityChanges,
})
export type Membership = z.infer<typeof Membership>

/** Somebody who sees everything and may do what the role says. */
export const plainMembership = (role: Role): Membership => ({ role, clientId: null, siteIds: null, abilities: {} })

export const scopeOf = (teamId: TeamId, { clientId, siteIds }: Membership): Scope => ({ teamId, clientId, siteIds })

/**
 * What a member may do. Whoever sees one client creates no clients, and whoever sees chosen sites creates
 * no sites (D-57): they would not see what they made. Nor do they delete a client, whose other sites would go with it.
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
