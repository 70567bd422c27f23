import { HttpProblem } from './problem.ts'

/** Errors of the token endpoint (RFC 6749, 5.2) and of the revocation endpoint (RFC 7009, 2.2.1). */
type OAuthCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_token_type'
  | 'invalid_scope'

/** A refusal in the terms of RFC 6749: 401 for a client that is not known by now, otherwise 400. */
export const oauthError = (code: OAuthCode, description: string): HttpProblem => {
  const problem = new HttpProblem(code === 'invalid_client' ? 401 : 400, { message: description })
  problem.oauthCode = code
  return code === 'invalid_client' ? problem.recordedAs('client_refused') : problem
}

/** The OAuth codes of other refusals, so that a client finds one that it knows. */
const codeOf = (status: number): string => {
  if (status === 429 || status === 503) return 'temporarily_unavailable'
  return status >= 500 ? 'server_error' : 'invalid_request'
}

/** The body of a refusal as RFC 6749 has it. */
export const inOAuthTerms = ({ status, problem, oauthCode }: HttpProblem) => ({
  error: oauthCode ?? codeOf(status),
  error_description: problem.message,
})
