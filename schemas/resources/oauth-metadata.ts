import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

const texts = z.array(z.string())

export const authorizationServer = endpoint('GET /.well-known/oauth-authorization-server', {
  summary: 'What apps have to know to ask for authorization (RFC 8414)',
  access: 'public',
  caller: { crossOrigin: true },
  cache: { whileBehind: true },
  response: z.object({
    issuer: z.string(),
    authorization_endpoint: z.string(),
    token_endpoint: z.string(),
    revocation_endpoint: z.string(),
    response_types_supported: texts,
    response_modes_supported: texts,
    grant_types_supported: texts,
    code_challenge_methods_supported: texts,
    token_endpoint_auth_methods_supported: texts,
    revocation_endpoint_auth_methods_supported: texts,
    scopes_supported: texts,
    authorization_response_iss_parameter_supported: z.literal(true),
  }),
})

export const protectedResource = endpoint('GET /.well-known/oauth-protected-resource', {
  summary: 'Which server gives tokens for this API (RFC 9728)',
  access: 'public',
  caller: { crossOrigin: true },
  cache: { whileBehind: true },
  response: z.object({
    resource: z.string(),
    authorization_servers: texts,
    bearer_methods_supported: texts,
    scopes_supported: texts,
  }),
})
