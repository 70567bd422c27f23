import { z } from 'zod'

export const resources = ['clients', 'sites', 'visits', 'files', 'documents', 'categories'] as const
export type Resource = (typeof resources)[number]

export const actions = ['create', 'update', 'delete', 'view'] as const
export type Action = (typeof actions)[number]

/** One right, such as `clients.create` (D-66). */
export type Ability = `${Resource}.${Action}`

const Flags = z.object({ create: z.boolean(), update: z.boolean(), delete: z.boolean(), view: z.boolean() })

/** What a user may do, per resource (ENT-10). */
export const Abilities = z.object({
  clients: Flags,
  sites: Flags,
  visits: Flags,
  files: Flags,
  documents: Flags,
  categories: Flags,
})
export type Abilities = z.infer<typeof Abilities>

export const Role = z.enum(['owner', 'admin', 'editor', 'member', 'auditor'])
export type Role = z.infer<typeof Role>

const allowed: Record<Role, readonly Action[]> = {
  owner: actions,
  admin: actions,
  editor: ['create', 'update', 'view'],
  member: ['view'],
  auditor: ['view'],
}

/** The default ability map of a role (D-01). */
export const abilitiesOfRole = (role: Role): Abilities => {
  const flags = () => Object.fromEntries(actions.map((action) => [action, allowed[role].includes(action)]))
  return Abilities.parse(Object.fromEntries(resources.map((resource) => [resource, flags()])))
}
