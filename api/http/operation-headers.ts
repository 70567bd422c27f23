import type { Endpoint } from '#schemas/endpoint.ts'

const header = (name: string, description: string) =>
  ({ name, in: 'header', description, schema: { type: 'string' } }) as const

const idempotencyKey = header(
  'Idempotency-Key',
  'Up to 255 characters, valid for 48 hours. A repeated request gets the first answer; a different one gets 409.',
)
const ifMatch = header(
  'If-Match',
  'The ETag of the version that was read. If it is outdated, the answer is 412 with the current ETag.',
)
const ifNoneMatch = header(
  'If-None-Match',
  'The ETag of the answer that the caller has. If it is unchanged, the answer is 304.',
)
const asOf = {
  name: 'as_of',
  in: 'query',
  description:
    'Answers what stood then: at the end of a day, at an instant, or at a position of the log. For who holds `history.view`.',
  schema: { type: 'string', examples: ['2026-03-31', '2026-03-31T10:00:00Z', '184213'] },
} as const
const minPosition = header('X-Min-Position', 'Waits for the read models to reach this position, 2 seconds at most.')

const hasRevision = ({ response }: Endpoint): boolean =>
  typeof response !== 'string' && 'shape' in response && 'revision' in (response.shape as object)

/** Whether the operation changes or deletes one resource and therefore accepts `If-Match` (D-73). */
export const takesIfMatch = ({ method, path, access }: Endpoint): boolean =>
  (method === 'PUT' || method === 'DELETE') && path.includes('{id}') && /\.(update|delete)$/.test(access)

/** Whether the operation answers pages of rows. */
const isList = ({ query }: Endpoint): boolean => 'cursor' in (query?.shape ?? {})

/** Whether the answer to an unchanged one is 304. */
export const isRepeatable = (endpoint: Endpoint): boolean => isList(endpoint) || endpoint.cache?.tagged === true

/** What an operation reads beside the parameters of its contract: request headers, and the moment that is asked for. */
export const parametersOf = (endpoint: Endpoint): (ReturnType<typeof header> | typeof asOf)[] =>
  endpoint.past ? [...headersOf(endpoint), asOf] : headersOf(endpoint)

const headersOf = (endpoint: Endpoint): ReturnType<typeof header>[] => {
  if (endpoint.access === 'public') return []
  if (endpoint.method === 'GET') return isRepeatable(endpoint) ? [ifNoneMatch, minPosition] : [minPosition]
  return takesIfMatch(endpoint) ? [idempotencyKey, ifMatch, minPosition] : [idempotencyKey, minPosition]
}

const responseHeader = (description: string) => ({ description, schema: { type: 'string' } as const })

const positionOf = ({ method, access }: Endpoint) => {
  if (method !== 'GET') return { 'X-Position': responseHeader('The log position of the write, for X-Min-Position') }
  if (access === 'public') return {}
  return {
    'X-Position': responseHeader(
      'The log position that the answer includes; GET /api/stream?after= continues from there',
    ),
  }
}

/** Whether the operation finds records by words, which the past has of names alone. */
export const isSearch = ({ path }: Endpoint): boolean => path.includes('/search')

const momentOf = (endpoint: Endpoint) => ({
  ...(endpoint.past === 'or-now' && { 'X-Access-Note': responseHeader('Who sees everything and is not listed') }),
  'X-As-Of': responseHeader('With as_of: the instant that it stands for'),
  'X-As-Of-Position': responseHeader('With as_of: the log position of the last event that counts'),
  ...(isSearch(endpoint) && { 'X-Search': responseHeader('With as_of: names, since texts in files are not searched') }),
})

/** The response headers of a successful operation. */
export const answeredHeadersOf = (endpoint: Endpoint): Record<string, ReturnType<typeof responseHeader>> => {
  const { method, path, access } = endpoint
  const lists = isList(endpoint)
  return {
    ...(hasRevision(endpoint) ? { ETag: responseHeader('The revision, for If-Match') } : {}),
    ...(isRepeatable(endpoint)
      ? { ETag: responseHeader('Another one when the answer is another one, for If-None-Match') }
      : {}),
    ...(lists ? { 'X-Total-Count': responseHeader('The total number of rows') } : {}),
    ...(lists && path.includes('/search/')
      ? { 'X-Total-At-Least': responseHeader('true if there are more rows: a search counts up to 1,000') }
      : {}),
    ...(lists ? { Link: responseHeader('The next page, if there is one: <...>; rel="next"') } : {}),
    ...positionOf(endpoint),
    ...(endpoint.past ? momentOf(endpoint) : {}),
    ...(method === 'DELETE' && access.endsWith('.delete')
      ? { 'X-Trash-Id': responseHeader('The id of the trash entry, for POST /api/trash/{id}/restore') }
      : {}),
  }
}
