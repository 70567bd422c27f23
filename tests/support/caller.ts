import type { Problem } from '#schemas/calls/problem.ts'
import type { CallOf, Endpoint, ResponseOf } from '#schemas/endpoint.ts'

export type Reply<Body> = { status: number; body: Body; headers: Headers }

type Sending = {
  headers?: Record<string, string>
  json?: unknown
  form?: FormData
  text?: string | Uint8Array<ArrayBuffer>
}

/** Headers of a call, and the file of an upload. */
export type Beside = { headers?: Record<string, string>; file?: File }

/** A caller that behaves like a browser: it keeps its cookies and sends its origin, or for a link its referrer. */
export type Caller = {
  /** Sends any request; `body` is parsed JSON or else text. */
  request: (method: string, path: string, sending?: Sending) => Promise<Reply<unknown>>
  /** Calls an endpoint by its contract; throws if it is refused. */
  call: <E extends Endpoint>(endpoint: E, call?: CallOf<E>, beside?: Beside) => Promise<Reply<ResponseOf<E>>>
  /** The body of what an endpoint answers when it is called. */
  ask: <E extends Endpoint>(endpoint: E, call?: CallOf<E>, beside?: Beside) => Promise<ResponseOf<E>>
  /** Calls an endpoint that is expected to refuse; throws if it does not. */
  refused: <E extends Endpoint>(endpoint: E, call?: Sendable, beside?: Beside) => Promise<Reply<Problem>>
  /** What an endpoint says of each field that it takes for invalid (422); throws if it takes them all. */
  invalid: <E extends Endpoint>(endpoint: E, call?: Sendable, beside?: Beside) => Promise<Record<string, string[]>>
  /** The Cookie header with the session and the position of the last write, or nothing. */
  cookie: () => string | undefined
}

/** Like CallOf, but with any input. */
type Sendable = { params?: object; query?: object; body?: object }

/** The URL of a call: parameters are filled in, the query is appended. */
export const pathOf = ({ path }: Endpoint, { params = {}, query = {} }: Sendable = {}): string => {
  const filled: Record<string, unknown> = { teams: 'teams', team: 'team', ...params }
  const parts = Object.entries(query).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([part, of]) => [`${name}.${part}`, String(of)])
      : [[name, String(value)]],
  )
  const search = new URLSearchParams(parts)
  return (
    path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(filled[name]))) +
    (search.size > 0 ? `?${search}` : '')
  )
}

/** A multipart body in the order of a browser: the fields, then the file. */
export const formOf = (field: string, file: File | undefined, body: object): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    if (Array.isArray(value)) for (const each of value) form.append(`${name}[]`, String(each))
    else if (value !== undefined && value !== null) form.append(name, String(value))
  }
  if (file) form.append(field, file)
  return form
}

/** A call as an HTTP request; a body is JSON or a form. */
export const sendingOf = (endpoint: Endpoint, body: object | undefined, { headers = {}, file }: Beside): Sending => {
  const upload = endpoint.transport?.upload
  if (upload) return { headers, form: formOf(upload.field, file, body ?? {}) }
  return endpoint.method === 'GET' ? { headers } : { headers, json: body ?? {} }
}

/** Handlers do not validate their answers; every call of a test checks them against the contract. */
const declared = ({ response }: Endpoint, reply: Reply<unknown>): Reply<unknown> => {
  if (typeof response !== 'string') response.parse(reply.body)
  return reply
}

const cookiesIn = (jar: ReadonlyMap<string, string>): string => [...jar.values()].join('; ')

/** `cookies` are those of a caller elsewhere, who is the same person. */
export const openCaller = (url: string, appUrl: string, cookies?: string): Caller => {
  const jar = new Map(cookies?.split('; ').map((each) => [each.split('=')[0] ?? '', each]))

  const request: Caller['request'] = async (method, path, { headers = {}, json, form, text } = {}) => {
    const answer = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(jar.size > 0 && { cookie: cookiesIn(jar) }),
        ...(method === 'GET' ? { referer: `${appUrl}/` } : { origin: appUrl }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(form ? { body: form } : {}),
      ...(text === undefined ? {} : { body: text }),
    }).catch((error: Error) => {
      throw new Error(`${method} ${path}: ${error.message}, ${String(error.cause)}`, { cause: error })
    })
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';')
      jar.set(pair.slice(0, pair.indexOf('=')), pair)
    }
    const received = await answer.text()
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') && received !== ''
    return { status: answer.status, body: isJson ? JSON.parse(received) : received, headers: answer.headers }
  }

  const send = (endpoint: Endpoint, call: Sendable, beside: Beside) =>
    request(endpoint.method, pathOf(endpoint, call), sendingOf(endpoint, call.body, beside))

  const call: Caller['call'] = async <E extends Endpoint>(endpoint: E, call: CallOf<E> = {}, beside: Beside = {}) => {
    const reply = await send(endpoint, call as Sendable, beside)
    const goesOn = endpoint.transport?.mayGoOn && reply.status === 202
    if (endpoint.transport?.mayBeNone && reply.status === 204) return reply as Reply<ResponseOf<E>>
    if (reply.status === endpoint.status || goesOn) return declared(endpoint, reply) as Reply<ResponseOf<E>>
    throw new Error(`${endpoint.method} ${endpoint.path}: ${reply.status} ${JSON.stringify(reply.body)}`)
  }
  const refused: Caller['refused'] = async (endpoint, call = {}, beside = {}) => {
    const reply = await send(endpoint, call, beside)
    if (reply.status >= 400) return reply as Reply<Problem>
    throw new Error(`${endpoint.method} ${endpoint.path} was not refused: ${reply.status}`)
  }

  return {
    request,
    call,
    ask: async (...asked) => (await call(...asked)).body,
    refused,
    invalid: async (...asked) => {
      const { status, body } = await refused(...asked)
      if (status === 422) return body.errors ?? {}
      throw new Error(`${asked[0].method} ${asked[0].path} was refused otherwise: ${status}`)
    },
    cookie: () => (jar.size === 0 ? undefined : cookiesIn(jar)),
  }
}
