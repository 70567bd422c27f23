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

/** Single flags of a member that differ from the role's (D-01). */
export const AbilityChanges = z
  .object({
    clients: Flags.partial(),
    sites: Flags.partial(),
    visits: Flags.partial(),
    files: Flags.partial(),
    documents: Flags.partial(),
    categories: Flags.partial(),
  })
  .partial()
export type AbilityChanges = z.infer<typeof AbilityChanges>

export const Role = z.enum(['owner', 'admin', 'editor', 'member', 'auditor'])
export type Role = z.infer<typeof Role>

const allowed: Record<Role, readonly Action[]> = {
  owner: actions,
  admin: actions,
  editor: ['create', 'update', 'view'],
  member: ['view'],
  auditor: ['view'],
}

/** An ability map, each flag asked for by itself. */
const mapOf = (flag: (resource: Resource, action: Action) => boolean): Abilities => {
  const flags = (resource: Resource) => Object.fromEntries(actions.map((action) => [action, flag(resource, action)]))
  return Abilities.parse(Object.fromEntries(resources.map((resource) => [resource, flags(resource)])))
}

/** What somebody without a team may do. */
export const noAbilities: Abilities = mapOf(() => false)

const ofRole = (role: Role): Abilities => mapOf((_resource, action) => allowed[role].includes(action))

/** Worked out once, for every request asks for one. */
const defaults: Readonly<Record<Role, Abilities>> = {
  owner: ofRole('owner'),
  admin: ofRole('admin'),
  editor: ofRole('editor'),
  member: ofRole('member'),
  auditor: ofRole('auditor'),
}

/** The default ability map of a role (D-01), one of their own for every caller. */
export const abilitiesOfRole = (role: Role): Abilities => {
  const { clients, sites, visits, files, documents, categories } = defaults[role]
  return {
    clients: { ...clients },
    sites: { ...sites },
    visits: { ...visits },
    files: { ...files },
    documents: { ...documents },
    categories: { ...categories },
  }
}

/** A role's map with a member's own flags in it. An auditor never writes, whatever the flags say (D-01). */
export const withChanges = (role: Role, changes: AbilityChanges): Abilities => {
  if (Object.keys(changes).length === 0) return abilitiesOfRole(role)
  return mapOf((resource, action) => {
    if (role === 'auditor' && action !== 'view') return false
    return changes[resource]?.[action] ?? defaults[role][resource][action]
  })
}

/** The flags of a wish that differ from the role's own. */
export const changesFrom = (role: Role, wish: AbilityChanges): AbilityChanges => {
  const wanted = withChanges(role, wish)
  const changes: AbilityChanges = {}
  for (const resource of resources) {
    const differing = actions.filter((action) => wanted[resource][action] !== defaults[role][resource][action])
    if (differing.length === 0) continue
    changes[resource] = Object.fromEntries(differing.map((action) => [action, wanted[resource][action]]))
  }
  return changes
}
