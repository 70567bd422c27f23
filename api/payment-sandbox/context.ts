import type Stripe from 'stripe'
import type { Store } from './store.ts'

/** The version of the API that is spoken here, the one of the SDK. */
export const apiVersion = '2026-10-28.endive' satisfies Stripe.LatestApiVersion

/** What one call, or one step of the clock, works with. */
export type Context = {
  store: Store
  /** The second at which it happens, by the clock of the sandbox. */
  now: number
  /** The call that causes what happens; null ids where nobody called. */
  request: Stripe.Event.Request
  /** The account's own name, on invoices. */
  account: { country: string; name: string }
}
