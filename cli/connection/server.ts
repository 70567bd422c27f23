import { randomUUID } from 'node:crypto'
import type { CallOf, Endpoint, ResponseOf } from '#schemas/endpoint.ts'
import { nextCursor, requestUrl } from '#schemas/request-url.ts'
import type { Bearer } from './bearer.ts'
import { refusalOf, unreachable } from './refusal.ts'

/** Timeout of an answer, in milliseconds; content and streams have none. */
const timeout = 30_000

/**
 * An answer: its body by the contract, the token that undoes a delete, and of a list the cursor of its next page and the
 * number of all rows; with `isAtLeast` there are more than that.
 */
export type Answer<Data> = {
  data: Data
  trashId: string | null
  next: string | null
  total: number | null
  isAtLeast: boolean
}

export type Server = {
  url: string
  /** Calls an endpoint. Throws Failure for every answer that is no success, and for a missing one. */
  call: <E extends Endpoint>(endpoint: E, call?: CallOf<E>) => Promise<Answer<ResponseOf<E>>>
  /** Calls an endpoint whose body is not JSON (a form, a file), or whose answer is content or a stream of lines. */
  open: <E extends Endpoint>(endpoint: E, call: CallOf<E>, request?: RequestInit) => Promise<Response>
}

/** Every server accepts `teams` in paths, whatever word it is configured with (D-18). */
const teamWord = 'teams'

const bodyOf = (body: unknown): RequestInit =>
  body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }

const parse = <E extends Endpoint>({ response }: E, data: unknown): ResponseOf<E> =>
  (response === 'empty' || response === 'content' ? undefined : response.parse(data)) as ResponseOf<E>

/** A client of one server's REST API, authenticated by a token (D-93). */
export const connect = (url: string, bearer: Bearer): Server => {
  const open: Server['open'] = async (endpoint, call, request = {}) => {
    const headers = new Headers(request.headers)
    headers.set('accept', headers.get('accept') ?? 'application/json')
    if (endpoint.method !== 'GET') headers.set('idempotency-key', randomUUID())
    const target = new URL(requestUrl(endpoint, call, teamWord), url)
    const { method } = endpoint
    const send = (token: string) => {
      headers.set('authorization', `Bearer ${token}`)
      return fetch(target, { ...request, method, headers, redirect: 'error' }).catch((cause) => {
        throw unreachable(url, cause)
      })
    }
    const token = await bearer.token()
    const first = await send(token)
    // A stream can be sent only once.
    const newer =
      first.status === 401 && !(request.body instanceof ReadableStream) ? await bearer.newer(token) : undefined
    const answer = newer === undefined ? first : await send(newer)
    if (!answer.ok) throw await refusalOf(answer, endpoint)
    return answer
  }
  return {
    url,
    open,
    call: async (endpoint, call = {}) => {
      const signal = AbortSignal.timeout(timeout)
      const answer = await open(endpoint, call, { ...bodyOf(call.body), signal })
      const total = answer.headers.get('x-total-count')
      return {
        data: parse(endpoint, answer.status === 204 ? undefined : await answer.json()),
        trashId: answer.headers.get('x-trash-id'),
        next: nextCursor(answer.headers.get('link')),
        total: total === null ? null : Number(total),
        isAtLeast: answer.headers.has('x-total-at-least'),
      }
    },
  }
}
