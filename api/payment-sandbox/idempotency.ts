import { createHash } from 'node:crypto'
import { now } from './clock.ts'
import { ApiError } from './errors.ts'
import type { Store } from './store.ts'

const forgottenAfter = 24 * 60 * 60

/** An answer that is kept for calls with the same key. */
export type KeptAnswer = { status: number; body: string; requestId: string }

/** The call that a key was first used for: its path, and a digest of what it was sent. */
type KeyedCall = { key: string; call: string; params: string }

const refuse = (status: number, message: string, details: { code?: string } = {}): ApiError =>
  new ApiError(status, { type: 'idempotency_error', message, ...details })

const inProgress = (key: string): ApiError =>
  refuse(
    409,
    `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. If you want to submit a different request, please use a different key.`,
    { code: 'idempotency_key_in_use' },
  )

const otherCall = ({ key, call }: KeyedCall, first: string): ApiError =>
  refuse(
    400,
    first === call
      ? `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
      : `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${first}' vs '${call}'). Try using a key other than '${key}' if you meant to execute a different request.`,
  )

/** The keys that calls were made with, in the last 24 hours of the sandbox's time. */
export const openIdempotency = (store: Store) => {
  const open = new Set<string>()
  return {
    callWith: (key: string, call: string, form: string): KeyedCall => ({
      key,
      call,
      params: createHash('sha256').update(form).digest('base64'),
    }),
    /**
     * The kept answer of the first call with this key; undefined: there was none, and this one has begun.
     * @throws {ApiError} 400 when the first call was another, 409 while it is under way
     */
    begin: (use: KeyedCall): KeptAnswer | undefined => {
      store.rows('DELETE FROM idempotency WHERE created <= ?', now(store) - forgottenAfter)
      const [row] = store.rows('SELECT * FROM idempotency WHERE key = ?', use.key)
      if (row !== undefined) {
        if (row.call !== use.call || row.params !== use.params) throw otherCall(use, String(row.call))
        return { status: Number(row.status), body: String(row.body), requestId: String(row.request_id) }
      }
      if (open.has(use.key)) throw inProgress(use.key)
      open.add(use.key)
      return undefined
    },
    keep: (use: KeyedCall, answer: KeptAnswer): void => {
      store.rows(
        'INSERT INTO idempotency (key, call, params, status, body, request_id, created) VALUES (?, ?, ?, ?, ?, ?, ?)',
        use.key,
        use.call,
        use.params,
        answer.status,
        answer.body,
        answer.requestId,
        now(store),
      )
    },
    end: (use: KeyedCall): void => {
      open.delete(use.key)
    },
  }
}

export type Idempotency = ReturnType<typeof openIdempotency>
