import type { z } from 'zod'
import type { Context } from './context.ts'

/** Who may make a call: holders of the secret key, or browsers with the publishable one too. */
type Audience = 'secret' | 'publishable'

export type Route = {
  method: 'DELETE' | 'GET' | 'POST'
  path: string
  pattern: RegExp
  audience: Audience
  schema: z.ZodType
  handle: (context: Context, params: unknown, ids: readonly string[], audience: Audience) => object
}

/**
 * One call of the API.
 * @param path such as `/v1/customers/:id`; the ids of a call are handed to the handler in their order
 * @param handle answers the object, before anything of it is expanded
 */
export const route = <Schema extends z.ZodType>(
  method: Route['method'],
  path: string,
  schema: Schema,
  handle: (context: Context, params: z.output<Schema>, ids: readonly [string, string], audience: Audience) => object,
  audience: Audience = 'secret',
): Route => ({
  method,
  path,
  pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '([^/]+)')}$`),
  audience,
  schema,
  // The parameters were parsed with this schema, and the pattern has as many groups as the path has ids.
  handle: (context, params, [first = '', second = ''], given) =>
    handle(context, params as z.output<Schema>, [first, second], given),
})

/** The route of a call, and the ids in its path. */
export const matchRoute = (
  routes: readonly Route[],
  method: string,
  path: string,
): { route: Route; ids: string[] } | undefined => {
  for (const candidate of routes) {
    const match = candidate.method === method ? candidate.pattern.exec(path) : null
    if (match !== null) return { route: candidate, ids: match.slice(1).map(decodeURIComponent) }
  }
  return undefined
}
