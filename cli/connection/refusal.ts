import type { z } from 'zod'
import { exitCodes, Failure } from '#cli/failure.ts'
import { Problem } from '#schemas/calls/problem.ts'
import type { Endpoint } from '#schemas/endpoint.ts'
import { offeredAbilities } from '#schemas/rights/token-abilities.ts'

/** Parses a problem; undefined if a proxy answered instead of the product. */
const problemIn = async (answer: Response): Promise<Problem | undefined> =>
  Problem.safeParse(await answer.json().catch(() => undefined)).data

/** The first message of each field, as in the browser. */
const inWords = ({ message, errors }: Problem): string => {
  const first = Object.values(errors ?? {}).flatMap(([text]) => text ?? [])
  return first.length > 0 ? first.join(' ') : message
}

/** The advice for a token that lacks an ability; undefined if it lacks none. */
const lacking = ({ headers }: Response): string | undefined => {
  const [, ability] = /error="insufficient_scope", scope="([^"]+)"/.exec(headers.get('www-authenticate') ?? '') ?? []
  const name = offeredAbilities(true).find(({ value }) => value === ability)?.name ?? ability
  return name && `Not permitted: the token lacks "${name}". Run: siteledger login, or give it to the API token.`
}

const forOperators = 'Not permitted: this is for operators, with an API token that may "Operate the platform".'

/** The message for an answer that is no success. */
export const refusalOf = async (answer: Response, { access, params }: Endpoint): Promise<Failure> => {
  const problem = await problemIn(answer)
  const words = problem ? inWords(problem) : `The server answered ${answer.status}.`
  switch (answer.status) {
    case 401:
      return new Failure('The API token is not accepted. Run: siteledger login', exitCodes.notPermitted)
    case 402:
      return new Failure(words, exitCodes.notPermitted)
    case 403:
      return new Failure(lacking(answer) ?? `Not permitted: ${words}`, exitCodes.notPermitted)
    case 404:
      // Without a named record, the whole call is hidden from the user (D-07).
      if (access === 'operator' && !params) return new Failure(forOperators, exitCodes.notPermitted)
      return new Failure('Not found: it does not exist, or you may not see it.')
    case 412:
      return new Failure('Someone else has changed it meanwhile. Look at it and try again.')
    case 429:
      return new Failure(`Too many tries. Try again in ${answer.headers.get('retry-after') ?? '60'} seconds.`)
    case 502:
    case 503:
    case 504:
      return new Failure(
        problem ? words : `The server is not ready (${answer.status}). Try again in a moment.`,
        exitCodes.serverUnreachable,
      )
    default:
      return new Failure(words, exitCodes.refused, answer.status)
  }
}

/** The failure of an answer that this version does not read, such as one that an older server gives. */
export const otherVersion = (call: string, { issues }: z.ZodError): Failure => {
  const where = issues[0]?.path.join('.') || 'all of it'
  return new Failure(
    `The server answers ${call} otherwise than this version reads it (${where}). Use the command line of the server's version.`,
  )
}

/** The failure of a request without an answer. */
export const unreachable = (url: string, cause: unknown): Failure => {
  const code = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  const why = code instanceof Error && 'code' in code ? ` (${String(code.code)})` : ''
  return new Failure(
    `No server answers at ${url}${why}. Start it, or name another with: siteledger login --url URL`,
    exitCodes.serverUnreachable,
  )
}
