import { resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { authorizationServer, protectedResource } from '#schemas/resources/oauth-metadata.ts'
import { grantedByName, oauthScopes } from '#schemas/rights/oauth-scopes.ts'

const clientAuthentication = ['none', 'client_secret_basic', 'client_secret_post']

/** The metadata of this server's OAuth; `issuer` is APP_URL. */
export const oauthMetadataRoutes = (issuer: string): Route[] => {
  // Programs ask for all that they find here.
  const scopes_supported = oauthScopes.map(({ id }) => id).filter((id) => id !== grantedByName)
  return [
    route(authorizationServer, () =>
      resource({
        issuer,
        authorization_endpoint: `${issuer}/oauth/authorize`,
        token_endpoint: `${issuer}/oauth/token`,
        revocation_endpoint: `${issuer}/oauth/revoke`,
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: clientAuthentication,
        revocation_endpoint_auth_methods_supported: clientAuthentication,
        scopes_supported,
        authorization_response_iss_parameter_supported: true as const,
      }),
    ),
    route(protectedResource, () =>
      resource({
        resource: issuer,
        authorization_servers: [issuer],
        bearer_methods_supported: ['header'],
        scopes_supported,
      }),
    ),
  ]
}
