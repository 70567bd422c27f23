import type { Abilities, Ability, Action, Resource } from './abilities.ts'
import type { TeamRight } from './team-rights.ts'

/**
 * Who may call an endpoint: anybody, anybody signed in (with or without a team), operators, holders of a right that
 * goes with the role (operators hold it everywhere), or holders of one ability.
 */
export type Access = 'public' | 'signed-in' | 'operator' | TeamRight | Ability

/** Whether an ability map grants an ability; what is not granted is denied (D-01, ABIL-27). */
export const grants = (abilities: Abilities, ability: Ability): boolean => {
  const [resource, action] = ability.split('.') as [Resource, Action]
  return abilities[resource]?.[action] === true
}
