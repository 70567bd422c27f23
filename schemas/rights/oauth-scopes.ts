import { z } from 'zod'
import { offeredAbilities, TokenAbility } from './token-abilities.ts'

/** The scopes of an app or a personal access token: every ability of an API token but `operate` (D-66, D-108). */
export const OAuthScope = TokenAbility.exclude(['operate'], { error: 'The selected scope is invalid.' })
export type OAuthScope = z.infer<typeof OAuthScope>

/** A scope with its name for people (D-67). */
export const NamedScope = z.object({ id: OAuthScope, description: z.string() })
export type NamedScope = z.infer<typeof NamedScope>

/** A scope that is never asked for, or chosen, with all others, but by its name (D-114). */
export const grantedByName = 'billing.view' satisfies OAuthScope

/** All scopes, in the order of the checklist. */
export const oauthScopes: readonly NamedScope[] = offeredAbilities(false).map(({ name, value }) => ({
  id: OAuthScope.parse(value),
  description: name,
}))

/** These scopes with their names, in the order of the checklist. */
export const namedScopes = (scopes: readonly OAuthScope[]): NamedScope[] =>
  oauthScopes.filter(({ id }) => scopes.includes(id))
