import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { nextCursor, requestUrl } from '#schemas/calls/request-url.ts'
import type { CallOf, Endpoint, ResponseOf } from '#schemas/endpoint.ts'
import type { Bearer } from './bearer.ts'
import { type LastWrite, ownLastWrite } from './last-write.ts'
import { otherVersion, refusalOf, unreachable } from './refusal.ts'

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
  /** Notes the position of a write that a stream of lines has named. */
  wrote: (position: string | null) => void
}

/** Every server accepts `teams` in paths, whatever word it is configured with (D-18). */
const teamWord = 'teams'

/** A body as JSON. */
export const bodyOf = (body: unknown): { body?: string; headers?: Record<string, string> } =>
  body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }

/** The longest wait that a command goes on after, in seconds: ceilings of a minute, not those of a day (D-116). */
const longestPause = 120

/** Seconds: a service that asks to be asked again so soon is away for a moment only. */
const moment = 5

/** A server that refuses a call more often than this will not take it. */
const mostPauses = 100

/** Says on standard error for how long it waits, so that scripts do not read it. */
const pauseFor = async (seconds: number): Promise<void> => {
  process.stderr.write(`siteledger: The server asks to wait ${seconds} seconds.\n`)
  await wait(seconds * 1000)
}

/** The seconds after which a refused call may be sent again, having waited so many; undefined if it is not to be. */
const pauseOf = ({ status, headers }: Response, { body }: RequestInit, waited: number): number | undefined => {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const isMoment = status === 503 && seconds <= moment && waited < longestPause
  const isCeiling = status === 429 && seconds <= longestPause
  // A stream can be sent only once.
  return (isCeiling || isMoment) && !(body instanceof ReadableStream) ? seconds : undefined
}

const parse = <E extends Endpoint>({ method, path, response }: E, data: unknown): ResponseOf<E> => {
  if (response === 'empty' || response === 'content') return undefined as ResponseOf<E>
  const parsed = response.safeParse(data)
  if (parsed.success) return parsed.data as ResponseOf<E>
  throw otherVersion(`${method} ${path}`, parsed.error)
}

type Connecting = { lastWrite?: LastWrite; pause?: typeof pauseFor; asOf?: string | undefined }

/**
 * A client of one server's REST API, authenticated by a token (D-93). With `asOf` whatever can be asked of a moment is
 * (D-121), and nothing is changed.
 */
export const connect = (
  url: string,
  bearer: Bearer,
  { lastWrite = ownLastWrite(), pause = pauseFor, asOf }: Connecting = {},
): Server => {
  const ask = async (
    endpoint: Endpoint,
    call: CallOf<Endpoint>,
    request: RequestInit,
    signalOf?: () => AbortSignal,
  ) => {
    const headers = new Headers(request.headers)
    headers.set('accept', headers.get('accept') ?? 'application/json')
    if (endpoint.method !== 'GET') headers.set('idempotency-key', randomUUID())
    const position = lastWrite.position()
    if (position !== undefined) headers.set('x-min-position', position)
    const target = new URL(requestUrl(endpoint, call, teamWord), url)
    const { method } = endpoint
    if (asOf !== undefined && (endpoint.past ?? method !== 'GET')) target.searchParams.set('as_of', asOf)
    const send = (token: string) => {
      headers.set('authorization', `Bearer ${token}`)
      const signal = signalOf && { signal: signalOf() }
      return fetch(target, { ...request, ...signal, method, headers, redirect: 'error' }).catch((cause) => {
        throw unreachable(url, cause)
      })
    }
    const sendAsUser = async () => {
      const token = await bearer.token()
      const first = await send(token)
      const newer =
        first.status === 401 && !(request.body instanceof ReadableStream) ? await bearer.newer(token) : undefined
      return newer === undefined ? first : await send(newer)
    }
    let answer = await sendAsUser()
    for (let pauses = 0, waited = 0; pauses < mostPauses; pauses += 1) {
      const seconds = pauseOf(answer, request, waited)
      if (seconds === undefined) break
      waited += seconds
      await answer.body?.cancel()
      await pause(seconds)
      answer = await sendAsUser()
    }
    if (!answer.ok) throw await refusalOf(answer, endpoint)
    if (method !== 'GET') lastWrite.note(answer.headers.get('x-position'))
    return answer
  }
  return {
    url,
    wrote: lastWrite.note,
    open: (endpoint, call, request = {}) => ask(endpoint, call, request),
    call: async (endpoint, call = {}) => {
      const answer = await ask(endpoint, call, bodyOf(call.body), () => AbortSignal.timeout(timeout))
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

type RowOf<E extends Endpoint> = ResponseOf<E> extends readonly (infer Row)[] ? Row : never

const maxRows = 1000

/** One page of a list, and the number of all rows; with `isAtLeast` there are more than that. */
export type Rows<Row> = { rows: Row[]; total: number | null; isAtLeast: boolean }

/** The rows of a list, fetched page by page on demand (D-08), at most `limit`. */
export async function* allPages<E extends Endpoint>(
  server: Server,
  endpoint: E,
  call: CallOf<E> = {},
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<Rows<RowOf<E>>, void> {
  let cursor: string | undefined
  for (let left = limit; left > 0; ) {
    const query = { ...call.query, limit: Math.min(left, maxRows), cursor }
    const { data, next, total, isAtLeast } = await server.call(endpoint, { ...call, query } as CallOf<E>)
    const rows = data as unknown as RowOf<E>[]
    yield { rows, total, isAtLeast }
    left -= rows.length
    if (next === null || rows.length === 0) return
    cursor = next
  }
}

/** All rows of a list, or at most `limit`. */
export const everyRow = async <E extends Endpoint>(
  server: Server,
  endpoint: E,
  call: CallOf<E> = {},
  limit?: number,
): Promise<RowOf<E>[]> => {
  const all: RowOf<E>[] = []
  for await (const { rows } of allPages(server, endpoint, call, limit)) all.push(...rows)
  return all
}
