import type { PaymentProvider } from '#api/adapters/payment/payment-provider.ts'
import type { Ledger } from '#api/event-store/ledger.ts'

/** Dependencies of billing work. `now` returns the present time. */
export type BillingTools = { ledger: Ledger; provider: PaymentProvider; now: () => Date }
