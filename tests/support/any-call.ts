import type { Endpoint } from '#schemas/endpoint.ts'
import { type Caller, pathOf, type Reply, sendingOf } from './caller.ts'
import { fileOf } from './files.ts'
import { newCommandId } from './new-ids.ts'

/** What goes with a call: for an upload a file of the kind that it takes. */
export const sendingFor = (endpoint: Endpoint, body: object) => {
  const type = endpoint.transport?.upload?.field === 'thumbnail' ? 'image/png' : 'application/pdf'
  return sendingOf(endpoint, body, { file: fileOf('plan', type) })
}

/** What goes into the query of a call that means nothing without it; differences are those from a moment on. */
export const queryFor = ({ path }: Endpoint, from = new Date().toISOString()): object =>
  new Map<string, object>([
    ['/api/search', { q: 'north' }],
    ['/api/diff', { from }],
  ]).get(path) ?? {}

/** Makes a call that was found by its contract alone. */
export const send = (who: Caller, endpoint: Endpoint, params: object, body: object): Promise<Reply<unknown>> =>
  who.request(endpoint.method, pathOf(endpoint, { params, query: queryFor(endpoint) }), sendingFor(endpoint, body))

/** Something for every parameter, so that a refusal is never for want of one. */
export const anything = ({ params }: Endpoint): Record<string, string> =>
  Object.fromEntries(Object.keys(params?.shape ?? {}).map((name) => [name, newCommandId()]))
