import { isUtf8 } from 'node:buffer'
import type { RequestHandler } from 'express'
import { maxBytesOfGuests } from './json-body.ts'
import { oauthError } from './oauth-error.ts'
import type { HttpProblem } from './problem.ts'
import { readBytes } from './signed-body.ts'

const type = 'application/x-www-form-urlencoded'

const malformed = (description: string): HttpProblem => oauthError('invalid_request', description)

/** Form-decodes one name or value; undefined where it is not UTF-8. */
export const formDecoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

/**
 * The parameters of a form. One without a value counts as left out (RFC 6749, 3.2). Throws 400 for a repeated one, and
 * for what is no form.
 */
const parametersOf = (text: string): Record<string, string> => {
  const parameters = new Map<string, string>()
  for (const pair of text.split('&').filter((each) => each !== '')) {
    const [name = '', ...rest] = pair.split('=')
    const key = formDecoded(name)
    const value = formDecoded(rest.join('='))
    if (key === undefined || value === undefined) throw malformed('The request is not form-encoded UTF-8.')
    if (parameters.has(key)) throw malformed('A parameter is repeated.')
    parameters.set(key, value)
  }
  return Object.fromEntries([...parameters].filter(([, value]) => value !== ''))
}

const read = async (request: Parameters<RequestHandler>[0], maxBytes: number): Promise<Record<string, string>> => {
  if (!request.is(type)) throw malformed(`The request must be sent as ${type}.`)
  const bytes = await readBytes(request, maxBytes)
  if (!isUtf8(bytes)) throw malformed('The request is not form-encoded UTF-8.')
  return parametersOf(Buffer.from(bytes).toString('utf8'))
}

/** Reads the body of an endpoint that takes a form. */
export const readForm =
  (maxBytes = maxBytesOfGuests): RequestHandler =>
  async (request, response, next) => {
    response.set('cache-control', 'no-store')
    request.body = await read(request, maxBytes)
    next()
  }
