import type Stripe from 'stripe'
import { invalidRequest } from './errors.ts'
import type { Store } from './store.ts'

export const clockId = 'clock_sandbox'

/** Seconds that were advanced so far. */
const advanced = (store: Store): number => Number(store.setting('advanced') ?? 0)

const realNow = (): number => Math.floor(Date.now() / 1000)

/** The present second of the sandbox: real time, and what was advanced. */
export const now = (store: Store): number => realNow() + advanced(store)

/**
 * Sets the clock forward. What is due by then happens afterwards, in its order.
 * @throws {ApiError} when it would go back
 */
export const advance = (store: Store, to: number): void => {
  if (to <= now(store)) {
    throw invalidRequest('A test clock can only be advanced to a time after its frozen time.', {
      param: 'frozen_time',
    })
  }
  store.setSetting('advanced', String(to - realNow()))
  store.setSetting('advancing', 'yes')
}

/** Whether something is due that has not happened yet. */
const isBehind = (store: Store): boolean => store.nextDue(now(store)) !== undefined

/** Whether the clock was advanced, and something that is due by now has not happened or was not told to everybody. */
const isAdvancing = (store: Store): boolean => {
  if (store.setting('advancing') !== 'yes') return false
  if (isBehind(store) || store.rows('SELECT 1 FROM deliveries LIMIT 1').length > 0) return true
  store.setSetting('advancing', 'no')
  return false
}

/** The clock as Stripe shows one. It is the only one, and never deleted. */
export const presentClock = (store: Store): Stripe.TestHelpers.TestClock => {
  const advancing = isAdvancing(store)
  const created = Number(store.setting('created') ?? realNow())
  const frozen = now(store)
  const clock = {
    id: clockId,
    object: 'test_helpers.test_clock',
    created,
    frozen_time: frozen,
    livemode: false,
    status: advancing ? 'advancing' : 'ready',
    status_details: advancing ? { advancing: { target_frozen_time: frozen } } : {},
  }
  return clock as Stripe.TestHelpers.TestClock
}
