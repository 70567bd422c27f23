import type Stripe from 'stripe'

type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'

/** The error object of Stripe's API, as it is sent. */
export type ErrorBody = {
  type: ErrorType
  message: string
  code?: string
  decline_code?: string
  param?: string
  doc_url?: string
  payment_intent?: Stripe.PaymentIntent
}

/** A call is refused: HTTP status and error object of the answer. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly body: ErrorBody
  /** Whether what was changed before stays: a declined payment leaves its trace. */
  readonly keepsChanges: boolean

  constructor(status: number, body: ErrorBody, keepsChanges = false) {
    super(body.message)
    this.status = status
    this.keepsChanges = keepsChanges
    this.body =
      body.code === undefined ? body : { ...body, doc_url: `https://stripe.com/docs/error-codes/${body.code}` }
  }
}

/** 400: the call cannot be carried out as it was sent. */
export const invalidRequest = (message: string, details: { code?: string; param?: string } = {}): ApiError =>
  new ApiError(400, { type: 'invalid_request_error', message, ...details })

/** 400 where the id stands in a parameter, 404 where it stands in the path. */
export const noSuch = (noun: string, id: string, param: string): ApiError =>
  new ApiError(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    message: `No such ${noun}: '${id}'`,
    code: 'resource_missing',
    param,
  })

/** 404: there is no such call. */
export const unknownUrl = ({ method, path }: { method: string; path: string }): ApiError =>
  new ApiError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  })
