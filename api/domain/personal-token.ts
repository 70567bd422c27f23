import type { PersonalTokenEvent } from '#schemas/events/api-token.ts'
import type { PersonalTokenId, TeamId, UserId } from '#schemas/ids.ts'
import type { OAuthScope } from '#schemas/rights/oauth-scopes.ts'
import { type Decider, decideBy, evolveBy } from './decider.ts'
import { RuleBroken } from './rule.ts'

type Facts = {
  tokenId: PersonalTokenId
  userId: UserId
  teamId: TeamId
  name: string
  scopes: OAuthScope[]
  digest: string
  expiresAt: string
}

/** The token of an erased user has lost its name, and counts as revoked (D-90). */
type PersonalToken = { status: 'none' | 'revoked' } | { status: 'active'; tokenId: PersonalTokenId; userId: UserId }

type PersonalTokenCommand =
  | ({ type: 'CreatePersonalToken' } & Facts)
  | { type: 'RevokePersonalToken'; userId: UserId }
  /** Its user is out of the team, or the team is gone (D-115). */
  | { type: 'CutPersonalToken' }

const initialState: PersonalToken = { status: 'none' }

const evolve = evolveBy<PersonalToken, PersonalTokenEvent>({
  PersonalTokenCreated: (_token, { tokenId, userId, name }) =>
    name === null ? { status: 'revoked' } : { status: 'active', tokenId, userId },
  PersonalTokenRevoked: () => ({ status: 'revoked' }),
})

const revoked = (token: PersonalToken): PersonalTokenEvent[] =>
  token.status === 'active'
    ? [{ type: 'PersonalTokenRevoked', data: { tokenId: token.tokenId, userId: token.userId } }]
    : []

/** Only its user may revoke a token; for anybody else it does not exist. */
const revoke = (token: PersonalToken, userId: UserId): PersonalTokenEvent[] => {
  if (token.status !== 'active' || token.userId !== userId) throw new RuleBroken('token-not-found')
  return revoked(token)
}

const decide = decideBy<PersonalToken, PersonalTokenCommand, PersonalTokenEvent>({
  CreatePersonalToken: (token, command) => {
    if (token.status !== 'none') throw new RuleBroken('id-taken')
    const { type: _, ...data } = command
    return [{ type: 'PersonalTokenCreated', data }]
  },
  RevokePersonalToken: (token, command) => revoke(token, command.userId),
  CutPersonalToken: revoked,
})

/** A personal access token: an API token in the terms of OAuth, with scopes and one year to live (D-108). */
export const personalTokenDecider: Decider<PersonalToken, PersonalTokenCommand, PersonalTokenEvent> = {
  initialState,
  evolve,
  decide,
}
