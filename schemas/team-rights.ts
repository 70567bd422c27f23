import type { Role } from './abilities.ts'

/** What a role brings beyond the ability map, by the name that a token carries it under; no override changes it (D-01, D-92). */
const holders = {
  'history.view': ['owner', 'admin', 'auditor'],
  import: ['owner', 'admin'],
} as const satisfies Record<string, readonly Role[]>

export type TeamRight = keyof typeof holders

export const isTeamRight = (access: string): access is TeamRight => Object.hasOwn(holders, access)

/** Whether a role has a right; nobody without a team has one. */
export const roleHolds = (role: Role | null, right: TeamRight): boolean =>
  role !== null && (holders[right] as readonly Role[]).includes(role)
