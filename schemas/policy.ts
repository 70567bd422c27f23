import type { Resource } from './nouns.ts'
import type { Abilities, Ability, Action, Role } from './rights/abilities.ts'

/**
 * Rights of a role beyond the ability map, by the name that a token has for them; no override changes them (D-01,
 * D-92).
 */
const holders = {
  'history.view': ['owner', 'admin', 'auditor'],
  export: ['owner', 'admin', 'auditor'],
  import: ['owner', 'admin'],
  share: ['owner', 'admin', 'editor'],
  fields: ['owner', 'admin'],
} as const satisfies Record<string, readonly Role[]>

export type TeamRight = keyof typeof holders

export const teamRights = Object.keys(holders) as [TeamRight, ...TeamRight[]]

export const isTeamRight = (access: string): access is TeamRight => Object.hasOwn(holders, access)

/** Whether a role has a right; a user without a team has none. */
export const roleHolds = (role: Role | null, right: TeamRight): boolean =>
  role !== null && (holders[right] as readonly Role[]).includes(role)

/** Whether a caller has a right by their role, which a token has to carry as well (D-66). */
export const holdsRight = (
  { role, token }: { role: Role | null; token: readonly string[] | null },
  right: TeamRight,
): boolean => roleHolds(role, right) && (token === null || token.includes(right))

/**
 * Who may call an endpoint: anybody, any signed-in user (with or without a team), operators, holders of a right of a
 * role (operators hold it everywhere), or holders of one ability.
 */
export type Access = 'public' | 'signed-in' | 'operator' | TeamRight | Ability

/** Whether an ability map grants an ability; an absent flag denies it (D-01). */
export const grants = (abilities: Abilities, ability: Ability): boolean => {
  const [resource, action] = ability.split('.') as [Resource, Action]
  return abilities[resource]?.[action] === true
}

/** Whether a call is about the records of a team, which somebody has to pay for: all that needs an ability (D-44). */
export const asksPlan = ({ access, caller }: { access: Access; caller?: { needsPlan?: true } }): boolean =>
  caller?.needsPlan === true || !['public', 'signed-in', 'operator'].includes(access)

/** The parts of a contract that decide whether an operator who impersonates the user may call it. */
export type CalledByImpersonator = {
  method: string
  access: Access
  caller?: { inPerson?: true; impersonated?: string }
}

/**
 * Whether only the user may make a call, and not an operator who impersonates them (D-64): what they do would outlast the
 * impersonation, so every write is refused unless it is about records, or its contract says why it is not (D-115).
 */
export const isInPerson = ({ method, access, caller }: CalledByImpersonator): boolean =>
  caller?.inPerson === true ||
  (method !== 'GET' && caller?.impersonated === undefined && (access === 'signed-in' || isTeamRight(access)))
