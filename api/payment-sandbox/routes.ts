import type { z } from 'zod'
import type { Context } from './context.ts'

export type Route = {
  method: 'DELETE' | 'GET' | 'POST'
  pattern: RegExp
  /** Whether browsers may make the call, with the publishable key. */
  forBrowsers: boolean
  schema: z.ZodType
  handle: (context: Context, params: unknown, ids: readonly string[]) => object
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
  handle: (context: Context, params: z.output<Schema>, ids: readonly [string, string]) => object,
  { forBrowsers = false } = {},
): Route => ({
  method,
  pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '([^/]+)')}$`),
  forBrowsers,
  schema,
  // The parameters were parsed with this schema, and the pattern has as many groups as the path has ids.
  handle: (context, params, [first = '', second = '']) => handle(context, params as z.output<Schema>, [first, second]),
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
