import { z } from 'zod'
import type { ApiCalls, ApiRequest, Reply } from './api-calls.ts'
import { authenticatePayer, authenticationSchema } from './authenticate-payer.ts'
import { authenticate } from './authentication.ts'
import { now } from './clock.ts'
import { ApiError, unknownUrl } from './errors.ts'
import { parseForm } from './form.ts'
import { readJournal } from './journal.ts'
import { parseParameters } from './parameters.ts'

const json = (status: number, body: object): Reply => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: `${JSON.stringify(body)}\n`,
})

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

const answer = ({ store, keys, faults, changed }: ApiCalls, request: ApiRequest): Reply => {
  const call = `${request.method} ${request.path}`
  // Whoever knows the secret of a payment may confirm it, as at Stripe.
  if (call === 'POST /sandbox/authenticate') {
    const params = parseParameters(authenticationSchema, parseForm(request.form))
    const context = { store, now: now(store), request: { id: null, idempotency_key: null } }
    const { id, object, status } = store.transaction(() => authenticatePayer(context, params))
    changed()
    return json(200, { id, object, status })
  }
  authenticate(request.headers.authorization, keys.secretKey)
  if (call === 'POST /sandbox/faults') {
    faults.order(parseParameters(faultOrder, parseForm(request.form)))
    return json(200, {})
  }
  if (call === 'GET /sandbox/requests') return json(200, { object: 'list', data: readJournal(store) })
  throw unknownUrl(request)
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
