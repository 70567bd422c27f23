import { z } from 'zod'
import { resources } from '#schemas/nouns.ts'
import { grants } from '#schemas/policy.ts'
import { type Abilities, type Ability, actions, extraAbilities } from './abilities.ts'

export type TokenAbility = Ability | (typeof extraAbilities)[number]

/** One item of the checklist: views are checked by default (D-66). */
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
  share: 'Share',
  fields: 'Define own fields',
  'billing.view': 'View invoices and plan',
  operate: 'Operate the platform',
}

/** The whole checklist of a user; `operate` is offered to operators. */
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

/** The abilities of a request with a token: those that both the user and the token have (D-66). */
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
