import type { ApiTokenEvent } from '#schemas/events/api-token.ts'
import type { ApiTokenId, TeamId, UserId } from '#schemas/ids.ts'
import type { TokenAbility } from '#schemas/rights/token-abilities.ts'
import type { Decider } from './decider.ts'
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

const evolve = (token: ApiToken, event: ApiTokenEvent): ApiToken => {
  switch (event.type) {
    case 'ApiTokenCreated': {
      const { digest: _, expiresAt: __, ...facts } = event.data
      return { status: 'active', ...facts }
    }
    case 'ApiTokenChanged':
      return token.status === 'none' ? token : { ...token, name: event.data.name, abilities: event.data.abilities }
    case 'ApiTokenRevoked':
      return token.status === 'none' ? token : { ...token, status: 'revoked' }
    default:
      event satisfies never
      return token
  }
}

/** Only its user may change or revoke a token; for anybody else it does not exist. */
const ownOf = (token: ApiToken, userId: UserId) => {
  if (token.status !== 'active' || token.userId !== userId) throw new RuleBroken('token-not-found')
  return token
}

const create = (
  token: ApiToken,
  { type: _, ...data }: ApiTokenCommand & { type: 'CreateApiToken' },
): ApiTokenEvent[] => {
  if (token.status !== 'none') throw new RuleBroken('id-taken')
  return [{ type: 'ApiTokenCreated', data }]
}

const sameContent = (one: Content, other: Content): boolean =>
  one.name === other.name && [...one.abilities].sort().join() === [...other.abilities].sort().join()

const change = (token: ApiToken, command: ApiTokenCommand & { type: 'ChangeApiToken' }): ApiTokenEvent[] => {
  const own = ownOf(token, command.userId)
  if (sameContent(own, command)) return []
  const { userId, name, abilities } = command
  return [{ type: 'ApiTokenChanged', data: { tokenId: own.tokenId, userId, name, abilities } }]
}

const revoked = ({ tokenId }: { tokenId: ApiTokenId }): ApiTokenEvent[] => [
  { type: 'ApiTokenRevoked', data: { tokenId } },
]

const decide = (token: ApiToken, command: ApiTokenCommand): ApiTokenEvent[] => {
  switch (command.type) {
    case 'CreateApiToken':
      return create(token, command)
    case 'ChangeApiToken':
      return change(token, command)
    case 'RevokeApiToken':
      return revoked(ownOf(token, command.userId))
    case 'CutApiToken':
      return token.status === 'active' ? revoked(token) : []
    default:
      command satisfies never
      return []
  }
}

/** A personal API token, with which scripts and the command line sign in (D-66, D-93). */
export const apiTokenDecider: Decider<ApiToken, ApiTokenCommand, ApiTokenEvent> = { initialState, evolve, decide }
