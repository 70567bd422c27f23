import { z } from 'zod'
import type { ApiCalls, ApiRequest, Reply } from './api-calls.ts'
import { authenticatePayer, authenticationSchema } from './authenticate-payer.ts'
import { authenticate } from './authentication.ts'
import { now } from './clock.ts'
import { ApiError } from './errors.ts'
import { parseForm } from './form.ts'
import { readJournal } from './journal.ts'
import { parseParameters } from './parameters.ts'

const json = (status: number, body: object): Reply => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: `${JSON.stringify(body)}\n`,
})

/** The parameters of a form or of JSON: these calls take both. */
const parse = <Schema extends z.ZodType>(schema: Schema, request: ApiRequest): z.output<Schema> => {
  if (!/^application\/json\b/.test(String(request.headers['content-type']))) {
    return parseParameters(schema, parseForm(request.form))
  }
  let read: { [name: string]: string | number }
  try {
    read = z.record(z.string(), z.union([z.string(), z.number()])).parse(JSON.parse(request.form))
  } catch {
    throw new ApiError(400, { type: 'invalid_request_error', message: 'Invalid JSON.' })
  }
  return parseParameters(schema, Object.fromEntries(Object.entries(read).map(([name, value]) => [name, `${value}`])))
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

const answer = (calls: ApiCalls, request: ApiRequest): Reply => {
  const { store, account, keys } = calls
  const call = `${request.method} ${request.path}`
  // Whoever knows the secret of a payment may confirm it, as at Stripe.
  if (call === 'POST /sandbox/authenticate') {
    const params = parse(authenticationSchema, request)
    const context = { store, now: now(store), request: { id: null, idempotency_key: null }, account }
    const { id, object, status } = store.transaction(() => authenticatePayer(context, params))
    calls.changed()
    return json(200, { id, object, status })
  }
  authenticate(String(request.headers.authorization ?? ''), { secretKey: keys.secretKey })
  if (call === 'POST /sandbox/faults') {
    calls.faults.order(parse(faultOrder, request))
    return json(200, {})
  }
  if (call === 'GET /sandbox/requests') return json(200, { object: 'list', data: readJournal(store) })
  throw new ApiError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${request.method}: ${request.path}).`,
  })
}

/** Answers a call that steers the sandbox and that Stripe does not have. */
export const answerControl = (calls: ApiCalls, request: ApiRequest): Reply => {
  try {
    return answer(calls, request)
  } catch (error) {
    if (error instanceof ApiError) return json(error.status, { error: error.body })
    throw error
  }
}
