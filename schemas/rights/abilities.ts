import { type Resource, resources } from '#schemas/nouns.ts'

export const actions = ['create', 'update', 'delete', 'view'] as const
export type Action = (typeof actions)[number]

/** One right, such as `clients.create` (D-66). */
export type Ability = `${Resource}.${Action}`

/** The abilities of a user, per resource. */
export type Abilities = Record<Resource, Record<Action, boolean>>

/** Flags of a member that differ from the role's (D-01). */
export type AbilityChanges = { [R in Resource]?: { [A in Action]?: boolean | undefined } | undefined }

/** The abilities that adding and removing sample data needs. */
export const sampleAbilities = resources.flatMap((resource) => [`${resource}.create`, `${resource}.delete`] as const)

/**
 * Abilities of a token beyond those on resources (D-66). `billing.view` opens invoices and is granted by its name alone
 * (D-114); `operate` is for operators only.
 */
export const extraAbilities = [
  'history.view',
  'export',
  'import',
  'share',
  'fields',
  'billing.view',
  'operate',
] as const

export const roles = ['owner', 'admin', 'editor', 'member', 'auditor'] as const
export type Role = (typeof roles)[number]

/** Who is reminded of what expires in a team until they choose: those who run it. */
export const remindedRoles: readonly Role[] = ['owner', 'admin']

/** Roles that can be assigned, in the order of the form, with their labels (D-55). */
export const roleLabels = { admin: 'Admin', editor: 'Editor', member: 'Member', auditor: 'Auditor' } as const
export type GivenRole = keyof typeof roleLabels

/** The label of a role; the owner is 'Owner'. */
export const labelOfRole = (role: Role): string => (role === 'owner' ? 'Owner' : roleLabels[role])

const allowed: Record<Role, readonly Action[]> = {
  owner: actions,
  admin: actions,
  editor: ['create', 'update', 'view'],
  member: ['view'],
  auditor: ['view'],
}

/** An ability map; `flag` is called for each of its flags. */
const mapOf = (flag: (resource: Resource, action: Action) => boolean): Abilities => {
  const flags = (resource: Resource) => Object.fromEntries(actions.map((action) => [action, flag(resource, action)]))
  return Object.fromEntries(resources.map((resource) => [resource, flags(resource)])) as Abilities
}

/** The abilities of a user without a team. */
export const noAbilities: Abilities = mapOf(() => false)

const ofRole = (role: Role): Abilities => mapOf((_resource, action) => allowed[role].includes(action))

/** Computed once, since every request needs one. */
const defaults: Readonly<Record<Role, Abilities>> = {
  owner: ofRole('owner'),
  admin: ofRole('admin'),
  editor: ofRole('editor'),
  member: ofRole('member'),
  auditor: ofRole('auditor'),
}

/** The default ability map of a role (D-01), a new copy for every caller. */
export const abilitiesOfRole = (role: Role): Abilities =>
  Object.fromEntries(resources.map((resource) => [resource, { ...defaults[role][resource] }])) as Abilities

/** A role's ability map with a member's own flags applied. An auditor never writes, whatever the flags are (D-01). */
export const withChanges = (role: Role, changes: AbilityChanges): Abilities => {
  if (Object.keys(changes).length === 0) return abilitiesOfRole(role)
  return mapOf((resource, action) => {
    if (role === 'auditor' && action !== 'view') return false
    return changes[resource]?.[action] ?? defaults[role][resource][action]
  })
}

/** The requested flags that differ from the role's. */
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
