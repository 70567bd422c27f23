import { z } from 'zod'
import type { ApiCalls, ApiRequest, Reply } from './api-calls.ts'
import { authenticate } from './authentication.ts'
import { ApiError } from './errors.ts'
import { parseForm } from './form.ts'
import { readJournal } from './journal.ts'
import { parseParameters } from './parameters.ts'

const json = (status: number, body: object): Reply => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: `${JSON.stringify(body)}\n`,
})

/** Texts of a form or of JSON: these calls take both. */
const textsOf = (request: ApiRequest): { [name: string]: unknown } => {
  if (!/^application\/json\b/.test(String(request.headers['content-type']))) return parseForm(request.form)
  try {
    const read = z.record(z.string(), z.union([z.string(), z.number()])).parse(JSON.parse(request.form))
    return Object.fromEntries(Object.entries(read).map(([name, value]) => [name, String(value)]))
  } catch {
    throw new ApiError(400, { type: 'invalid_request_error', message: 'Invalid JSON.' })
  }
}

const faultOrder = z.strictObject({
  method: z.string().optional(),
  path: z.string().optional(),
  mode: z.string(),
  times: z
    .string()
    .regex(/^\d{1,6}$/, { error: 'Invalid integer' })
    .transform(Number)
    .default(1),
})

/** Answers a call that steers the sandbox and that Stripe does not have: trouble to order, and the calls so far. */
export const answerControl = (calls: ApiCalls, request: ApiRequest): Reply => {
  try {
    authenticate(String(request.headers.authorization ?? ''), { secretKey: calls.keys.secretKey })
    if (request.method === 'POST' && request.path === '/sandbox/faults') {
      calls.faults.order(parseParameters(faultOrder, textsOf(request) as never))
      return json(200, {})
    }
    if (request.method === 'GET' && request.path === '/sandbox/requests') {
      return json(200, { object: 'list', data: readJournal(calls.store) })
    }
    return json(404, { error: { type: 'invalid_request_error', message: `Unrecognized request URL: ${request.path}` } })
  } catch (error) {
    if (error instanceof ApiError) return json(error.status, { error: error.body })
    throw error
  }
}
