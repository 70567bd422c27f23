import { z } from 'zod'
import { type Abilities, type Ability, actions, resources } from './abilities.ts'
import { grants } from './policy.ts'

/** What a token may carry beyond the abilities of the core (D-66). `operate` is for operators alone. */
export const extraAbilities = ['history.view', 'export', 'import', 'operate'] as const
export type TokenAbility = Ability | (typeof extraAbilities)[number]

/** One line of the checklist: views are chosen from the start (D-66, ROLE-16). */
export type OfferedAbility = { name: string; value: TokenAbility; default: boolean }

const verbs = { create: 'Create', update: 'Update', delete: 'Delete', view: 'View' } as const

const coreAbilities: readonly OfferedAbility[] = resources.flatMap((resource) =>
  actions.map((action) => ({
    name: `${verbs[action]} ${resource}`,
    value: `${resource}.${action}` as const,
    default: action === 'view',
  })),
)

const extraNames: Record<(typeof extraAbilities)[number], string> = {
  'history.view': 'View history',
  export: 'Export',
  import: 'Import',
  operate: 'Operate the platform',
}

/** The whole checklist, as a user sees it; `operate` is offered to operators. */
export const offeredAbilities = (operator: boolean): OfferedAbility[] => [
  ...coreAbilities,
  ...extraAbilities
    .filter((value) => operator || value !== 'operate')
    .map((value) => ({ name: extraNames[value], value, default: value === 'history.view' })),
]

const values = offeredAbilities(true).map(({ value }) => value)

export const TokenAbility = z.enum(values as [TokenAbility, ...TokenAbility[]], {
  error: 'The selected ability is invalid.',
})

/** What a request with a token may do: what the user may, and the token too (D-66). */
export const narrowed = (abilities: Abilities, token: readonly TokenAbility[]): Abilities => {
  const flags = resources.map((resource) => [
    resource,
    Object.fromEntries(
      actions.map((action) => {
        const ability = `${resource}.${action}` as const
        return [action, grants(abilities, ability) && token.includes(ability)]
      }),
    ),
  ])
  return Object.fromEntries(flags) as Abilities
}
