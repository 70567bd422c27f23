import type { Abilities, Ability, Action, Resource } from './abilities.ts'
import type { TeamRight } from './team-rights.ts'

/**
 * Who may call an endpoint: anybody, any signed-in user (with or without a team), operators, holders of a right of a
 * role (operators hold it everywhere), or holders of one ability.
 */
export type Access = 'public' | 'signed-in' | 'operator' | TeamRight | Ability

/** Whether an ability map grants an ability; an absent flag denies it (D-01, ABIL-27). */
export const grants = (abilities: Abilities, ability: Ability): boolean => {
  const [resource, action] = ability.split('.') as [Resource, Action]
  return abilities[resource]?.[action] === true
}

/** Whether a call is about the records of a team, which somebody has to pay for: all that needs an ability (D-44). */
export const asksPlan = ({ access, needsPlan }: { access: Access; needsPlan?: true }): boolean =>
  needsPlan === true || !['public', 'signed-in', 'operator'].includes(access)
