import type { Role } from './abilities.ts'

/**
 * Rights of a role beyond the ability map, by the name that a token has for them; no override changes them (D-01,
 * D-92).
 */
const holders = {
  'history.view': ['owner', 'admin', 'auditor'],
  export: ['owner', 'admin', 'auditor'],
  import: ['owner', 'admin'],
  share: ['owner', 'admin', 'editor'],
} as const satisfies Record<string, readonly Role[]>

export type TeamRight = keyof typeof holders

export const isTeamRight = (access: string): access is TeamRight => Object.hasOwn(holders, access)

/** Whether a role has a right; a user without a team has none. */
export const roleHolds = (role: Role | null, right: TeamRight): boolean =>
  role !== null && (holders[right] as readonly Role[]).includes(role)
