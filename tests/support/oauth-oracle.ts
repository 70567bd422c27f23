import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import Provider, { type ClientMetadata } from 'oidc-provider'
import { vi } from 'vitest'
import { oauthScopes } from '#schemas/rights/oauth-scopes.ts'
import { type Caller, openCaller } from './caller.ts'

/** A client as both servers know it. */
export type KnownClient = {
  client_id: string
  secret: string | null
  redirect: string
  /** How it says who it is. */
  by: 'none' | 'client_secret_basic' | 'client_secret_post'
}

/** The same contract by another hand: an authorization server that is certified. */
export type Oracle = {
  caller: () => Caller
  newCode: (client: KnownClient, challenge: string, scope: string) => Promise<string>
  newRefreshToken: (client: KnownClient, scope: string) => Promise<string>
  close: () => Promise<unknown>
}

const scopes = oauthScopes.map(({ id }) => id)
const accountId = 'ann'

const metadataOf = ({ client_id, secret, redirect, by }: KnownClient): ClientMetadata => ({
  client_id,
  ...(secret === null ? {} : { client_secret: secret }),
  redirect_uris: [redirect],
  application_type: redirect.startsWith('https:') ? 'web' : 'native',
  token_endpoint_auth_method: by,
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  scope: scopes.join(' '),
})

/** Its storage and its keys are those of a trial, which it says on the console. */
const newProvider = (clients: readonly KnownClient[]): Provider => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue(undefined)
  try {
    return new Provider('http://oracle.test', {
      clients: clients.map(metadataOf),
      scopes,
      pkce: { required: () => true },
      rotateRefreshToken: true,
      issueRefreshToken: () => true,
      clientBasedCORS: () => true,
      findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
      renderError: (ctx, { error }) => {
        ctx.body = error
      },
      features: { devInteractions: { enabled: false } },
      interactions: { url: () => '/consent' },
      cookies: { keys: ['oracle'] },
      ttl: {
        AuthorizationCode: 600,
        RefreshToken: 3600,
        AccessToken: 600,
        Grant: 3600,
        Interaction: 600,
        Session: 600,
      },
    })
  } finally {
    warned.mockRestore()
  }
}

/** Starts the oracle with these clients. What it accepts at its authorization endpoint it redirects to `/consent`. */
export const startOracle = async (clients: readonly KnownClient[]): Promise<Oracle> => {
  const provider = newProvider(clients)
  const server = provider.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** The common part of a code and a token of this client. */
  const granted = async ({ client_id }: KnownClient, scope: string) => {
    const client = await provider.Client.find(client_id)
    if (!client) throw new Error(`The oracle does not know ${client_id}`)
    const grant = new provider.Grant({ accountId, clientId: client_id })
    grant.addOIDCScope(scope)
    const grantId = await grant.save()
    return { accountId, client, grantId, scope, gty: 'authorization_code', expiresWithSession: false }
  }

  return {
    caller: () => openCaller(url, url),
    newCode: async (client, challenge, scope) => {
      const bound = { redirectUri: client.redirect, codeChallenge: challenge, codeChallengeMethod: 'S256' as const }
      return new provider.AuthorizationCode({ ...(await granted(client, scope)), ...bound }).save()
    },
    newRefreshToken: async (client, scope) => {
      const data = { ...(await granted(client, scope)), rotations: 0, iiat: Math.floor(Date.now() / 1000) }
      return new provider.RefreshToken(data).save()
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((closed) => server.close(closed))
    },
  }
}
