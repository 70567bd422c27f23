import { composed } from '#projections/engine/noun-handlers.ts'
import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { comparisonQueries, comparisons } from './comparisons.ts'
import { invoiceQueries, invoices } from './invoices.ts'
import { providerNews, providerNewsQueries } from './provider-news.ts'

/** The queries of what the payment provider reports, and of invoices. */
export const billingQueries = (db: ReadDb) => ({
  comparisons: comparisonQueries(db),
  invoices: invoiceQueries(db),
  providerNews: providerNewsQueries(db),
})
export type BillingQueries = ReturnType<typeof billingQueries>

/** Subscriptions and payments of teams and users. */
export const billing: Projection = {
  name: 'billing',
  version: 2,
  ...composed([invoices, providerNews, comparisons]),
}
