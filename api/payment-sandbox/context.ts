import type Stripe from 'stripe'
import type { Store } from './store.ts'

/** The version of the API that is spoken here, the one of the SDK. */
export const apiVersion = '2026-10-28.endive' satisfies Stripe.LatestApiVersion

/** The context of one call, or of one step of the clock. */
export type Context = {
  store: Store
  /** The second at which it happens, by the clock of the sandbox. */
  now: number
  /** The call that causes what happens; null ids where nobody called. */
  request: Stripe.Event.Request
}
