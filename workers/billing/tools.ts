import type { PaymentProvider } from '#api/adapters/payment/payment-provider.ts'
import type { TaxRules } from '#api/domain/tax.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import type { EventNamed } from '#schemas/events/registry.ts'

/** The facts on invoices besides the provider's: who sells, and why the VAT is what it is. */
export type Invoicing = { seller: EventNamed<'InvoiceRecorded'>['data']['seller']; tax: TaxRules }

/** Dependencies of billing work. `now` returns the present time. */
export type BillingTools = { ledger: Ledger; provider: PaymentProvider; invoicing: Invoicing; now: () => Date }
