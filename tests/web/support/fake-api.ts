import { afterEach, beforeEach, vi } from 'vitest'

/** A call that the app made. */
export type Sent = {
  method: string
  path: string
  body: unknown
  ifMatch: string | null
  idempotencyKey: string | null
  keepalive: boolean
}

/** `lines` are those of an answer that tells its progress. */
type Answer = { status?: number; body?: unknown; lines?: unknown[]; headers?: Record<string, string> }
type Route = (call: Sent) => Answer | Promise<Answer>

/**
 * Answers the app's calls in the place of a server; `on('PUT /api/client/1', ...)` says how. An answer to a path that
 * nobody spoke of is 404. `sent` are the calls that came.
 */
export const fakeApi = () => {
  const routes = new Map<string, Route>()
  const sent: Sent[] = []
  beforeEach(() => {
    routes.clear()
    sent.length = 0
    vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
      const method = init.method ?? 'GET'
      const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
      const given = new Headers(init.headers)
      const ifMatch = given.get('if-match')
      const idempotencyKey = given.get('idempotency-key')
      const call = { method, path: String(input), body, ifMatch, idempotencyKey, keepalive: init.keepalive ?? false }
      sent.push(call)
      const answer = (await routes.get(`${method} ${call.path}`)?.(call)) ?? { status: 404, body: { message: 'None.' } }
      const { status = 200, headers = {} } = answer
      const text =
        answer.lines?.map((line) => `${JSON.stringify(line)}\n`).join('') ?? JSON.stringify(answer.body ?? {})
      return new Response(status === 204 ? null : text, { status, headers })
    })
  })
  afterEach(() => void vi.unstubAllGlobals())
  return { sent, on: (call: string, route: Route) => void routes.set(call, route) }
}
