import type { OAuthClientEvent } from '#schemas/events/oauth-client.ts'
import type { OAuthClientId, UserId } from '#schemas/ids.ts'
import { type Decider, decideBy, evolveBy } from './decider.ts'
import { RuleBroken } from './rule.ts'

type Content = { name: string; redirects: string[] }
/** A public client cannot keep a secret and has none. */
type Registered = Content & { clientId: OAuthClientId; userId: UserId; confidential: boolean; secret: string | null }

/** A client whose owner is erased has lost its name, and counts as deleted (D-90). */
export type OAuthClient = { status: 'none' | 'deleted' } | ({ status: 'active' } & Registered)

export type OAuthClientCommand =
  | ({ type: 'CreateOAuthClient' } & Registered)
  | ({ type: 'ChangeOAuthClient'; userId: UserId } & Content)
  | { type: 'DeleteOAuthClient'; userId: UserId }

const initialState: OAuthClient = { status: 'none' }

const evolve = evolveBy<OAuthClient, OAuthClientEvent>({
  OAuthClientCreated: (_client, { name, ...facts }) =>
    name === null ? { status: 'deleted' } : { status: 'active', ...facts, name },
  OAuthClientChanged: (client, { name, redirects }) => {
    if (client.status !== 'active') return client
    return name === null ? { status: 'deleted' } : { ...client, name, redirects }
  },
  OAuthClientDeleted: () => ({ status: 'deleted' }),
})

/** Only its owner may change or delete a client; for anybody else it does not exist. */
const ownOf = (client: OAuthClient, userId: UserId) => {
  if (client.status !== 'active' || client.userId !== userId) throw new RuleBroken('oauth-client-not-found')
  return client
}

const decide = decideBy<OAuthClient, OAuthClientCommand, OAuthClientEvent>({
  CreateOAuthClient: (client, { type: _, ...data }) => {
    if (client.status !== 'none') throw new RuleBroken('id-taken')
    return [{ type: 'OAuthClientCreated', data }]
  },
  ChangeOAuthClient: (client, { userId, name, redirects }) => {
    const own = ownOf(client, userId)
    if (own.name === name && own.redirects.join() === redirects.join()) return []
    return [{ type: 'OAuthClientChanged', data: { clientId: own.clientId, userId, name, redirects } }]
  },
  DeleteOAuthClient: (client, command) => {
    const { clientId, userId } = ownOf(client, command.userId)
    return [{ type: 'OAuthClientDeleted', data: { clientId, userId } }]
  },
})

/** A program that may ask users of this installation for access to their teams (D-108). */
export const oauthClientDecider: Decider<OAuthClient, OAuthClientCommand, OAuthClientEvent> = {
  initialState,
  evolve,
  decide,
}
