import type { ReadDb } from '#projections/engine/read-db.ts'
import { comparisonQueries } from './comparisons.ts'
import { invoiceQueries } from './invoices.ts'
import { providerNewsQueries } from './provider-news.ts'

/** The queries of what the payment provider reports, and of invoices. */
export const billingQueries = (db: ReadDb) => ({
  comparisons: comparisonQueries(db),
  invoices: invoiceQueries(db),
  providerNews: providerNewsQueries(db),
})
export type BillingQueries = ReturnType<typeof billingQueries>
