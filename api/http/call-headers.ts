import type { Endpoint } from '#schemas/endpoint.ts'
import { isSafe } from './methods.ts'

const header = (name: string, description: string) =>
  ({ name, in: 'header', description, schema: { type: 'string' } }) as const

const idempotencyKey = header(
  'Idempotency-Key',
  'Up to 255 characters. The same key and request answer the first answer again; another request is 409 (48 hours).',
)
const ifMatch = header('If-Match', 'The ETag that was seen; 412 with the present ETag where it is another one by now.')
const minPosition = header('X-Min-Position', 'Waits, 2 seconds at most, until what was written there can be read.')

const hasRevision = ({ response }: Endpoint): boolean =>
  typeof response !== 'string' && 'shape' in response && 'revision' in (response.shape as object)

/** Whether it changes or deletes one thing, and so may name the revision that its caller saw (D-73). */
export const takesIfMatch = ({ method, path, access }: Endpoint): boolean =>
  (method === 'PUT' || method === 'DELETE') && path.includes('{id}') && /\.(update|delete)$/.test(access)

/** The request headers that a call heeds. */
export const headersOf = (endpoint: Endpoint): ReturnType<typeof header>[] => {
  if (endpoint.access === 'public') return []
  if (isSafe(endpoint.method)) return [minPosition]
  return takesIfMatch(endpoint) ? [idempotencyKey, ifMatch] : [idempotencyKey]
}

const told = (description: string) => ({ description, schema: { type: 'string' } as const })

const positionOf = ({ method, access }: Endpoint) => {
  if (!isSafe(method)) return { 'X-Position': told('Where in the log it was written, for X-Min-Position') }
  if (access === 'public') return {}
  return { 'X-Position': told('All of the log up to here is in it; GET /api/stream?after= goes on from there') }
}

/** The response headers of its success. */
export const answeredHeadersOf = (endpoint: Endpoint): Record<string, ReturnType<typeof told>> => {
  const { method, query, access } = endpoint
  const isList = 'cursor' in (query?.shape ?? {})
  return {
    ...(hasRevision(endpoint) ? { ETag: told('The revision, for If-Match') } : {}),
    ...(isList ? { 'X-Total-Count': told('How many rows there are in all') } : {}),
    ...(isList ? { Link: told('The next page, where there is one: <...>; rel="next"') } : {}),
    ...positionOf(endpoint),
    ...(method === 'DELETE' && access.endsWith('.delete')
      ? { 'X-Trash-Id': told('What POST /api/trash/{id}/restore takes to bring it back') }
      : {}),
  }
}
