import { ApiError, type ErrorBody, invalidRequest } from './errors.ts'

/** The fault of a call, or of sending a webhook. */
export type Fault =
  | { kind: 'delay'; ms: number }
  | { kind: 'status'; status: number }
  | { kind: 'drop_before' | 'drop_after' | 'mute' | 'twice' }

/** The path that stands for the sending of webhooks. */
export const webhookPath = '/webhook'

type Order = { method: string | undefined; path: string; fault: Fault; times: number }

/** `delay_ms:200`, `status:500`, `drop_before`, ... */
const faultOf = (mode: string): Fault => {
  const [, kind = '', value = ''] = /^(\w+?)(?::(\d{1,6}))?$/.exec(mode) ?? []
  if (kind === 'delay_ms' && value !== '') return { kind: 'delay', ms: Number(value) }
  if (kind === 'status' && Number(value) >= 300 && Number(value) <= 599) return { kind, status: Number(value) }
  if (value === '' && (kind === 'drop_before' || kind === 'drop_after' || kind === 'mute' || kind === 'twice')) {
    return { kind }
  }
  throw invalidRequest(
    `Invalid mode: must be one of delay_ms:N, status:N, drop_before, drop_after, mute, twice, or none`,
    { param: 'mode' },
  )
}

/** The trouble that was ordered. It is forgotten when the process ends. */
export const openFaults = () => {
  let orders: Order[] = []
  return {
    /**
     * Orders trouble for the next calls.
     * @param order `method` in any case (none: every method), `path` a prefix, `mode` (`none` forgets all), `times`
     */
    order: (order: { method?: string | undefined; path?: string | undefined; mode: string; times: number }): void => {
      if (order.mode === 'none') {
        orders = []
        return
      }
      const method = order.method === '*' ? undefined : order.method?.toUpperCase()
      orders.push({ method, path: order.path ?? '/', fault: faultOf(order.mode), times: order.times })
    },
    /** The trouble of this call, or of sending a webhook (`/webhook`, only where that was meant); it counts as once. */
    take: (method: string, path: string): Fault | undefined => {
      const isMeant = (order: Order): boolean =>
        path.startsWith(order.path) && (path !== webhookPath || order.path.startsWith(webhookPath))
      const found = orders.find((order) => (order.method ?? method) === method && isMeant(order))
      if (found === undefined) return undefined
      found.times -= 1
      if (found.times <= 0) orders = orders.filter((order) => order !== found)
      return found.fault
    },
  }
}

export type Faults = ReturnType<typeof openFaults>

const knownErrors: { [status: number]: ErrorBody } = {
  402: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' },
  409: {
    type: 'invalid_request_error',
    code: 'lock_timeout',
    message:
      'This object cannot be accessed right now because another API request or Stripe process is currently accessing it.',
  },
  429: { type: 'invalid_request_error', code: 'rate_limit', message: 'Request rate limit exceeded.' },
}

/** The error that Stripe answers with this status. */
export const errorOfStatus = (status: number): ApiError => {
  const message = status >= 500 ? 'An unknown error occurred.' : `The call was refused with status ${status}.`
  const type = status >= 500 ? 'api_error' : 'invalid_request_error'
  return new ApiError(status, knownErrors[status] ?? { type, message })
}
