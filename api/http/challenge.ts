import type { Request } from 'express'
import type { HttpProblem } from './problem.ts'

const isBearer = ({ headers }: Request): boolean => /^Bearer /i.test(headers.authorization ?? '')

/**
 * The `WWW-Authenticate` of a refusal: how a client of OAuth authenticates, and what is wrong with a Bearer token
 * (RFC 6749, 5.2; RFC 6750, 3.1). Undefined where there is nothing to prove.
 */
export const challengeOf = (request: Request, { status, missingScope }: HttpProblem): string | undefined => {
  if (status === 401 && request.endpoint?.transport?.form) return 'Basic realm="OAuth clients", charset="UTF-8"'
  if (status === 401) return isBearer(request) ? 'Bearer error="invalid_token"' : 'Bearer'
  if (status === 403 && missingScope !== undefined) {
    return `Bearer error="insufficient_scope"${missingScope === null ? '' : `, scope="${missingScope}"`}`
  }
  return undefined
}
