import type { Endpoint } from '#schemas/endpoint.ts'
import { type Caller, pathOf, type Reply, sendingOf } from './caller.ts'
import { fileOf } from './files.ts'
import { newCommandId } from './new-ids.ts'

/** What goes with a call: for an upload a file of the kind that it takes. */
export const sendingFor = (endpoint: Endpoint, body: object) => {
  const type = endpoint.transport?.upload?.field === 'thumbnail' ? 'image/png' : 'application/pdf'
  return sendingOf(endpoint, body, { file: fileOf('plan', type) })
}

/** Makes a call that was found by its contract alone. */
export const send = (who: Caller, endpoint: Endpoint, params: object, body: object): Promise<Reply<unknown>> =>
  who.request(endpoint.method, pathOf(endpoint, { params }), sendingFor(endpoint, body))

/** Something for every parameter, so that a refusal is never for want of one. */
export const anything = ({ params }: Endpoint): Record<string, string> =>
  Object.fromEntries(Object.keys(params?.shape ?? {}).map((name) => [name, newCommandId()]))
