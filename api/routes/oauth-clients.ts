import { newCredentialText } from '#api/adapters/credential-texts.ts'
import type { LastUses } from '#api/adapters/last-uses.ts'
import { oauthClientDecider } from '#api/domain/oauth-client.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { oauthClientStream } from '#api/event-store/streams.ts'
import type { SignedIn } from '#api/http/actor.ts'
import { empty, resource } from '#api/http/answer.ts'
import { invalidField } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { type WithLastUse, withLastUse } from '#api/services/accounts/with-last-use.ts'
import { asAdded, orNotFound } from '#api/services/records/owned.ts'
import type { OAuthClientQueries, OAuthClientRow } from '#projections/oauth/clients.ts'
import { OAuthClientId } from '#schemas/ids.ts'
import {
  createOAuthClient,
  deleteOAuthClient,
  listOAuthClients,
  listOAuthScopes,
  maxOAuthClients,
  type OAuthClient,
  updateOAuthClient,
} from '#schemas/resources/oauth-clients.ts'
import { oauthScopes } from '#schemas/rights/oauth-scopes.ts'

type Digest = (purpose: string, text: string) => string

const present = ({ redirects, ...row }: WithLastUse<OAuthClientRow>, secret: string | null): OAuthClient => ({
  ...row,
  secret,
  redirect: redirects.join(),
})

/** The secret of a client. It is in no read model, and kept from operators who act in somebody's name. */
const secretOf = async (ledger: Ledger, id: OAuthClientId, { impersonator }: SignedIn): Promise<string | null> => {
  if (impersonator) return null
  const client = await load(ledger, oauthClientDecider, oauthClientStream(id))
  return client.status === 'active' ? client.secret : null
}

/** The clients that a user has registered (D-67). */
export const oauthClientRoutes = (
  ledger: Ledger,
  digest: Digest,
  clients: OAuthClientQueries,
  lastUses: Pick<LastUses, 'of'>,
): Route[] => [
  route(listOAuthScopes, () => resource([...oauthScopes])),

  route(listOAuthClients, async ({ actor }) => {
    const rows = await withLastUse(lastUses, clients.ofUser(actor.userId))
    const secrets = await Promise.all(rows.map(({ id }) => secretOf(ledger, id, actor)))
    return resource(rows.map((row, at) => present(row, secrets[at] ?? null)))
  }),

  route(createOAuthClient, async ({ actor: { userId }, body, context }) => {
    const clientId = OAuthClientId.parse(idMadeBy(context.commandId, 'oauth-client'))
    const own = () => clients.ofUser(userId)
    const others = own().filter(({ id }) => id !== clientId)
    if (others.length >= maxOAuthClients) {
      throw invalidField('name', `You can have at most ${maxOAuthClients} OAuth clients.`)
    }
    const { name, redirect: redirects, confidential } = body
    const secret = confidential ? newCredentialText(digest, 'sls_', context.commandId) : null
    const command = { type: 'CreateOAuthClient', clientId, userId, name, redirects, confidential, secret } as const
    const stream = oauthClientStream(clientId)
    const { at, position, revision } = await handle(ledger, oauthClientDecider, stream, command, context)
    const written = { id: clientId, name, redirects, confidential, created_at: at, revision: String(revision) }
    const row = () =>
      asAdded(
        own().find(({ id }) => id === clientId),
        written,
      )
    return resource(() => present({ ...row(), last_used_at: null }, secret), position)
  }),

  route(updateOAuthClient, async ({ actor, params: { id }, body, context, ifMatch }) => {
    if (body.id !== undefined && body.id !== id) throw invalidField('id', 'The selected id is invalid.')
    const own = () => clients.ofUser(actor.userId).find((each) => each.id === id)
    const row = orNotFound(own())
    const { name, redirect: redirects } = body
    const command = { type: 'ChangeOAuthClient', userId: actor.userId, name, redirects } as const
    const { position } = await handle(ledger, oauthClientDecider, oauthClientStream(id), command, context, ifMatch)
    const secret = await secretOf(ledger, id, actor)
    const [{ last_used_at = null } = {}] = await withLastUse(lastUses, [row])
    return resource(() => present({ ...(own() ?? row), last_used_at }, secret), position)
  }),

  route(deleteOAuthClient, async ({ actor: { userId }, params: { id }, context, ifMatch }) => {
    const command = { type: 'DeleteOAuthClient', userId } as const
    const { position } = await handle(ledger, oauthClientDecider, oauthClientStream(id), command, context, ifMatch)
    return empty(position)
  }),
]
