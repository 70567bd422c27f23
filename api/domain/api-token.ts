import type { ApiTokenEvent } from '#schemas/events/api-token.ts'
import type { ApiTokenId, TeamId, UserId } from '#schemas/ids.ts'
import type { TokenAbility } from '#schemas/rights/token-abilities.ts'
import { type Decider, decideBy, evolveBy } from './decider.ts'
import { RuleBroken } from './rule.ts'

type Owner = { userId: UserId; teamId: TeamId }
/** The name is null once its user is erased. */
type Content = { name: string | null; abilities: TokenAbility[] }
type NamedContent = Content & { name: string }

export type ApiToken = { status: 'none' } | ({ status: 'active' | 'revoked'; tokenId: ApiTokenId } & Owner & Content)

export type ApiTokenCommand =
  | ({ type: 'CreateApiToken'; tokenId: ApiTokenId; digest: string; expiresAt: string | null } & Owner & NamedContent)
  | ({ type: 'ChangeApiToken'; userId: UserId } & NamedContent)
  | { type: 'RevokeApiToken'; userId: UserId }
  /** Its user is out of the team, or the team is gone (D-115). */
  | { type: 'CutApiToken' }

const initialState: ApiToken = { status: 'none' }

const evolve = evolveBy<ApiToken, ApiTokenEvent>({
  ApiTokenCreated: (_token, { digest: _, expiresAt: __, ...facts }) => ({ status: 'active', ...facts }),
  ApiTokenChanged: (token, data) =>
    token.status === 'none' ? token : { ...token, name: data.name, abilities: data.abilities },
  ApiTokenRevoked: (token) => (token.status === 'none' ? token : { ...token, status: 'revoked' }),
})

/** Only its user may change or revoke a token; for anybody else it does not exist. */
const ownOf = (token: ApiToken, userId: UserId) => {
  if (token.status !== 'active' || token.userId !== userId) throw new RuleBroken('token-not-found')
  return token
}

const sameContent = (one: Content, other: Content): boolean =>
  one.name === other.name && [...one.abilities].sort().join() === [...other.abilities].sort().join()

const revoked = ({ tokenId }: { tokenId: ApiTokenId }): ApiTokenEvent[] => [
  { type: 'ApiTokenRevoked', data: { tokenId } },
]

const decide = decideBy<ApiToken, ApiTokenCommand, ApiTokenEvent>({
  CreateApiToken: (token, { type: _, ...data }) => {
    if (token.status !== 'none') throw new RuleBroken('id-taken')
    return [{ type: 'ApiTokenCreated', data }]
  },
  ChangeApiToken: (token, command) => {
    const own = ownOf(token, command.userId)
    if (sameContent(own, command)) return []
    const { userId, name, abilities } = command
    return [{ type: 'ApiTokenChanged', data: { tokenId: own.tokenId, userId, name, abilities } }]
  },
  RevokeApiToken: (token, command) => revoked(ownOf(token, command.userId)),
  CutApiToken: (token) => (token.status === 'active' ? revoked(token) : []),
})

/** A personal API token, with which scripts and the command line sign in (D-66, D-93). */
export const apiTokenDecider: Decider<ApiToken, ApiTokenCommand, ApiTokenEvent> = { initialState, evolve, decide }
